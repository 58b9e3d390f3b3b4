//! Definitions of members out of their class behind a template's head ([temp.mem.func], [temp.mem.class], [temp.static],
//! [temp.mem]): the qualifiers name a class as its own head does, and the class declares such a member.
//!
//! Types that depend on parameters are told apart only where their outer parts are known: `typename T::x` may be anything.

use crate::code::around::template_depth;
use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind, NameId, Path, PathParts};
use cleave_names::decl::{Spec, Special};
use cleave_names::is_of_user;

use crate::class::members::members;
use crate::class::specialization::{is_undefined, specialization};
use crate::code::params::{levels, outer_depth, own_level};
use crate::declarations::template_heads::differ::{differ, functions_differ, returns_differ};
use crate::declarations::template_heads::heads::{alike, param_site, written};
use crate::declarations::template_heads::is_new;
use crate::function::qualified::qualifier_class;
use crate::function::{canonical, declared_type};
use crate::lookup::Found;
use crate::lookup::members::member;
use crate::{Arg, At, Context, DeclRef, Entity, Env, Fill, NameKey, Problem, Ty, TyKind, display};

/// What is wrong with a declaration, if it is of a member and stands out of its class.
pub(crate) fn check<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    out: &mut Vec<Problem<'db>>,
) {
    let Some(path) = decl.path.as_deref().filter(|p| !p.qualifiers.is_empty()) else {
        return;
    };
    let kind = matches!(
        decl.kind,
        DeclKind::Function(_) | DeclKind::Class(_) | DeclKind::Variable(_)
    );
    if !kind || decl.parent.is_some() || decl.spec.any(Spec::FRIEND) {
        return;
    }
    if let Some(problems) = qualifiers(db, own, decl, path) {
        out.extend(problems);
        return;
    }
    // What has no head at all is no template's.
    if decl.heads.is_empty() || path.args.is_some() {
        return;
    }
    let Some(class) = qualifier_class(db, own).and_then(|c| c.class_entity(db)) else {
        return;
    };
    if !is_of_user(db, class.decl(db).code(db).item) {
        return;
    }
    let Some(definition) = specialization(db, class) else {
        if is_undefined(db, class) {
            let ty = Ty::of(db, TyKind::Class(class));
            let text = display::type_within(db, Entity::new(db, own, None), ty);
            out.push(
                Problem::new(
                    codes::INCOMPLETE_TYPE_NOT_ALLOWED {
                        ty: Fill::Spelled(text.into()),
                    },
                    own.site(db),
                )
                .at(At::Qualified(0)),
            );
        }
        return;
    };
    if levels(db, own).is_empty() {
        return;
    }
    if let Some(problem) = of_instance(db, own, class, definition) {
        out.push(problem);
        return;
    }
    match classes_heads(db, own, definition) {
        Heads::Same => out.extend(of_class(db, own, decl, class, definition)),
        Heads::Other(problem) => out.push(problem),
        Heads::Unknown => {}
    }
}

/// What is said of the last class that a name is qualified with.
fn qualifiers<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    path: &Path,
) -> Option<Vec<Problem<'db>>> {
    let (last, before) = path.qualifiers.split_last()?;
    if let Some(problem) = no_class(db, own, decl, path) {
        return Some(vec![problem]);
    }
    if path.decltype.is_some() || before.iter().any(|q| q.args.is_some()) {
        return None;
    }
    let named = Path::new(
        NameId::Ident(last.name.clone()),
        PathParts {
            global: path.global,
            qualifiers: before.into(),
            ..Default::default()
        },
    );
    let mut cx = Context::of(db, Entity::new(db, own, None))?;
    let offset = 2 * before.len() as u32 + u32::from(path.global);
    let problem = |number, fills, offset| {
        Problem::new((number, fills), own.site(db)).at(At::Qualified(offset))
    };
    let headed = decl.heads.iter().any(|h| !h.params.is_empty());
    let found = match cx.lookup_path(&named) {
        Found::Type(ty) => vec![ty.class_entity(db)?],
        Found::Nothing if before.is_empty() && !path.global && last.args.is_some() && headed => {
            let name = last.name.as_str();
            if !is_new(db, own.code(db).item, name) {
                return None;
            }
            let name = Fill::Text(name.into());
            return Some(vec![problem(codes::NOT_A_TEMPLATE, vec![name], offset)]);
        }
        Found::Entities { set, .. } => set,
        _ => return None,
    };
    let [only] = found[..] else { return None };
    if !matches!(only.kind(db), Some(DeclKind::Class(_)))
        || !is_of_user(db, only.decl(db).code(db).item)
    {
        return None;
    }
    let is_template = own_level(db, only.decl(db)).is_some();
    match (is_template, &last.args) {
        (false, Some(_)) => {
            let class = Fill::Entity(only);
            Some(vec![problem(
                codes::TEMPLATE_ARGUMENTS_NOT_ALLOWED,
                vec![class],
                offset,
            )])
        }
        (true, None) => {
            let class = matches!(decl.kind, DeclKind::Class(_));
            let mut out = Vec::new();
            if class || headed {
                out.push(problem(
                    codes::NOT_A_CLASS_OR_NAMESPACE_NAME,
                    Vec::new(),
                    offset,
                ));
            }
            if !class {
                out.push(problem(
                    codes::TEMPLATE_ARGUMENTS_MISSING,
                    vec![Fill::Entity(only)],
                    offset,
                ));
            }
            Some(out)
        }
        (false, None) if headed => {
            let key = own.key(db)?;
            let definition = specialization(db, only)?.decl(db);
            let all = members(db, definition).get(&key);
            let value = matches!(decl.kind, DeclKind::Function(_) | DeclKind::Variable(_));
            let plain = |d: &DeclRef<'db>| own_level(db, *d).is_none();
            let lone = value && !all.is_empty() && all.iter().all(plain);
            let name = display::qualified_name(db, only);
            lone.then(|| {
                vec![problem(
                    codes::NOT_A_CLASS_TEMPLATE_NAME,
                    vec![Fill::Name(name.into())],
                    0,
                )]
            })
        }
        _ => None,
    }
}

/// A template's head before a member of what is no class: of a template parameter, or of a member of a class template that is an
/// alias of something else ([temp.class]/3).
fn no_class<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    path: &Path,
) -> Option<Problem<'db>> {
    let (last, before) = path.qualifiers.split_last()?;
    if let DeclKind::Class(_) = decl.kind {
        return None;
    }
    let headed = decl.heads.iter().any(|h| !h.params.is_empty());
    if !headed || path.decltype.is_some() || path.global || last.args.is_some() {
        return None;
    }
    let entity = Entity::new(db, own, None);
    let mut cx = Context::of(db, entity)?;
    let problem = |name: String| {
        let code = codes::NOT_A_CLASS_TEMPLATE_NAME {
            name: Fill::Name(name.into()),
        };
        Problem::new(code, own.site(db)).at(At::Qualified(0))
    };
    let [around] = before else {
        let named = NameId::Ident(last.name.clone());
        let found = before.is_empty().then(|| cx.lookup(&named))?;
        let is_parameter = matches!(found, Found::Param { .. })
            || matches!(found, Found::Type(ty) if matches!(ty.kind(db), TyKind::Param { .. }));
        return is_parameter.then(|| problem(last.name.as_str().into()));
    };
    around.args.as_ref()?;
    let found = cx.lookup(&NameId::Ident(around.name.clone()));
    let Found::Entities { set, .. } = found else {
        return None;
    };
    let [template] = set[..] else { return None };
    let is_class = matches!(template.kind(db), Some(DeclKind::Class(_)));
    if !is_class || !is_of_user(db, template.decl(db).code(db).item) {
        return None;
    }
    let definition = (crate::function::redeclarations(db, template.decl(db)).iter())
        .find(|d| d.class(db).is_some_and(|c| c.defined && c.bases.is_empty()))?;
    let all = members(db, *definition).get(&NameKey::Ident(last.name.clone()));
    let [alias] = all[..] else { return None };
    let DeclKind::Alias(_) = alias.hir(db)?.kind else {
        return None;
    };
    let ty = crate::resolve::alias_type(db, Entity::new(db, alias, None))?;
    if ty.is_class(db) {
        return None;
    }
    let class = crate::lookup::self_type(db, *definition, None)?;
    let text = display::type_within(db, entity, class);
    Some(problem(format!("{text}::{}", last.name.as_str())))
}

/// A head before a member, that is no template, of a class with its arguments.
fn of_instance<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    class: Entity<'db>,
    definition: Entity<'db>,
) -> Option<Problem<'db>> {
    definition.env(db).filter(|e| !e.is_dependent(db))?;
    let all = members(db, definition.decl(db)).get(&own.key(db)?);
    let plain = |d: &DeclRef<'db>| own_level(db, *d).is_none();
    let name = Fill::Name(display::qualified_name(db, class).into());
    let problem = Problem::new(codes::NOT_A_CLASS_TEMPLATE_NAME { name }, own.site(db));
    (!all.is_empty() && all.iter().all(plain)).then(|| problem.at(At::Qualified(0)))
}

/// Whether the heads of a definition out of a class are those of the classes that it is qualified with. `true` for what is none.
pub(crate) fn has_heads_of_classes<'db>(db: &'db dyn Db, own: DeclRef<'db>) -> bool {
    let class = qualifier_class(db, own).and_then(|c| c.class_entity(db));
    match class.and_then(|c| specialization(db, c)) {
        Some(definition) if !levels(db, own).is_empty() => {
            !matches!(classes_heads(db, own, definition), Heads::Other(_))
        }
        _ => true,
    }
}

/// How the heads of a declaration are to those of the classes that it is qualified with.
enum Heads<'db> {
    Same,
    Other(Problem<'db>),
    Unknown,
}

/// Whether the qualifiers name the classes around as their own heads do ([temp.class]/3).
fn classes_heads<'db>(db: &'db dyn Db, own: DeclRef<'db>, definition: Entity<'db>) -> Heads<'db> {
    let mine = levels(db, own);
    let depth = outer_depth(db, own) as usize;
    let theirs = levels(db, definition.decl(db));
    let mut envs: Vec<Env<'db>> =
        std::iter::successors(definition.env(db), |e| e.parent(db)).collect();
    envs.reverse();
    if envs.len() != depth || theirs.len() != depth {
        return Heads::Unknown;
    }
    for (i, (level, env)) in mine.iter().zip(&envs).enumerate() {
        let args: &[Arg<'db>] = env.args(db);
        if args.iter().any(|a| a.has_error(db)) {
            return Heads::Unknown;
        }
        let identity = level.identity(db, i as u32);
        let same = identity.get(..args.len()) == Some(args);
        let extra = written(db, level).into_iter().nth(args.len());
        match (same, extra) {
            (true, Some(extra)) => {
                let first = canonical(db, definition.decl(db));
                return Heads::Other(Problem::new(
                    codes::TOO_MANY_TEMPLATE_PARAMETERS {
                        previous: Fill::Line(first.site(db)),
                    },
                    param_site(db, own, extra),
                ));
            }
            (true, None) if theirs.get(i).is_some_and(|l| alike(db, (own, level), l)) => {}
            _ => {
                let problem = Problem::new(codes::TEMPLATE_ARGUMENT_LIST_MISMATCH, own.site(db));
                return Heads::Other(problem.at(At::Qualified(0)));
            }
        }
    }
    Heads::Same
}

/// What is said of a definition by the members of its class.
fn of_class<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    class: Entity<'db>,
    definition: Entity<'db>,
) -> Option<Problem<'db>> {
    let place = own.site(db);
    let key = own.key(db)?;
    let all = members(db, definition.decl(db)).get(&key);
    let entities: Vec<Entity<'db>> = all.iter().map(|d| Entity::new(db, *d, None)).collect();
    if entities.is_empty() {
        return absent(db, own, decl, class, definition);
    }
    let mine = Entity::new(db, own, None);
    match &decl.kind {
        DeclKind::Class(_) => {
            let [only] = entities[..] else { return None };
            let class = matches!(only.kind(db), Some(DeclKind::Class(_)));
            let differ = own_level(db, own).is_some() != own_level(db, only.decl(db)).is_some();
            let around = display::template_text(db, Entity::new(db, definition.decl(db), None));
            let name = format!("{around}::{}", key.ident()?.as_str());
            let fills = vec![Fill::Kind("class template", name.into())];
            (class && differ)
                .then(|| Problem::new((codes::TEMPLATE_DEPTH_MISMATCH, fills), place).at(At::After))
        }
        DeclKind::Variable(_) => {
            let [only] = entities[..] else { return None };
            variable(db, mine, only)
        }
        DeclKind::Function(f) => {
            if matches!(decl.name, NameId::Conversion(_)) {
                return None;
            }
            if !entities.iter().all(|e| e.is_function(db)) {
                let [only] = entities[..] else { return None };
                let variable = matches!(only.kind(db), Some(DeclKind::Variable(_)));
                // A member may be declared by a typedef of a function type.
                let is_function = declared_type(db, only).is_some_and(|t| t.is_function(db));
                return (variable && !is_function).then(|| incompatible(db, own, only));
            }
            let special = matches!(f.special, Special::Constructor | Special::Destructor);
            let first = canonical(db, own);
            let matched = entities.iter().find(|e| e.decl(db) == first);
            if let Some(matched) = matched {
                let differ = !special && returns_differ(db, own, first);
                return differ.then(|| mismatch(db, own, &entities, *matched));
            }
            if let [only] = entities[..]
                && own_level(db, own).is_some()
                && own_level(db, only.decl(db)).is_none()
                && !functions_differ(db, own, only.decl(db), false)
            {
                let name = display::function_text(db, only, false);
                let same = !returns_differ(db, own, only.decl(db));
                return same.then(|| {
                    Problem::new(
                        codes::TEMPLATE_DEPTH_MISMATCH {
                            entity: Fill::Kind("function", name.into()),
                        },
                        place,
                    )
                });
            }
            let certain = |e: &Entity<'db>| functions_differ(db, own, e.decl(db), true);
            let first = *entities.first()?;
            (entities.iter().all(certain)).then(|| mismatch(db, own, &entities, first))
        }
        _ => None,
    }
}

/// What is said where the class itself declares nothing of the name.
fn absent<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    class: Entity<'db>,
    definition: Entity<'db>,
) -> Option<Problem<'db>> {
    let key = own.key(db)?;
    let within = |text: String| match template_depth(db, class) > 0 {
        true => Fill::Kind("class template", text.into()),
        false => Fill::Entity(class),
    };
    let ty = Ty::of(db, TyKind::Class(class));
    let class_text = display::type_within(db, Entity::new(db, definition.decl(db), None), ty);
    let name = match &decl.name {
        NameId::Ident(name) => name.as_str().to_owned(),
        NameId::Operator(op) if op.spelling() != "=" => op.function_id(),
        NameId::Destructor(_) => format!("~{}", definition.decl(db).key(db)?.ident()?.as_str()),
        _ => return None,
    };
    if matches!(decl.kind, DeclKind::Class(_)) && own.key(db) == definition.decl(db).key(db) {
        return None;
    }
    let set = member(db, ty, key);
    // What a base that depends on parameters has is not looked for.
    let open = set.class.is_some_and(|c| c.is_dependent(db));
    let inherited = !set.set.is_empty() && !open;
    if inherited && matches!(decl.kind, DeclKind::Function(_)) {
        return Some(Problem::new(
            codes::INHERITED_MEMBER_NOT_ALLOWED,
            own.site(db),
        ));
    }
    if inherited {
        let fills = vec![Fill::Name(name.into())];
        let variable = matches!(decl.kind, DeclKind::Variable(_));
        return variable.then(|| {
            Problem::new(
                (codes::NOT_A_FUNCTION_OR_STATIC_MEMBER, fills),
                own.site(db),
            )
        });
    }
    if matches!(decl.kind, DeclKind::Class(_)) && class.env(db).is_some() {
        let fills = vec![Fill::Name(format!("{class_text}::{name}").into())];
        return Some(Problem::new(
            (codes::TEMPLATE_NOT_DEFINABLE, fills),
            own.site(db),
        ));
    }
    Some(Problem::new(
        codes::NO_SUCH_MEMBER {
            class: within(class_text),
            name: Fill::Name(name.into()),
        },
        own.site(db),
    ))
}

/// A definition of a static data member against its declaration.
fn variable<'db>(db: &'db dyn Db, own: Entity<'db>, member: Entity<'db>) -> Option<Problem<'db>> {
    let (place, hir) = (own.decl(db).site(db), member.hir(db)?);
    let is_static = |d: &Decl| matches!(d.kind, DeclKind::Variable(_)) && d.spec.any(Spec::STATIC);
    if !is_static(hir) {
        let enumerator = matches!(
            hir.kind,
            DeclKind::Variable(_) | DeclKind::Function(_) | DeclKind::Enumerator(_)
        );
        let name = hir.name.ident()?.as_str();
        let fills = vec![Fill::Name(name.into())];
        return enumerator
            .then(|| Problem::new((codes::NOT_A_FUNCTION_OR_STATIC_MEMBER, fills), place));
    }
    let template = |e: Entity<'db>| own_level(db, e.decl(db)).is_some();
    if template(own) && !template(member) {
        let text = display::template_text(db, member);
        let name = text.rsplit(' ').next().unwrap_or_default();
        return Some(Problem::new(
            codes::TEMPLATE_DEPTH_MISMATCH {
                entity: Fill::Kind("member", name.into()),
            },
            place,
        ));
    }
    if template(own) != template(member) {
        return None;
    }
    let (a, b) = (declared_type(db, own)?, declared_type(db, member)?);
    if !differ(db, a, b) {
        return None;
    }
    if !template(member) {
        return Some(incompatible(db, own.decl(db), member));
    }
    let text = display::template_text(db, member);
    let name = text.rsplit(' ').next().unwrap_or_default();
    let previous = Fill::Local(
        "variable template",
        name.into(),
        Some(member.decl(db).site(db)),
    );
    Some(Problem::new(
        codes::NOT_COMPATIBLE_WITH_PREVIOUS_DECL { previous },
        place,
    ))
}

/// That a definition fits none of the functions of its name.
fn mismatch<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    all: &[Entity<'db>],
    shown: Entity<'db>,
) -> Problem<'db> {
    match all {
        [only] => incompatible(db, own, *only),
        _ => Problem::new(
            codes::NO_INSTANCE_OF_SPECIFIED_TYPE {
                entity: Fill::Overloaded(shown),
            },
            own.site(db),
        ),
    }
}

fn incompatible<'db>(db: &'db dyn Db, own: DeclRef<'db>, with: Entity<'db>) -> Problem<'db> {
    let kind = match with.is_function(db) && own_level(db, with.decl(db)).is_some() {
        true => "function template",
        false => "",
    };
    let text = display::template_text(db, with);
    let previous = Fill::Local(kind, text.into(), Some(with.decl(db).site(db)));
    Problem::new(
        codes::NOT_COMPATIBLE_WITH_PREVIOUS_DECL { previous },
        own.site(db),
    )
}
