//! `#pragma nv_abi`: what stands behind it, and what its options say (reference: diagnostics, Pragmas before a construct).
//!
//! It is for functions of the device and for expression statements in their bodies. A list of options is read until something
//! is wrong with it.

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_checks::{PragmaValue, function_space, pragma_value};
use cleave_codes::{Code, codes};
use cleave_diagnostics::{Arg, Diagnostic, Pass};
use cleave_names::ItemNode;
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::ast::{self, AstNode};
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::ItemKind;

use super::{Behind, Inside};

/// What a pragma's place says of it.
#[derive(Clone, Copy)]
enum Standing {
    /// It may stand there.
    Fine,
    /// It may not, and this is said.
    Wrong(Code),
    /// It is not known what stands there.
    Unknown,
}

const OPTIONS: [&str; 3] = ["preserve_n_data", "preserve_n_control", "preserve_n_after"];

/// What is wrong with such a pragma: offsets into its arguments, or none for the pragma as a whole.
pub(super) fn check<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    options: HostOptions,
    pass: Pass,
    behind: &Behind<'db>,
    arguments: &str,
) -> Vec<(Option<usize>, Diagnostic)> {
    let whole = |code| vec![(None, Diagnostic::new(code))];
    let placed = match behind {
        Behind::End => Standing::Wrong(codes::PRAGMA_MUST_PRECEDE_DECL_OR_STATEMENT),
        Behind::Item {
            item, kind, node, ..
        } => before_item(db, file, item.kind, *kind, *node),
        Behind::Inside(inside) => before_token(db, file, options, inside),
        Behind::Elsewhere => return Vec::new(),
    };
    match placed {
        Standing::Wrong(
            code @ (codes::PRAGMA_MUST_PRECEDE_DECL_OR_STATEMENT | codes::PRAGMA_NOT_ALLOWED_HERE),
        ) => return whole(code),
        _ if pass == Pass::Host => return Vec::new(),
        Standing::Unknown => return Vec::new(),
        Standing::Wrong(code) => return whole(code),
        Standing::Fine => {}
    }
    let node = match behind {
        Behind::Item { node, .. } => *node,
        Behind::Inside(inside) => Some(inside.around.item),
        _ => None,
    };
    let inside = matches!(behind, Behind::Inside(_));
    list(arguments, |text| {
        let node = node?;
        match pragma_value(db, node, text) {
            // A variable of the body may have the name.
            PragmaValue::NotConstant if inside => None,
            value => Some(value),
        }
    })
}

/// Before an item of a namespace. What it is may not be known.
fn before_item<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemKind,
    kind: SyntaxKind,
    node: Option<ItemNode<'db>>,
) -> Standing {
    match item {
        ItemKind::NamespaceClose | ItemKind::LinkageClose => {
            return Standing::Wrong(codes::PRAGMA_MUST_PRECEDE_DECL_OR_STATEMENT);
        }
        ItemKind::LinkageOpen => return Standing::Wrong(codes::PRAGMA_NOT_ALLOWED_HERE),
        _ if kind == SEMICOLON || kind == STATIC_ASSERT_KW => {
            return Standing::Wrong(codes::PRAGMA_NOT_ALLOWED_HERE);
        }
        _ if matches!(kind, NAMESPACE_KW | USING_KW | TYPEDEF_KW | ENUM_KW) => {
            return Standing::Wrong(codes::NV_ABI_PRAGMA_NEXT_CONSTRUCT);
        }
        _ => {}
    }
    let Some(node) = node else {
        return Standing::Unknown;
    };
    match function_space(db, file, node) {
        // The first declarator counts; a class, a variable.
        Some(None) => Standing::Wrong(codes::NV_ABI_PRAGMA_NEXT_CONSTRUCT),
        Some(Some((_, true))) => Standing::Fine,
        Some(Some((space, false))) => {
            let device = space.is_device_only() || space.is_host_device();
            match device {
                true => Standing::Fine,
                false => Standing::Wrong(codes::NV_ABI_PRAGMA_DEVICE_FUNCTION),
            }
        }
        None => Standing::Unknown,
    }
}

/// Before a token of an item. What it is may not be known.
fn before_token(
    db: &dyn Db,
    file: SourceFile,
    options: HostOptions,
    inside: &Inside<'_>,
) -> Standing {
    let Some((token, around, node)) = inside.place() else {
        return Standing::Unknown;
    };
    let in_class = around.kind() == MEMBER_SPECIFICATION;
    let Some(first) = node else {
        return match (token, around.kind()) {
            (R_BRACE, MEMBER_SPECIFICATION | DECLARATION_LIST) => {
                Standing::Wrong(codes::PRAGMA_MUST_PRECEDE_DECL_OR_STATEMENT)
            }
            (R_BRACE, COMPOUND_STATEMENT) => Standing::Wrong(codes::PRAGMA_NOT_ALLOWED_HERE),
            _ => Standing::Unknown,
        };
    };
    if in_class && ast::Declaration::can_cast(first.kind()) {
        return Standing::Wrong(codes::NV_ABI_PRAGMA_NEXT_CONSTRUCT);
    }
    if around.kind() != COMPOUND_STATEMENT {
        return Standing::Unknown;
    }
    match first.kind() {
        EXPRESSION_STATEMENT if first.children().next().is_none() => {
            Standing::Wrong(codes::PRAGMA_NOT_ALLOWED_HERE)
        }
        EXPRESSION_STATEMENT => match inside.is_device(db, file, options) {
            true => Standing::Fine,
            false if inside.is_host(db, file, options) => {
                Standing::Wrong(codes::NV_ABI_PRAGMA_DEVICE_FUNCTION_CONTEXT)
            }
            false => Standing::Unknown,
        },
        kind if ast::Statement::can_cast(kind) || ast::Declaration::can_cast(kind) => {
            Standing::Wrong(codes::NV_ABI_PRAGMA_NEXT_CONSTRUCT)
        }
        _ => Standing::Unknown,
    }
}

/// What is wrong with a list of options, of which the first thing counts.
fn list(
    text: &str,
    value: impl Fn(&str) -> Option<PragmaValue>,
) -> Vec<(Option<usize>, Diagnostic)> {
    let lexed = Lexed::new(text);
    let start = |i: usize| match i < lexed.len() {
        true => lexed.range(i).start,
        false => text.trim_end().len(),
    };
    let say = |i: usize, code: Code| (Some(start(i)), Diagnostic::new(code));
    if lexed.is_empty() {
        return vec![say(0, codes::NV_ABI_PRAGMA_MISSING_ARG)];
    }
    let mut seen: Vec<&str> = Vec::new();
    let mut i = 0;
    while i < lexed.len() {
        let word = lexed.text(text, i);
        if !OPTIONS.contains(&word) {
            return vec![say(i, codes::NV_ABI_PRAGMA_INVALID_OPTION)];
        }
        if seen.contains(&word) {
            return vec![say(i, codes::NV_ABI_PRAGMA_DUPLICATE_ARG)];
        }
        seen.push(word);
        let open = i + 1;
        if open >= lexed.len() || lexed.kind(open) != L_PAREN {
            return vec![say(open, codes::EXP_LPAREN)];
        }
        let first = open + 1;
        let mut close = first;
        let mut depth = 0u32;
        while close < lexed.len() {
            match lexed.kind(close) {
                L_PAREN => depth += 1,
                R_PAREN if depth == 0 => break,
                R_PAREN => depth -= 1,
                _ => {}
            }
            close += 1;
        }
        if first == close {
            return match close < lexed.len() {
                true => vec![
                    say(first, codes::EXP_PRIMARY_EXPR),
                    say(close + 1, codes::EXP_RPAREN),
                ],
                false => Vec::new(),
            };
        }
        if close >= lexed.len() {
            return vec![say(close, codes::EXP_RPAREN)];
        }
        let inner = text.get(start(first)..start(close)).unwrap_or_default();
        let range = |v: i128| match v {
            v if v <= 0 => Some(codes::NV_ABI_PRAGMA_NOT_POSITIVE_VALUE),
            v if v > i128::from(i32::MAX) => Some(codes::NV_ABI_PRAGMA_OVERFLOW_VALUE),
            _ => None,
        };
        match value(inner.trim_end()) {
            Some(PragmaValue::Integer(v)) => {
                if let Some(code) = range(v) {
                    return vec![say(first, code)];
                }
            }
            Some(PragmaValue::NotIntegral(ty)) => {
                let (at, d) = say(first, codes::CONSTANT_NOT_INTEGRAL_OR_ENUM);
                return vec![
                    (at, d.arg(Arg::ty(ty))),
                    say(first, codes::NV_ABI_PRAGMA_NOT_CONSTANT),
                ];
            }
            Some(PragmaValue::NotConstant) => {
                return vec![
                    say(first, codes::EXPR_NOT_CONSTANT),
                    say(first, codes::NV_ABI_PRAGMA_NOT_CONSTANT),
                ];
            }
            Some(PragmaValue::Undefined(_) | PragmaValue::Unknown) | None => {}
        }
        i = close + 1;
    }
    Vec::new()
}
