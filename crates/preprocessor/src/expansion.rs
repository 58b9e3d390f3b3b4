//! What is kept of each macro that was expanded. Knows nothing of how it was.

use crate::intern::Sym;

/// A macro that was expanded somewhere.
#[derive(Clone, Copy, Debug)]
pub struct Expansion {
    /// Its name.
    pub name: Sym,
    /// Where the name was written.
    pub at: u32,
    /// The expansion that the name came from; 0 for a file.
    pub parent: u32,
    /// Where the macro is defined: the number of the file among those of line markers, and the line.
    pub(crate) defined: (u32, u32),
    /// Where the macro's body begins and ends among all bodies.
    pub(crate) body: (u32, u32),
}
