//! `typename` where it is left out before the type of a member that is defined outside of its class template:
//! `template <class T> S<T>::H S<T>::f()`. NVIDIA's front end knows the type there in every dialect, and prints the keyword; g++ wants it
//! before C++20 ([temp.res.general]).
//!
//! Plain functions over one item's declarations. Parameters and trailing types are read in the scope of the class: they need nothing.

use cleave_names::decl::{Decl, DeclKind};
use cleave_syntax::SyntaxKind::*;
use rustc_hash::FxHashSet;

use crate::edit::Edit;
use crate::source::Source;

/// Adds the keyword.
pub(crate) fn edits(source: &Source<'_>, decls: &[Decl], out: &mut Vec<Edit>) {
    for decl in decls {
        let defined_outside = decl.parent.is_none()
            && !decl.qualifier.is_empty()
            && decl.is_template()
            && matches!(decl.kind, DeclKind::Function | DeclKind::Variable)
            && decl.place.index == 0;
        if defined_outside && let Some(at) = lacking(source, decl) {
            out.push(Edit::insert(at as usize, "typename "));
        }
    }
}

/// Where the type of a declaration begins, if it is a member of something dependent and no `typename` stands before it.
fn lacking(source: &Source<'_>, decl: &Decl) -> Option<u32> {
    let params = decl.heads.iter().flat_map(|h| h.params.iter());
    let params: FxHashSet<&str> = params.filter_map(|p| p.name.as_deref()).collect();
    let mut start = None;
    let mut dependent = false;
    let mut depth = 0u32;
    let mut at = decl.specifiers.start;
    while at < decl.specifiers.end {
        match source.kind(at) {
            ATTRIBUTE_KW | ALIGNAS_KW if start.is_none() => {
                at = source.group_end(at + 1);
                continue;
            }
            L_BRACK if start.is_none() => {
                at = source.group_end(at);
                continue;
            }
            TYPENAME_KW | DECLTYPE_KW | STRUCT_KW | CLASS_KW | UNION_KW | ENUM_KW
                if start.is_none() =>
            {
                return None;
            }
            IDENT => {
                start = start.or(Some(at));
                dependent |= depth > 0 && params.contains(source.word(at));
            }
            COLON2 => {
                start = start.or(Some(at));
                if depth == 0 && dependent {
                    return start;
                }
            }
            LT => depth += 1,
            GT => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    None
}
