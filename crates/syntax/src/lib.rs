//! Tokens, lexer, skeleton, grammar and lossless tree of CUDA C++. Knows no files, options or database.

pub mod ast;
pub mod blanks;
pub mod flat;
mod generated;
pub mod lexer;
pub mod numbers;
pub mod outline;
pub mod parse;
mod parser;
mod reserved;
mod room;
pub mod skeleton;
pub mod tree;
pub mod words;

pub use generated::kind::{Predefined, SyntaxKind, keyword, predefined};
pub use lexer::Lexed;
pub use parse::{
    Bodies, Dialect, Entry, FlatParse, MAX_DEPTH, NameClass, NameQuery, Names, NoNames, Parse,
    ParseMode, Standard, SyntaxError, SyntaxErrorKind, outline, parse_flat, parse_item,
    parse_lazy_body, unread,
};
pub use parser::is_builtin_type;
pub(crate) use reserved::is_builtin_function;
pub use reserved::{is_atomic_or_nv, is_builtin, is_implementation_name, is_of_clang};
pub use room::exact;
