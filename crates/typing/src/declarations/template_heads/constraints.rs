//! The type-constraints of template parameters ([temp.param]/4): each names a concept whose first parameter is a type, and gives
//! the others no more arguments than there are.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, Path, TemplateArgRef, TemplateParamKind};

use crate::code::source::first_token;
use crate::declarations::template_heads::heads::param_site;
use crate::lookup::Found;
use crate::{At, Context, DeclRef, Entity, Fill, Problem, check, display};

/// What is wrong with the type-constraints of a declaration's heads.
pub(crate) fn check<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    out: &mut Vec<Problem<'db>>,
) {
    for param in decl.heads.iter().flat_map(|h| &h.params) {
        let TemplateParamKind::Type {
            constraint: Some(path),
            ..
        } = &param.kind
        else {
            continue;
        };
        let Some(mut cx) = Context::of(db, Entity::new(db, own, None)) else {
            return;
        };
        let problem = match misused(&mut cx, path) {
            Some(Misuse::NoTypeConcept(concept)) => {
                let name = display::qualified_name(db, concept);
                let site = concept.decl(db).site(db);
                let concept = Fill::Local("concept template", name.into(), Some(site));
                let code = codes::NOT_A_TYPE_CONCEPT { concept };
                Problem::new(code, param_site(db, own, param)).at(At::First)
            }
            Some(Misuse::TooManyArguments(concept, argument)) => {
                let name = display::qualified_name(db, concept);
                let site = match argument {
                    TemplateArgRef::Type(ty) => cx.type_site(*ty),
                    TemplateArgRef::Expr(e) => first_token(db, check::site(&cx, *e)),
                    TemplateArgRef::Pack(_) => continue,
                };
                let entity = Fill::Kind("concept template", name.into());
                Problem::new(codes::TOO_MANY_TEMPLATE_ARGUMENTS { entity }, site).at(At::First)
            }
            None => continue,
        };
        out.push(problem);
    }
}

/// What is wrong with a type-constraint.
enum Misuse<'db, 'c> {
    /// The first parameter of the concept is no type.
    NoTypeConcept(Entity<'db>),
    /// There is no parameter for this argument.
    TooManyArguments(Entity<'db>, &'c TemplateArgRef),
}

fn misused<'db, 'c>(cx: &mut Context<'db>, path: &'c Path) -> Option<Misuse<'db, 'c>> {
    let db = cx.db;
    let bare = path.without_arguments();
    let Found::Entities { set, .. } = crate::convert::quietly(cx, |cx| cx.lookup_path(&bare))
    else {
        return None;
    };
    let [concept] = set[..] else { return None };
    let params = &concept
        .hir(db)?
        .heads
        .last()
        .filter(|_| concept.is_concept(db))?
        .params;
    let first = params.first()?;
    if !matches!(first.kind, TemplateParamKind::Type { .. }) {
        return Some(Misuse::NoTypeConcept(concept));
    }
    let open = params.iter().any(|p| p.pack);
    let args = path.args.as_deref().unwrap_or_default();
    let is_pack = |a: &TemplateArgRef| matches!(a, TemplateArgRef::Pack(_));
    let mut known = args.iter().take_while(|a| !is_pack(a));
    let extra = known.nth(params.len() - 1).filter(|_| !open)?;
    Some(Misuse::TooManyArguments(concept, extra))
}
