//! Definitions of members out of their class where nothing declares the class, or no more than that it is one ([class.mfct]/1,
//! [basic.lookup.qual.general]/3): `void widget::draw() {}` without the header. The reference reads the class's name as that of a
//! variable.

use cleave_base_db::Db;
use cleave_codes::{Message as _, codes};
use cleave_hir::{Decl, DeclKind, NameId, TypeId, TypeRef};
use cleave_lang::Builtin;
use cleave_names::decl::{Spec, Special};

use crate::convert::quietly;
use crate::lookup::Found;
use crate::lookup::namespaces::Want;
use crate::lookup::qualified::{Scope, spelled};
use crate::{At, Context, Entity, Fill, NameKey, Problem, Site, class, function};

/// Says what is wrong with the class that a declaration is qualified by. Whether something is.
pub(super) fn check<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    decl: &Decl,
    site: Site<'db>,
    out: &mut Vec<Problem<'db>>,
) -> bool {
    let kind = matches!(decl.kind, DeclKind::Function(_) | DeclKind::Variable(_));
    let plain = decl.heads.is_empty() && decl.parent.is_none() && !decl.spec.any(Spec::FRIEND);
    let Some(path) = decl.path.as_deref().filter(|_| kind && plain) else {
        return false;
    };
    let (Some(first), Some(mut cx)) = (path.qualifiers.first(), Context::of(db, entity)) else {
        return false;
    };
    if path.global || first.args.is_some() {
        return false;
    }
    let key = NameKey::Ident(first.name.clone());
    let found = quietly(&mut cx, |cx| cx.lookup_key(&key, Want::Any));
    // `struct S { static S *p; } *S::p;`
    let is_of_item = (cx.code.decls.iter()).any(|(_, d)| {
        let is_type = matches!(d.kind, DeclKind::Class(_) | DeclKind::Enum(_));
        is_type && d.parent.is_none() && d.name.ident() == Some(&first.name)
    });
    if found == Found::Nothing && is_of_item {
        return false;
    }
    if found == Found::Nothing {
        let unknown = cx.no_such_scope(path, false, site);
        let certain = unknown
            .is_some_and(|p| p.code == codes::NOT_A_CLASS_OR_NAMESPACE_NAME && p.at == At::First);
        if certain {
            let at = |problem: Problem<'db>, n| problem.at(At::Qualified(n));
            let name = first.name.as_str();
            let scope = entity.decl(db).code(db).scope(db);
            let name = match scope.parent(db) {
                Some(_) => format!("{}::{name}", spelled(db, scope)),
                None => name.to_owned(),
            };
            let first = variable(&cx, decl, &name, site);
            out.extend(first.map(|p| at(p, 0)));
            out.push(at(Problem::new(codes::EXP_SEMICOLON, site), 1));
        }
        return certain;
    }
    if found == Found::Ambiguous {
        let name = Fill::Name(first.name.as_str().into());
        let problem = Problem::new(codes::AMBIGUOUS_NAME { name }, site);
        out.push(problem.at(At::Qualified(0)));
        return true;
    }
    let [_] = path.qualifiers[..] else {
        return false;
    };
    cx.modes.in_qualifier = true;
    let Scope::Type(of) = quietly(&mut cx, |cx| cx.scope_of(path)) else {
        return false;
    };
    let Some(declared) = of.class_entity(db).filter(|e| e.env(db).is_none()) else {
        return false;
    };
    let place = class::Place::Declaration(entity.decl(db));
    let own = declared.decl(db).code(db).body.is_none() && !declared.is_template(db);
    let undefined = || {
        function::definition(db, declared).is_none() || class::is_defined_later(db, declared, place)
    };
    if !own || !matches!(declared.kind(db), Some(DeclKind::Class(_))) || !undefined() {
        return false;
    }
    let ty = Fill::Type(of);
    let problem = Problem::new(codes::INCOMPLETE_TYPE_NOT_ALLOWED { ty }, site);
    out.push(problem.at(At::Qualified(0)));
    true
}

/// What is said of the variable that the name of the class is read as: it has no type, or needs a value.
fn variable<'db>(
    cx: &Context<'db>,
    decl: &Decl,
    name: &str,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let untyped = || {
        Some(Problem::new(
            codes::NO_STORAGE_CLASS_OR_TYPE_SPECIFIER,
            site,
        ))
    };
    let written: TypeId = match &decl.kind {
        DeclKind::Function(f)
            if matches!(decl.name, NameId::Destructor(_) | NameId::Conversion(_))
                || f.special == Special::Constructor =>
        {
            return untyped();
        }
        DeclKind::Function(f) => match &cx.code[f.ty] {
            TypeRef::Function(f) => f.ret,
            _ => return None,
        },
        DeclKind::Variable(v) => v.ty,
        _ => return None,
    };
    let entity = || Fill::Kind("variable", name.into());
    let message = match &cx.code[written] {
        TypeRef::Missing => return untyped(),
        TypeRef::Builtin(Builtin::Void) => {
            let ty = Fill::Spelled("void".into());
            codes::INCOMPLETE_TYPE_NOT_ALLOWED { ty }.filled()
        }
        _ if decl.spec.any(Spec::CONSTEXPR) => (codes::CONSTEXPR_WITHOUT_INITIALIZER, Vec::new()),
        TypeRef::LvalueReference(_) | TypeRef::RvalueReference(_) => {
            (codes::MISSING_INITIALIZER_ON_REFERENCE, vec![entity()])
        }
        TypeRef::Qualified(quals, _) if quals.is_const => {
            (codes::MISSING_INITIALIZER_ON_CONST, vec![entity()])
        }
        _ => return None,
    };
    Some(Problem::new(message, site))
}
