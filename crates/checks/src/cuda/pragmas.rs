//! What pragmas of device code ask of the program: the value of an expression that stands in one, and the function behind one.

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_cuda::{ExecutionSpace, tile};
use cleave_names::decl::{DeclKind, Tokens};
use cleave_names::{ItemNode, declarations};
use cleave_syntax::lexer::Lexed;

use crate::engine::redeclarations::said_before;
use crate::engine::source::Source;
use crate::tokens::constants;
use crate::tokens::constants::Value;

/// What an expression in a pragma is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PragmaValue {
    /// An integer constant.
    Integer(i128),
    /// A constant of a floating type, by the type's name.
    Floating(&'static str),
    /// It names a variable that is no constant.
    Variable,
    /// Not known.
    Unknown,
}

/// The value of an expression in a pragma next to an item.
pub fn pragma_value(
    db: &dyn Db,
    file: SourceFile,
    item: ItemNode<'_>,
    options: HostOptions,
    text: &str,
) -> PragmaValue {
    let lexed = Lexed::new(text);
    let s = Source {
        db,
        file,
        item,
        settings: options.settings(db),
        text,
        lexed: &lexed,
        decls: &[],
    };
    let all = Tokens {
        start: 0,
        end: lexed.len() as u32,
    };
    match constants::value(&s, all) {
        Value::Integer(v) => PragmaValue::Integer(v),
        Value::Floating(ty) => PragmaValue::Floating(ty),
        Value::Variable(_) => PragmaValue::Variable,
        Value::Other(_) | Value::Unknown => PragmaValue::Unknown,
    }
}

/// The execution space of the function that an item declares first, by this declaration and those before it, and whether it is a
/// template; nothing inside for a class, a variable or a type. Nothing at all where that is not clear.
pub fn function_space<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
) -> Option<Option<(ExecutionSpace, bool)>> {
    let decls = declarations(db, item);
    let first = decls.iter().find(|d| d.parent.is_none())?;
    if first.instantiation {
        return None;
    }
    match first.kind {
        DeclKind::Function => {
            let before = said_before(db, item, first).unwrap_or_default();
            let space = ExecutionSpace::written(first, tile(db, file)).with(before.execution);
            Some(Some((space, first.is_template())))
        }
        DeclKind::Variable | DeclKind::Class | DeclKind::Enum | DeclKind::Type => Some(None),
    }
}
