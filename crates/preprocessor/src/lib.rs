//! The standard's translation phases 1 to 4 ([lex.phases]) as GNU's cpp does them: one text comes out of many files, with line
//! markers. Knows nothing of the database, of C++ behind the tokens, or of which compiler it stands in for but by `HostCompiler`.

mod assertions;
mod comments;
mod dependencies;
mod dialect;
mod directives;
mod disk;
mod dump;
mod engine;
mod eval;
mod expand;
mod expansion;
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
mod phases;
mod plain;
mod pragma;
mod print;
mod problems;
mod session;
mod settings;
mod skip;
mod source;
mod stream;
mod target;
#[cfg(test)]
mod tests;
mod token;
mod trace;
mod unit;

pub use dependencies::{Destination, make_word};
pub use dialect::Dialect;
pub use disk::Disk;
pub use dump::Dump;
pub use engine::Preprocessor;
pub use expansion::Expansion;
pub use host::{Answers, HostCompiler};
pub use intern::{Interner, Sym};
pub use options::Options;
pub use problems::{Problem, Severity};
pub use session::{Outcome, preprocess, preprocess_with};
pub use settings::{Comments, IncludeDir, Settings};
pub use source::{Files, Sources, Text, Time};
pub use stream::{Location, Stream, TokenId};
pub use token::{Kind, Token};
pub use unit::{Expanded, Origin, PieceBytes, PieceTokens, Spot, Unit, UnitPiece, UnitText, Work};
