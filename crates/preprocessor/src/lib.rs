//! The standard's translation phases 1 to 4 ([lex.phases]) as GNU's cpp does them: one text comes out of many files, with line
//! markers. Knows nothing of the database, of C++ behind the tokens, or of which compiler it stands in for but by `HostCompiler`.

mod assertions;
mod directives;
mod disk;
mod engine;
mod eval;
mod expand;
mod extended;
mod headers;
mod host;
mod include;
mod intern;
mod lex;
mod line;
mod literal;
mod macros;
mod names;
mod options;
mod pragma;
mod print;
mod session;
mod skip;
mod source;
#[cfg(test)]
mod tests;
mod token;

pub use disk::Disk;
pub use engine::{Expansion, IncludeDir, Preprocessor, Problem, Settings, Severity};
pub use host::{Answers, HostCompiler};
pub use intern::{Interner, Sym};
pub use options::Options;
pub use session::{Outcome, preprocess};
pub use source::{Files, Sources, Text, Time};
pub use token::{Kind, Token};
