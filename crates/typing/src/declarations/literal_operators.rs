//! Literal operators ([over.literal]): their parameters, and that none has C language linkage.

use cleave_base_db::Db;
use cleave_codes::{Code, codes};
use cleave_hir::{Decl, DeclKind, TemplateParamKind};
use cleave_lang::Builtin;
use cleave_names::ItemId;
use cleave_names::decl::Special;

use crate::linkage::language::is_in_c;
use crate::program::user_declarations;
use crate::{Entity, Fill, Problem, Site, Ty, function};

/// The integers that an operator may take ([over.literal]/3).
const INTEGERS: [Builtin; 6] = [
    Builtin::UnsignedLongLong,
    Builtin::Char,
    Builtin::WChar,
    Builtin::Char8,
    Builtin::Char16,
    Builtin::Char32,
];

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
            if is_in_c(db, entity.decl(db)) {
                out.push(say(codes::LITERAL_OPERATOR_WITH_C_LINKAGE));
            }
            out.extend(parameters(db, entity, site));
            continue;
        };
        let takes = function::signature(db, entity).is_some_and(|s| !s.ty.params.is_empty());
        if takes && decl.path.is_none() && !head.params.is_empty() {
            out.push(say(codes::LITERAL_OPERATOR_TEMPLATE_WITH_PARAMETERS));
        } else if decl.path.is_none() && decl.heads.len() == 1 && is_other_head(decl) {
            out.push(Problem::new(
                codes::LITERAL_OPERATOR_TEMPLATE_HEAD {
                    list: Fill::Text("\"<char ...>\"".into()),
                },
                site,
            ));
        }
    }
    out
}

/// What an operator that is no template takes.
fn parameters<'db>(db: &'db dyn Db, entity: Entity<'db>, site: Site<'db>) -> Option<Problem<'db>> {
    let signature = function::signature(db, entity)?;
    match *signature.ty.params {
        [] if !signature.ty.variadic => Some(Problem::new(
            codes::LITERAL_OPERATOR_WITHOUT_PARAMETER,
            site,
        )),
        [one] if one.is_integral(db) => {
            let fits = one.as_builtin(db).is_none_or(|b| INTEGERS.contains(&b));
            (!fits).then(|| {
                Problem::new(
                    codes::INVALID_LITERAL_OPERATOR_PARAMETER {
                        ty: Fill::Type(one),
                    },
                    site,
                )
            })
        }
        [first, ref rest @ ..] if too_many(db, first, rest) => Some(Problem::new(
            codes::TOO_MANY_LITERAL_OPERATOR_PARAMETERS,
            site,
        )),
        _ => None,
    }
}

/// Whether there are more parameters than a number or character, or a string and its length ([over.literal]/3).
fn too_many<'db>(db: &'db dyn Db, first: Ty<'db>, rest: &[Ty<'db>]) -> bool {
    let scalar = first.is_arithmetic(db);
    scalar && !rest.is_empty() || first.is_pointer(db) && rest.len() > 1
}

/// Whether the parameters of a template are certainly none that a literal operator may have: a pack of characters, an object, a
/// type and a pack of its values.
fn is_other_head(decl: &Decl) -> bool {
    let Some(head) = decl.heads.first() else {
        return false;
    };
    let is_type = |kind: &TemplateParamKind| matches!(kind, TemplateParamKind::Type { .. });
    match &*head.params {
        [_] | [] => false,
        [first, second] => !is_type(&first.kind) || is_type(&second.kind),
        _ => true,
    }
}
