//! What constructors initialise before their bodies ([class.base.init]).

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{DeclKind, Init, MemInit, NameId, StmtId};

use crate::check::init::{Mode, Purpose};
use crate::class::layout::virtual_bases;
use crate::class::{ClassInfo, class_info};
use crate::convert::{BaseSearch, base_search};
use crate::lookup::Found;
use crate::resolve::packs::{Element, Expansion};
use crate::thir::{ExprId, ExprKind, MemberInit};
use crate::written;
use crate::{At, Context, Entity, Fill, Problem, Site, Step, Ty};

/// How deep anonymous classes may nest.
const NESTING: u32 = 32;

/// What a constructor initialises before its body ([class.base.init]).
pub(crate) fn constructor<'db>(
    cx: &mut Context<'db>,
    class: Ty<'db>,
    written: &'db [MemInit],
    block: Option<StmtId>,
) {
    let db = cx.db;
    let class = class.unqualified(db);
    let Some(info) = class_info(db, class) else {
        return;
    };
    let site = Site {
        code: cx.code_ref,
        index: 0,
        is_type: false,
    };
    let mut found: Vec<(Option<Step>, ExprId, Site<'db>)> = Vec::new();
    let mut named: Vec<(Step, Option<u32>)> = Vec::new();
    // Whether an initialiser may be for any base or member.
    let mut vague = false;
    for init in written {
        for element in elements(cx, init) {
            let around = cx.enter(&element);
            vague |= !initialiser(cx, class, info, init, site, &mut named, &mut found);
            cx.leave(around);
        }
    }
    if !cx.in_template() && !cx.is_instantiation() {
        check_order(cx, info, class, written);
    }
    if let Some((None, e, at)) = found.iter().find(|f| f.0.is_none()) {
        cx.out.inits.push(MemberInit {
            target: None,
            value: *e,
            written: Some(*at),
        });
        return;
    }
    if let (Some(block), false) = (block, vague) {
        let given: Vec<Step> = found.iter().filter_map(|f| f.0).collect();
        cx.missing_members(info, &given, block);
    }
    let push = |cx: &mut Context<'db>, step: Step, default: Option<ExprId>| {
        let given = found.iter().find(|f| f.0 == Some(step));
        let (value, written) = match (given, default) {
            (Some(f), _) => (f.1, Some(f.2)),
            (None, Some(e)) => (e, None),
            (None, None) => return,
        };
        cx.out.inits.push(MemberInit {
            target: Some(step),
            value,
            written,
        });
    };
    for (i, base) in info.bases.iter().enumerate() {
        let step = Step::Base(i as u32);
        let default = match found.iter().any(|f| f.0 == Some(step)) {
            true => None,
            false if vague => Some(cx.error_expr(site)),
            false => Some(cx.with_mode(
                |m| &mut m.of_base,
                true,
                |cx| implied(cx, base.ty, site, block),
            )),
        };
        push(cx, step, default);
    }
    // Virtual bases of bases: whoever makes a complete object constructs them too. What is wrong there is not told.
    for (i, base) in virtual_bases(db, class.id()).iter().enumerate() {
        if info
            .bases
            .iter()
            .any(|b| b.is_virtual && b.ty.unqualified(db) == *base)
        {
            continue;
        }
        let step = Step::Base((info.bases.len() + i) as u32);
        let default = match found.iter().any(|f| f.0 == Some(step)) {
            true => None,
            false if vague => Some(cx.error_expr(site)),
            false => {
                let before = cx.problems.len();
                let e = cx.default_initialize(*base, site);
                cx.problems.truncate(before);
                Some(e)
            }
        };
        push(cx, step, default);
    }
    for (i, field) in info.fields.iter().enumerate() {
        let step = Step::Field(i as u32);
        let given = found.iter().any(|f| f.0 == Some(step));
        let default = match (given, field.has_default) {
            (true, _) => None,
            (false, true) => {
                let (ty, category) = crate::check::result(db, field.ty);
                Some(cx.push(ExprKind::DefaultMember(i as u32), ty, category, site))
            }
            (false, false) if info.is_union || field.ty.is_reference(db) => None,
            // Of the members of an anonymous union none need be initialised.
            (false, false) if field.name.is_empty() => {
                let before = cx.problems.len();
                let e = cx.default_initialize(field.ty, site);
                cx.problems.truncate(before);
                match cx.is_bad(e) && !cx.is_dependent(e) {
                    true => Some(cx.prvalue(ExprKind::Uninitialized, field.ty, site)),
                    false => Some(e),
                }
            }
            (false, false) => Some(implied(cx, field.ty, site, block)),
        };
        push(cx, step, default);
    }
    if let Some(block) = block {
        destructors(cx, info, block);
    }
}

/// A constructor that ends by an exception destroys what it has made ([class.base.init]/12): the destructors of bases and members
/// are accessible and not deleted. What is not is reported at the body.
fn destructors<'db>(cx: &mut Context<'db>, info: &ClassInfo<'db>, block: StmtId) {
    if info.is_union {
        return;
    }
    let site = Site {
        code: cx.code_ref,
        index: 0,
        is_type: false,
    };
    let at = At::Statement(u32::from(block.into_raw()), 0);
    let bases = info.bases.iter().filter(|b| !b.is_virtual).map(|b| b.ty);
    let members = info.fields.iter().filter(|f| !f.name.is_empty());
    let db = cx.db;
    let deleted = |ty: Ty<'db>| {
        let class = ty.innermost_element(db).unqualified(db);
        let state = crate::class::special(db, class, crate::class::Special::Destructor);
        state.is_some_and(|s| s.deleted && s.declared.is_some())
    };
    // What is initialised without running code may have a deleted one.
    for ty in bases.filter(|ty| !deleted(*ty)) {
        cx.destroy_base(ty, site, at);
    }
    for ty in members.map(|f| f.ty).filter(|ty| !deleted(*ty)) {
        cx.check_destructor(ty, site, at);
    }
}

/// A destructor destroys bases and members ([class.dtor]/13): their destructors are accessible and not deleted. What is not is
/// reported at the declarator. The virtual bases of an abstract class are no part of its objects.
pub(crate) fn destructor<'db>(cx: &mut Context<'db>, class: Ty<'db>, site: Site<'db>) {
    let db = cx.db;
    let Some(info) = class_info(db, class.unqualified(db)).filter(|info| !info.is_union) else {
        return;
    };
    let bases = info.bases.iter().filter(|b| !b.is_virtual).map(|b| b.ty);
    let shared = virtual_bases(db, class.unqualified(db).id()).iter();
    let shared = shared.copied().filter(|_| !info.is_abstract);
    for ty in shared.chain(bases) {
        cx.destroy_base(ty, site, At::Point);
    }
    // The members of an anonymous class are those of the class; the members of an anonymous union are not destroyed.
    let mut open = vec![info.fields.iter()];
    while let Some(fields) = open.last_mut() {
        let Some(field) = fields.next() else {
            open.pop();
            continue;
        };
        // Broken code may have an unnamed member of any class.
        let nameless = |ty: Ty<'db>| {
            let class = ty.class_entity(db).and_then(|e| e.hir(db));
            class.is_some_and(|hir| hir.name == cleave_hir::NameId::None)
        };
        let anonymous = Some(field).filter(|f| f.name.is_empty() && nameless(f.ty));
        match anonymous.and_then(|f| class_info(db, f.ty.unqualified(db))) {
            Some(inner) if inner.is_union => {}
            Some(inner) => open.push(inner.fields.iter()),
            None => cx.check_destructor(field.ty, site, At::Point),
        }
    }
}

/// The first member initialiser behind the one of a later member: members are initialised in the order of their declarations
/// ([class.base.init]/13).
fn check_order<'db>(
    cx: &mut Context<'db>,
    info: &ClassInfo<'db>,
    class: Ty<'db>,
    written: &'db [MemInit],
) {
    let db = cx.db;
    let mut before: Option<usize> = None;
    for init in written {
        let field = match member_target(cx, class, init) {
            Some((Some(Step::Field(i)), _)) => Some(i as usize),
            _ => None,
        };
        if let (Some(first), Some(then)) = (field, before)
            && first < then
        {
            let named = |i: usize| Fill::Entity(Entity::new(db, info.fields[i].decl, None));
            let site = cx.site(init.at);
            cx.problem(
                codes::OUT_OF_ORDER_CTOR_INIT {
                    first: named(first),
                    second: named(then),
                },
                site,
            );
            return;
        }
        before = field;
    }
}

/// What a member initialiser is read with: once, or for each element of the packs that it expands ([temp.variadic]/5).
fn elements<'db>(cx: &mut Context<'db>, init: &'db MemInit) -> Vec<Element<'db>> {
    let once = || vec![Element::default()];
    if !init.pack {
        return once();
    }
    let mut names = Vec::new();
    let args = match &init.init {
        Init::Paren(args) => &**args,
        Init::Brace(list) | Init::Equal(list) => std::slice::from_ref(list),
        Init::None | Init::Elsewhere => &[],
    };
    crate::code::unexpanded::path_names(cx.code, &init.target, &mut |name| {
        names.push(name.clone())
    });
    for &e in args {
        crate::code::unexpanded::expr_names(cx.code, e, &mut |name| names.push(name.clone()));
    }
    match cx.expansion_of(&names) {
        Expansion::Elements(all) if !all.iter().any(|e| e.expansion) => all,
        _ => once(),
    }
}

/// One member initialiser. Whether it is known what it initialises.
fn initialiser<'db>(
    cx: &mut Context<'db>,
    class: Ty<'db>,
    info: &ClassInfo<'db>,
    init: &'db MemInit,
    site: Site<'db>,
    named: &mut Vec<(Step, Option<u32>)>,
    found: &mut Vec<(Option<Step>, ExprId, Site<'db>)>,
) -> bool {
    let target = member_target(cx, class, init);
    let Some((step, ty)) = target else {
        if let Some(problem) = no_target(cx, class, info, init) {
            cx.problems.push(problem);
        }
        // Arguments are code all the same.
        let e = written_init(cx, Ty::error(cx.db), init, site);
        let _ = e;
        return !cx.is_instantiation();
    };
    if let Some(step) = step.filter(|_| !init.pack && !cx.is_instantiation()) {
        let variant = ty.1.map(|(_, number)| number);
        let problem = again(cx, info, named, step, variant, init);
        named.push((step, variant));
        if let Some(problem) = problem {
            cx.problems.push(problem);
            return true;
        }
    }
    if let Some(problem) = array_from_parentheses(cx, info, step, ty.0, init) {
        let bad = cx.report(problem);
        found.push((step, bad, site));
        return true;
    }
    let field = match step {
        Some(Step::Field(number)) => info.fields.get(number as usize),
        _ => None,
    };
    let of = match field {
        Some(field) => written::Target::Field(field.decl, class),
        None => written::Target::Unknown,
    };
    let of_base = matches!(step, Some(Step::Base(_)));
    let e = cx.with_mode(
        |m| &mut m.of_base,
        of_base,
        |cx| cx.for_target(of, |cx| written_init(cx, ty.0, init, site)),
    );
    let at = cx.site_of(e);
    // A member of an anonymous union initialises the union.
    let e = match ty.1 {
        Some((union, number)) => cx.prvalue(ExprKind::UnionInit(number, Some(e)), union, at),
        None => e,
    };
    found.push((step, e, at));
    true
}

/// The initialisation of a base or member that no initialiser names: what is wrong with it is reported at the body.
fn implied<'db>(
    cx: &mut Context<'db>,
    ty: Ty<'db>,
    site: Site<'db>,
    block: Option<StmtId>,
) -> ExprId {
    let before = cx.problems.len();
    let e = cx.default_initialize(ty, site);
    // In a template nothing is initialised before it is instantiated.
    if cx.in_template() {
        cx.problems.truncate(before);
    }
    for problem in cx.problems.iter_mut().skip(before) {
        if let (true, Some(block)) = (problem.site == site, block) {
            problem.at = At::Statement(u32::from(block.into_raw()), 0);
        }
    }
    e
}

/// What is initialised: its type, and the anonymous union that it is a member of, with its number there.
type Target<'db> = (Ty<'db>, Option<(Ty<'db>, u32)>);

/// What a member initialiser names: a field, a base, or the class itself.
fn member_target<'db>(
    cx: &mut Context<'db>,
    class: Ty<'db>,
    init: &'db MemInit,
) -> Option<(Option<Step>, Target<'db>)> {
    let db = cx.db;
    let info = class_info(db, class)?;
    if let (NameId::Ident(name), true) = (&init.target.name, init.target.is_unqualified())
        && let Some(i) = info.fields.iter().position(|f| &*f.name == name.as_str())
    {
        return Some((Some(Step::Field(i as u32)), (info.fields[i].ty, None)));
    }
    if let (NameId::Ident(name), true) = (&init.target.name, init.target.is_unqualified()) {
        for (i, field) in info.fields.iter().enumerate() {
            if !field.name.is_empty() || !field.ty.is_class(db) {
                continue;
            }
            let inner = class_info(db, field.ty.unqualified(db))?;
            let at = inner.fields.iter().position(|f| &*f.name == name.as_str());
            if let (Some(at), true) = (at, inner.is_union) {
                let of = Some((field.ty.unqualified(db), at as u32));
                return Some((Some(Step::Field(i as u32)), (inner.fields[at].ty, of)));
            }
        }
    }
    let ty = crate::convert::quietly(cx, |cx| cx.path_type(&init.target))?.unqualified(db);
    if ty == class {
        return Some((None, (class, None)));
    }
    let direct = info.bases.iter().position(|b| b.ty.unqualified(db) == ty);
    let of_bases = || {
        let at = virtual_bases(db, class.id())
            .iter()
            .position(|b| *b == ty)?;
        Some(info.bases.len() + at)
    };
    let at = direct.or_else(of_bases)?;
    Some((Some(Step::Base(at as u32)), (ty, None)))
}

/// A class as messages about its initialisers name it: in a template with the template's parameters.
fn in_message<'db>(cx: &Context<'db>, class: Ty<'db>) -> Fill<'db> {
    let db = cx.db;
    match (cx.in_template(), class.class_entity(db)) {
        (true, Some(e)) => {
            let pattern = Entity::new(db, e.decl(db), None);
            Fill::Spelled(crate::display::template_text(db, pattern).into())
        }
        _ => Fill::Type(class),
    }
}

/// The same of one that names a specialisation of a class template.
fn no_specialization<'db>(
    cx: &mut Context<'db>,
    class: Ty<'db>,
    info: &ClassInfo<'db>,
    init: &'db MemInit,
) -> Option<Problem<'db>> {
    let db = cx.db;
    let name = init.target.name.ident()?;
    let open = |ty: Ty<'db>| ty.is_dependent(db) || ty.is_unknown(db);
    if !init.target.is_unqualified()
        || init.pack
        || cx.is_instantiation()
        || info.bases.iter().any(|b| open(b.ty))
    {
        return None;
    }
    let ty = crate::convert::quietly(cx, |cx| cx.path_type(&init.target))?;
    let certain = ty.is_class(db) && !open(ty);
    let fills = vec![Fill::Name(name.as_str().into()), in_message(cx, class)];
    let problem = Problem::new((codes::NOT_A_MEMBER_OR_BASE, fills), cx.site(init.at));
    certain.then(|| problem.at(At::First))
}

/// What is said of an initialiser that names nothing to initialise. Silent where that is not certain.
fn no_target<'db>(
    cx: &mut Context<'db>,
    class: Ty<'db>,
    info: &ClassInfo<'db>,
    init: &'db MemInit,
) -> Option<Problem<'db>> {
    let db = cx.db;
    let path = &init.target;
    let plain = path.is_unqualified() && path.args.is_none() && !init.pack;
    let NameId::Ident(name) = &path.name else {
        return None;
    };
    if path.args.is_some() {
        return no_specialization(cx, class, info, init);
    }
    if !plain || cx.is_instantiation() || in_anonymous(db, info, name.as_str(), 0) {
        return None;
    }
    let site = cx.site(init.at);
    let say = |number: codes::Code, fills| Some(Problem::new((number, fills), site).at(At::First));
    let fills = vec![Fill::Name(name.as_str().into()), in_message(cx, class)];
    let found = cx.lookup_path(path);
    if let Found::Nothing = found {
        return say(codes::NOT_A_MEMBER_OR_BASE, fills);
    }
    if cx.in_template() {
        let Found::Entities { set, .. } = &found else {
            return None;
        };
        let [template] = set[..] else { return None };
        if matches!(template.kind(db), Some(DeclKind::Alias(_))) {
            let ty = crate::convert::quietly(cx, |cx| cx.path_type(path))?.unqualified(db);
            let certain = !ty.is_dependent(db) && !ty.is_unknown(db);
            let based = || {
                info.bases.iter().any(|b| b.ty.is_dependent(db))
                    || base_search(db, class, ty) != BaseSearch::None
            };
            let wrong = certain && !(ty.is_class(db) && based());
            return wrong.then(|| say(codes::NOT_A_MEMBER_OR_BASE, fills))?;
        }
        let entity = Fill::Entity(template);
        return is_other_template(db, class, info, template)
            .then(|| say(codes::TEMPLATE_ARGUMENTS_MISSING, vec![entity]))?;
    }
    if let Found::Entities { set, .. } = &found
        && set.iter().all(|e| is_no_type(db, *e))
    {
        return say(codes::NOT_A_MEMBER_OR_BASE, fills);
    }
    let ty = crate::convert::quietly(cx, |cx| cx.path_type(path))?.unqualified(db);
    if ty.is_unknown(db) {
        return None;
    }
    match ty.is_class(db).then(|| base_search(db, class, ty)) {
        None | Some(BaseSearch::None) => say(codes::NOT_A_MEMBER_OR_BASE, fills),
        Some(_) if !has_virtual_base(db, info, 0) => {
            say(codes::INDIRECT_NONVIRTUAL_BASE, Vec::new())
        }
        Some(_) => None,
    }
}

/// Whether a class template's name is found from a class template as that of the template alone: neither the class, nor one around
/// it, nor a base that is known has it for itself ([temp.local]/1).
fn is_other_template<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    info: &ClassInfo<'db>,
    template: Entity<'db>,
) -> bool {
    let own = class.class_entity(db).map(|e| e.decl(db));
    let around = std::iter::successors(own, |d| d.parent_class(db));
    template.is_template(db)
        && template.env(db).is_none()
        && template.decl(db).is_class(db)
        && template.decl(db).parent_class(db).is_none()
        && info.bases.iter().all(|b| b.ty.is_dependent(db))
        && around
            .take(64)
            .all(|d| d.key(db) != template.decl(db).key(db))
}

fn is_no_type<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    matches!(
        entity.kind(db),
        Some(DeclKind::Variable(_) | DeclKind::Function(_) | DeclKind::Enumerator(_))
    )
}

/// Whether a class has virtual bases, or what its bases are is not known.
fn has_virtual_base<'db>(db: &'db dyn Db, info: &ClassInfo<'db>, depth: u32) -> bool {
    depth > NESTING
        || info.bases.iter().any(|b| {
            b.is_virtual
                || class_info(db, b.ty.unqualified(db))
                    .is_none_or(|i| has_virtual_base(db, i, depth + 1))
        })
}

/// Whether a name is one of a member of an anonymous class in a class.
fn in_anonymous<'db>(db: &'db dyn Db, info: &ClassInfo<'db>, name: &str, depth: u32) -> bool {
    depth > NESTING
        || info.fields.iter().any(|f| {
            f.name.is_empty()
                && f.ty.is_class(db)
                && class_info(db, f.ty.unqualified(db)).is_none_or(|inner| {
                    inner.fields.iter().any(|f| &*f.name == name)
                        || in_anonymous(db, inner, name, depth + 1)
                })
        })
}

/// What is said of a base or member that an initialiser before this one names.
fn again<'db>(
    cx: &Context<'db>,
    info: &ClassInfo<'db>,
    named: &[(Step, Option<u32>)],
    step: Step,
    variant: Option<u32>,
    init: &MemInit,
) -> Option<Problem<'db>> {
    let db = cx.db;
    let site = cx.site(init.at);
    let say = |number, fills| Some(Problem::new((number, fills), site).at(At::First));
    let field = |step: Step| matches!(step, Step::Field(_));
    if info.is_union
        && !cx.in_template()
        && field(step)
        && named.iter().any(|n| field(n.0) && n.0 != step)
    {
        return say(codes::SEVERAL_UNION_MEMBERS_INITIALIZED, Vec::new());
    }
    let before = named.iter().find(|n| n.0 == step)?;
    match step {
        Step::Base(i) => {
            let ty = info.bases.get(i as usize)?.ty.unqualified(db);
            say(codes::BASE_ALREADY_INITIALIZED, vec![Fill::Type(ty)])
        }
        Step::Field(_) if before.1 != variant => {
            say(codes::SEVERAL_UNION_MEMBERS_INITIALIZED, Vec::new())
        }
        Step::Field(i) if variant.is_none() => say(
            codes::MEMBER_ALREADY_INITIALIZED,
            vec![member(db, info, i)?],
        ),
        _ => None,
    }
}

fn member<'db>(db: &'db dyn Db, info: &ClassInfo<'db>, number: u32) -> Option<Fill<'db>> {
    let field = info.fields.get(number as usize)?;
    let env = info.definition.and_then(|d| d.env(db));
    Some(Fill::Entity(Entity::new(db, field.decl, env)))
}

/// Arrays are initialised by braces, or by nothing, until C++20.
fn array_from_parentheses<'db>(
    cx: &Context<'db>,
    info: &ClassInfo<'db>,
    step: Option<Step>,
    ty: Ty<'db>,
    init: &MemInit,
) -> Option<Problem<'db>> {
    let (Init::Paren(args), Some(Step::Field(i))) = (&init.init, step) else {
        return None;
    };
    let standard = cx.code_ref.item.file(cx.db).dialect(cx.db).standard;
    let literal = |e: &cleave_hir::ExprId| {
        matches!(
            &cx.code[*e],
            cleave_hir::Expr::Literal(
                cleave_hir::Literal::Int { .. } | cleave_hir::Literal::Float { .. }
            )
        )
    };
    // An array that is made for it initialises no other.
    let made = match args[..] {
        [only] => match &cx.code[only] {
            cleave_hir::Expr::Braced(ty, _) => {
                matches!(cx.code[*ty], cleave_hir::TypeRef::Array { .. })
            }
            _ => false,
        },
        _ => false,
    };
    let literals = !args.is_empty()
        && args.iter().all(literal)
        && standard < cleave_syntax::Standard::Cpp20
        && !cx.in_template();
    let certain = ty.is_array(cx.db) && (literals || made) && !cx.is_instantiation();
    let fills = certain.then(|| member(cx.db, info, i)).flatten()?;
    let first = cx.site(*args.first()?);
    Some(Problem::new(codes::INVALID_ARRAY_INITIALIZER { entity: fills }, first).at(At::First))
}

fn written_init<'db>(
    cx: &mut Context<'db>,
    ty: Ty<'db>,
    written: &'db MemInit,
    site: Site<'db>,
) -> ExprId {
    let from = cx.out.exprs.len();
    let target = cx.site(written.at);
    let e = match &written.init {
        Init::Paren(args) if args.is_empty() => {
            let before = cx.problems.len();
            let e = cx.direct_initialize(ty, &[], site);
            if cx.in_template() {
                cx.problems.truncate(before);
            }
            at_parenthesis(cx, before, site, target);
            e
        }
        Init::Paren(args) => match cx.arguments(args) {
            Some(es) => {
                let site = es.first().map_or(site, |&e| cx.site_of(e));
                let before = cx.problems.len();
                let e = cx.direct_initialize(ty, &es, site);
                if ty.is_class(cx.db) {
                    at_parenthesis(cx, before, site, target);
                }
                e
            }
            None => cx.dependent_expr(site),
        },
        Init::Equal(e) | Init::Brace(e) => {
            let list = cx.expr(*e);
            cx.initialize(ty, list, Mode::Direct, Purpose::Variable)
        }
        Init::None | Init::Elsewhere => cx.value_initialize(ty, site),
    };
    match ty.is_reference(cx.db) {
        true => e,
        false => cx.full(e, from),
    }
}

/// What is wrong with an initialisation as such is reported at the parenthesis after what is initialised.
fn at_parenthesis<'db>(cx: &mut Context<'db>, from: usize, site: Site<'db>, target: Site<'db>) {
    for problem in cx.problems.iter_mut().skip(from) {
        if problem.site != site {
            continue;
        }
        match problem.code {
            codes::MISSING_INITIALIZER_ON_REFERENCE => {
                problem.code = codes::DEFAULT_INITIALIZED_REFERENCE;
                problem.at = At::Nth(2);
            }
            codes::NO_MATCHING_CONSTRUCTOR
            | codes::NO_DEFAULT_CONSTRUCTOR
            | codes::INACCESSIBLE_CONSTRUCTOR_OR_DESTRUCTOR
            | codes::DELETED_FUNCTION_REFERENCED
            | codes::DELETED_DEFAULT_CONSTRUCTOR => problem.at = At::After,
            _ => continue,
        }
        problem.site = target;
    }
}
