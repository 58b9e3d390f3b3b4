//! Literal operators ([over.literal]): their parameters, and that none has C language linkage.

use cleave_base_db::Db;
use cleave_codes::{Code, codes};
use cleave_hir::{DeclKind, TemplateParam, TemplateParamKind, TypeRef};
use cleave_lang::Builtin;
use cleave_names::ItemId;
use cleave_names::decl::{Spec, Special};

use crate::linkage::language::is_in_c;
use crate::program::user_declarations;
use crate::{CodeRef, Entity, Fill, Problem, Site, Ty, function};

/// The integers that an operator may take ([over.literal]/3).
const INTEGERS: [Builtin; 6] = [
    Builtin::UnsignedLongLong,
    Builtin::Char,
    Builtin::WChar,
    Builtin::Char8,
    Builtin::Char16,
    Builtin::Char32,
];

/// What is said of the parameters of a template, and what they are to be.
const CHARACTERS: (Code, &str) = (codes::LITERAL_OPERATOR_TEMPLATE_HEAD, "\"<char ...>\"");
/// The same where the first of them is a type.
const STRING: (Code, &str) = (
    codes::STRING_LITERAL_OPERATOR_TEMPLATE_HEAD,
    "\"<typename T, T ...>\"",
);

/// What is wrong with the literal operators of an item.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for (own, decl, site) in user_declarations(db, item) {
        if !matches!(&decl.kind, DeclKind::Function(f) if f.special == Special::Literal) {
            continue;
        }
        let entity = own.entity(db);
        let say = |code: Code| Problem::new(code, site);
        let Some(head) = decl.heads.first() else {
            if entity.decl(db).parent_class(db).is_some() && !decl.spec.any(Spec::FRIEND) {
                out.push(say(codes::LITERAL_OPERATOR_IN_CLASS));
                continue;
            }
            if is_in_c(db, entity.decl(db)) {
                out.push(say(codes::LITERAL_OPERATOR_WITH_C_LINKAGE));
            }
            // A template that does not say so ([dcl.fct]/22).
            let signature = function::signature(db, entity);
            if signature.is_some_and(|s| s.ty.params.iter().any(|p| p.has_auto(db))) {
                out.push(say(codes::LITERAL_OPERATOR_TEMPLATE_WITH_PARAMETERS));
                let list = vec![Fill::Text(STRING.1.into())];
                out.push(Problem::new((STRING.0, list), site));
                continue;
            }
            out.extend(parameters(db, entity, site));
            continue;
        };
        if decl.path.is_some() || decl.heads.len() != 1 || head.params.is_empty() {
            continue;
        }
        let takes = function::signature(db, entity).is_some_and(|s| !s.ty.params.is_empty());
        if takes {
            out.push(say(codes::LITERAL_OPERATOR_TEMPLATE_WITH_PARAMETERS));
        }
        let code = CodeRef { item, body: None };
        let wrong = code
            .code(db)
            .and_then(|code| other_head(&head.params, code));
        if let Some((code, list)) = wrong {
            let list = vec![Fill::Text(list.into())];
            out.push(Problem::new((code, list), site));
        }
    }
    out
}

/// What an operator that is no template takes ([over.literal]/3).
fn parameters<'db>(db: &'db dyn Db, entity: Entity<'db>, site: Site<'db>) -> Option<Problem<'db>> {
    let signature = function::signature(db, entity)?;
    let say = |code: Code| Some(Problem::new(code, site));
    if signature.ty.variadic {
        return say(codes::ELLIPSIS_IN_LITERAL_OPERATOR);
    }
    let [first, ref rest @ ..] = *signature.ty.params else {
        return say(codes::LITERAL_OPERATOR_WITHOUT_PARAMETER);
    };
    let own = first.unqualified(db);
    if own.is_unknown(db) || own.is_dependent(db) {
        return None;
    }
    let code = match own.pointee(db) {
        Some(to) if !to.is_function(db) => string_parameters(db, to, rest)?,
        _ if own.is_arithmetic(db) && !rest.is_empty() => {
            (codes::TOO_MANY_LITERAL_OPERATOR_PARAMETERS, None)
        }
        _ => (single_parameter(db, own)?, Some(first)),
    };
    let fills = Vec::from_iter(code.1.map(Fill::Type));
    Some(Problem::new((code.0, fills), site))
}

/// What is wrong with a parameter of type `ty`, which is no pointer.
fn single_parameter<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<Code> {
    match ty.as_builtin(db) {
        Some(b) if INTEGERS.contains(&b) => None,
        Some(Builtin::LongDouble) => None,
        Some(Builtin::Float | Builtin::Double) => Some(codes::LITERAL_OPERATOR_OF_FLOATING_TYPE),
        Some(Builtin::Bool) => Some(codes::UNFIT_LITERAL_OPERATOR_PARAMETER),
        Some(_) if ty.is_integral(db) => Some(codes::INVALID_LITERAL_OPERATOR_PARAMETER),
        _ => ty
            .is_reference(db)
            .then_some(codes::UNFIT_LITERAL_OPERATOR_PARAMETER),
    }
}

/// What is wrong with a pointer to `to` and the parameters behind it, and the type that the message names.
fn string_parameters<'db>(
    db: &'db dyn Db,
    to: Ty<'db>,
    rest: &[Ty<'db>],
) -> Option<(Code, Option<Ty<'db>>)> {
    let pointer = to.pointer(db);
    let character = to.unqualified(db).as_builtin(db);
    let character = character.filter(|b| INTEGERS[1..].contains(b));
    if !to.top_quals(db).is_const {
        return Some((codes::LITERAL_OPERATOR_OF_NONCONST_POINTER, Some(pointer)));
    }
    match (rest, character) {
        ([], Some(Builtin::Char)) => None,
        ([], Some(_)) => Some((codes::UNFIT_LITERAL_OPERATOR_PARAMETER, Some(pointer))),
        (_, None) => Some((codes::LITERAL_OPERATOR_OF_POINTER, Some(pointer))),
        ([size], _) => {
            let own = size.unqualified(db);
            let other = !own.is_unknown(db) && own.as_builtin(db) != Some(Builtin::UnsignedLong);
            (other && !own.is_dependent(db))
                .then_some((codes::LITERAL_OPERATOR_WITHOUT_SIZE, Some(*size)))
        }
        _ => Some((codes::TOO_MANY_LITERAL_OPERATOR_PARAMETERS, None)),
    }
}

/// What is wrong with the parameters of a template, which are a pack of characters, or a type and a pack of its values
/// ([over.literal]/5). Where a parameter's type has a name, it may be a class.
fn other_head(params: &[TemplateParam], code: &cleave_hir::Code) -> Option<(Code, &'static str)> {
    let [first, rest @ ..] = params else {
        return None;
    };
    match &first.kind {
        TemplateParamKind::Type { .. } => {
            let is_value = |p: &TemplateParam| matches!(p.kind, TemplateParamKind::Value { .. });
            let fits = matches!(rest, [values] if values.pack && is_value(values));
            (!fits || first.pack).then_some(STRING)
        }
        TemplateParamKind::Value { ty, .. } => match &code[*ty] {
            TypeRef::Builtin(Builtin::Char) if first.pack && rest.is_empty() => None,
            TypeRef::Builtin(_) => Some(CHARACTERS),
            _ => (!rest.is_empty()).then_some(CHARACTERS),
        },
        TemplateParamKind::Template { .. } => Some(CHARACTERS),
    }
}
