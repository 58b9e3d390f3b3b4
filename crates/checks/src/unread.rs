//! Definitions of templates and specialisations that fit no declaration: the reference reads no more of them than what is declared.

use cleave_codes::{Code, codes};
use cleave_names::decl::DeclKind;

use crate::Finding;
use crate::source::Source;

/// What is said of a declared name where the definition behind it is not read.
const REFUSED: &[Code] = &[
    codes::NO_SUCH_MEMBER,
    codes::NOT_COMPATIBLE_WITH_PREVIOUS_DECL,
    codes::NO_INSTANCE_OF_SPECIFIED_TYPE,
    codes::TEMPLATE_DEPTH_MISMATCH,
    codes::NOT_A_TEMPLATE_NAME_IN_SCOPE,
    codes::TEMPLATE_ARGUMENTS_ON_PRIMARY,
    codes::NOT_A_TEMPLATE,
    codes::TEMPLATE_NOT_DEFINABLE,
    codes::SPECIALIZATION_AFTER_USE,
];

/// Leaves out what is found in definitions that are not read.
pub(crate) fn without<'db>(s: &Source<'db>, out: &mut Vec<Finding<'db>>) {
    let refused = |at: u32| {
        out.iter()
            .any(|f| f.at == at && f.item.is_none() && REFUSED.contains(&f.code))
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
    // What an instantiation does not fit is not instantiated.
    let unfit: Vec<(u32, u32)> = (s.decls.iter())
        .filter(|d| d.instantiation && refused(d.name_tokens.start))
        .map(|d| (d.tokens.start, d.tokens.end))
        .collect();
    if !unfit.is_empty() {
        let within = |f: &Finding<'_>| unfit.iter().any(|&(a, b)| a <= f.at && f.at < b);
        out.retain(|f| f.code != codes::UNDEFINED_TEMPLATE_INSTANTIATED || !within(f));
    }
    if !unread.is_empty() {
        let within = |f: &Finding<'_>| unread.iter().any(|&(a, b)| a <= f.at && f.at < b);
        out.retain(|f| f.item.is_some() || !within(f));
    }
}
