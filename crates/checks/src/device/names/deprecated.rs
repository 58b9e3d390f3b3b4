//! Functions and variables that are declared deprecated ([dcl.attr.deprecated]), where code that is compiled for the device names
//! them. Deprecated functions may name each other.

use cleave_codes::codes;
use cleave_hir::{Expr, Literal};
use cleave_names::item_id_of_node;
use cleave_odr_use::Piece;
use cleave_typing::function::redeclarations;
use cleave_typing::thir::ExprKind;
use cleave_typing::{Entity, Site, display, program};

use crate::Finding;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, pieces: &[Piece<'db>], out: &mut Sink<'db>) {
    let (db, item) = (s.db, item_id_of_node(s.db, s.item));
    let mut reported = Vec::new();
    for piece in pieces.iter().filter(|p| p.emitted && !p.host) {
        for expr in &piece.typed.exprs {
            let (entity, kind) = match expr.kind {
                ExprKind::Function(f) | ExprKind::Call { callee: f, .. } => (f, "function"),
                ExprKind::Static(v) => (v, "variable"),
                _ => continue,
            };
            let Some(why) = deprecated(s, entity) else {
                continue;
            };
            let named = match expr.site.expr(db) {
                Some(Expr::Call(callee, _)) => Site {
                    index: u32::from(callee.into_raw()),
                    ..expr.site
                },
                Some(Expr::Path(_)) => expr.site,
                _ => continue,
            };
            let place = program::place(db, named).filter(|_| named.code.item == item);
            let Some((_, at)) = place else { continue };
            if reported.contains(&at) || within_deprecated(s, at) {
                continue;
            }
            reported.push(at);
            let name = match kind {
                "function" => {
                    display::function_text(db, entity, display::is_overloaded(db, entity))
                }
                _ => display::qualified_name(db, entity),
            };
            let number = if why.is_some() {
                codes::DEPRECATED_ENTITY_WITH_CUSTOM_MESSAGE
            } else {
                codes::DEPRECATED_ENTITY
            };
            let mut found = Finding::new(number, at).arg(Arg::Entity { kind, name });
            if let Some(why) = why {
                found = found.text(why);
            }
            out.push(found);
        }
    }
}

/// Whether something is declared deprecated, and why.
fn deprecated<'db>(s: &Source<'db>, entity: Entity<'db>) -> Option<Option<String>> {
    let db = s.db;
    let decl = entity.decl(db);
    let all = std::iter::once(decl).chain(redeclarations(db, decl).iter().copied());
    for decl in all {
        let (Some(hir), Some(code)) = (decl.hir(db), decl.code(db).code(db)) else {
            continue;
        };
        let attr = hir.attrs.iter().find(|a| a.name.as_str() == "deprecated");
        let Some(attr) = attr else { continue };
        let text = attr.args.first().and_then(|&arg| match &code[arg] {
            Expr::Literal(Literal::String { units, .. }) => {
                Some(units.iter().filter_map(|u| char::from_u32(*u)).collect())
            }
            _ => None,
        });
        return Some(text);
    }
    None
}

/// Whether a token stands in a function that is deprecated itself.
fn within_deprecated(s: &Source<'_>, at: u32) -> bool {
    s.decls
        .iter()
        .any(|d| d.function.is_some() && d.tokens.contains(at) && d.has_attribute("deprecated"))
}
