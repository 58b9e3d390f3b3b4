//! Definitions of templates and specialisations that fit no declaration: the reference reads no more of them than what is declared.

use cleave_names::decl::DeclKind;

use crate::Finding;
use crate::source::Source;

/// What is said of a declared name where the definition behind it is not read.
const REFUSED: &[u16] = &[135, 147, 493, 776, 801, 840, 864, 1009, 1449];

/// Leaves out what is found in definitions that are not read.
pub(crate) fn without<'db>(s: &Source<'db>, out: &mut Vec<Finding<'db>>) {
    let refused = |at: u32| {
        out.iter()
            .any(|f| f.at == at && f.item.is_none() && REFUSED.contains(&f.number))
    };
    let unread: Vec<(u32, u32)> = (s.decls.iter())
        .filter(|d| !d.heads.is_empty() && d.parent.is_none() && !d.instantiation)
        .filter(|d| match d.kind {
            DeclKind::Function | DeclKind::Variable => true,
            // The members of an explicit specialisation are read.
            DeclKind::Class => d.heads.last().is_some_and(|h| !h.params.is_empty()),
            _ => false,
        })
        .filter(|d| refused(d.name_tokens.start))
        .map(|d| (d.name_tokens.end, d.tokens.end))
        .collect();
    if !unread.is_empty() {
        let within = |f: &Finding<'_>| unread.iter().any(|&(a, b)| a <= f.at && f.at < b);
        out.retain(|f| f.item.is_some() || !within(f));
    }
}
