//! What pragmas of device code ask of the program: the value of an expression that stands in one, and the function behind one.

use cleave_base_db::{Db, SourceFile};
use cleave_codes::codes;
use cleave_cuda::{ExecutionSpace, tile};
use cleave_names::decl::DeclKind;
use cleave_names::{ItemNode, declarations, item_id_of_node};
use cleave_typing::eval::{Argument, pragma_argument};
use cleave_typing::{Fill, display};

use crate::engine::redeclarations::said_before;

/// What an expression in a pragma is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PragmaValue {
    /// An integer constant.
    Integer(i128),
    /// A constant of a type that is no integral one.
    NotIntegral(String),
    /// No constant.
    NotConstant,
    /// Not known.
    Unknown,
}

/// The value of an expression in a pragma next to an item.
pub fn pragma_value(db: &dyn Db, item: ItemNode<'_>, text: &str) -> PragmaValue {
    let unknown = || PragmaValue::Unknown;
    cleave_typing::outermost(db, unknown, || {
        let item = item_id_of_node(db, item);
        match pragma_argument(db, item, text) {
            Argument::Integer(value) => PragmaValue::Integer(value),
            Argument::Wrong(problems) => match &problems[..] {
                [p] if p.code == codes::EXPR_NOT_CONSTANT => PragmaValue::NotConstant,
                [p] if p.code == codes::CONSTANT_NOT_INTEGRAL_OR_ENUM => match p.fills[..] {
                    [Fill::Type(ty)] => PragmaValue::NotIntegral(display::type_text(db, ty)),
                    _ => PragmaValue::Unknown,
                },
                _ => PragmaValue::Unknown,
            },
            Argument::Dependent | Argument::Unknown => PragmaValue::Unknown,
        }
    })
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
