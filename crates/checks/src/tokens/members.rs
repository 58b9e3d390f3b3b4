//! Classes of the user's own, by tokens.

use cleave_names::decl::DeclKind;

use crate::engine::source::Source;
use crate::tokens::index::{Entry, only_mine};

/// The only class of a name.
pub(crate) fn only_class<'db>(s: &Source<'db>, name: &str) -> Option<&'db Entry<'db>> {
    let mut classes = only_mine(s.db, s.file, name)
        .iter()
        .filter(|e| matches!(e.kind, DeclKind::Class | DeclKind::Enum | DeclKind::Type));
    let first = classes.next()?;
    (classes.next().is_none() && first.kind == DeclKind::Class).then_some(first)
}
