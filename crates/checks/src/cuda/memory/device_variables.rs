//! The variable that a name certainly means, by tokens.

use cleave_cuda::MemorySpace;
use cleave_names::decl::DeclKind;
use cleave_syntax::flat::Node;

use crate::engine::walk::Walk;
use crate::tokens::index::{Entry, only_mine};
use crate::tokens::types;

/// The variable in such a memory space that a name certainly means: where it is named, its name, its declaration.
pub(crate) fn named<'s, 'db>(
    w: &Walk<'s, 'db>,
    node: Node<'_>,
    wanted: impl Fn(MemorySpace) -> bool,
) -> Option<(u32, &'db str, &'db Entry<'db>)> {
    let s = w.s;
    let t = s.tokens(node);
    let (rooted, mut path) = s.path(t)?;
    let name = path.pop()?;
    if w.declared.contains(name) && path.is_empty() && !rooted {
        return None;
    }
    let [e] = only_mine(s.db, s.file, name) else {
        return None;
    };
    let space = e.memory;
    if e.kind != DeclKind::Variable
        || e.class.is_some()
        || e.template
        || e.qualified
        || !wanted(space)
    {
        return None;
    }
    types::reached(s, e.scope, &path, rooted, s.item.scope(s.db))?;
    Some((t.end - 1, name, e))
}
