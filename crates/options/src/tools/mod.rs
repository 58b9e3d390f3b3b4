//! The options of the tools that nvcc runs, as tables: what follows each, and which files it names. What else a reader wants to know of an
//! option stands in the same row. nvcc passes more words than these, and each reader has its own answer to those.

pub mod cicc;
pub mod host;
pub mod others;

/// What follows an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// Nothing.
    Nothing,
    /// A value in the same word.
    Attached,
    /// A value in the next word or, for the toolkit's tools, behind `=`.
    Word,
    /// A value in the same word or, if that ends, in the next.
    Either,
    /// A file, in the next word or behind `=`.
    File(Role),
}

impl Follows {
    /// The file of an option whose value may stand in the next word; `None` if it never does.
    #[must_use]
    pub fn in_next(self) -> Option<Option<Role>> {
        match self {
            Follows::Nothing | Follows::Attached => None,
            Follows::Word | Follows::Either => Some(None),
            Follows::File(role) => Some(Some(role)),
        }
    }
}

/// What an option names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A file that is written.
    Output,
    /// A file that is read, whose bytes count.
    Input,
    /// A file beside an output, which mentions it.
    Mentioned,
    /// The module id: written with [`MAKES_MODULE_ID`], and read without it.
    ModuleId,
    /// A list whose last entry is `file=`, which is read.
    Image,
}

/// The option of cudafe++ and cicc with which the module id is written and not read.
pub const MAKES_MODULE_ID: &str = "--gen_module_id_file";
/// The option that names the module id.
pub const MODULE_ID: &str = "--module_id_file_name";
/// The option that names the stub.
pub const STUB: &str = "--stub_file_name";
