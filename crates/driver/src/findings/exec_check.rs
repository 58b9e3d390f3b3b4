//! Where `#pragma nv_exec_check_disable` may stand: before a declaration (spec 8-diag 4). Two diagnostics say that it does not,
//! and which of them comes is decided by what stands behind it.

use cleave_base_db::{Db, SourceFile};
use cleave_names::{item_map, parse_bodies_as};
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::ast::{self, AstNode};
use cleave_syntax::lexer::next_token;
use cleave_syntax::skeleton::{Flags, Item, ItemKind};
use cleave_syntax::tree::SyntaxNode;

use super::places::Places;

/// `this pragma must immediately precede a declaration`
const NO_DECLARATION: u16 = 606;
/// `this kind of pragma may not be used here`
const NOT_HERE: u16 = 609;

impl Places<'_> {
    /// What is wrong with such a pragma that stands at `start` and ends at `end`.
    pub(super) fn exec_check(
        &self,
        db: &dyn Db,
        file: SourceFile,
        start: usize,
        end: usize,
    ) -> Option<u16> {
        let Some((kind, next)) = self.next_significant(end) else {
            return Some(NO_DECLARATION);
        };
        let items = &self.skeleton.items;
        let index = items.partition_point(|item| item.span.range().end <= start);
        let item = items.get(index)?;
        let map = item_map(db, file);
        let user = map
            .indices
            .binary_search(&(index as u32))
            .is_ok_and(|i| map.nodes[i].flags(db).has(Flags::USER));
        if item.span.range().start >= start {
            return before_item(item, kind, item.span.of(self.text));
        }
        if !user || !item.span.range().contains(&next) {
            return None;
        }
        let text = item.span.of(self.text);
        let root = parse_bodies_as(db, file, index as u32, text);
        inside(&root, next - item.span.range().start)
    }

    /// The next token that is neither white space nor comment nor directive.
    fn next_significant(&self, from: usize) -> Option<(SyntaxKind, usize)> {
        let bytes = self.text.as_bytes();
        let mut pos = from;
        let mut line_start = false;
        while pos < bytes.len() {
            let t = next_token(bytes, pos, line_start);
            let end = pos + t.len as usize;
            match t.kind {
                WHITESPACE => line_start |= bytes[pos..end].contains(&b'\n'),
                COMMENT | DIRECTIVE => line_start = false,
                kind => return Some((kind, pos)),
            }
            pos = end;
        }
        None
    }
}

/// Before an item of a namespace.
fn before_item(item: &Item, kind: SyntaxKind, text: &str) -> Option<u16> {
    let first = |words: &[&str]| {
        words.iter().any(|w| {
            text.strip_prefix(w)
                .is_some_and(|rest| !rest.starts_with(is_word))
        })
    };
    match item.kind {
        ItemKind::NamespaceClose | ItemKind::LinkageClose => Some(NO_DECLARATION),
        ItemKind::LinkageOpen | ItemKind::UsingDirective | ItemKind::UsingDeclaration => {
            Some(NOT_HERE)
        }
        _ if kind == SEMICOLON => Some(NOT_HERE),
        // `[[…]];`
        _ if text.starts_with("[[") && text.trim_end_matches(';').trim_end().ends_with("]]") => {
            Some(NOT_HERE)
        }
        _ if first(&["static_assert", "_Static_assert", "asm", "__asm__", "__asm"]) => {
            Some(NOT_HERE)
        }
        // An explicit instantiation.
        _ => {
            let rest = text.strip_prefix("template")?;
            let instantiates = !rest.starts_with(is_word) && !rest.trim_start().starts_with('<');
            instantiates.then_some(NOT_HERE)
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Before the token at an offset of an item's tree.
fn inside(root: &SyntaxNode, next: usize) -> Option<u16> {
    let token = root.token_at_offset((next as u32).into()).right_biased()?;
    let first = |n: &SyntaxNode| usize::from(n.text_range().start()) == next;
    let before = token.parent_ancestors().take_while(first).last();
    let before = before.filter(|n| n.kind() != ITEM_ROOT);
    let around = match &before {
        Some(node) => node.parent()?,
        None => token.parent()?,
    };
    let Some(node) = before else {
        return match (token.kind(), around.kind()) {
            (R_BRACE, COMPOUND_STATEMENT) => Some(NOT_HERE),
            (R_BRACE, kind) => is_list(kind).then_some(NO_DECLARATION),
            (_, kind) => is_statement(kind).then_some(NO_DECLARATION),
        };
    };
    let kind = node.kind();
    match kind {
        EMPTY_DECLARATION
        | STATIC_ASSERT_DECLARATION
        | ASM_DECLARATION
        | USING_DECLARATION
        | USING_DIRECTIVE
        | ATTRIBUTE_DECLARATION
        | EXPLICIT_INSTANTIATION
        | LABELED_STATEMENT
        | CASE_STATEMENT
        | DEFAULT_STATEMENT
        | BREAK_STATEMENT
        | CONTINUE_STATEMENT => Some(NOT_HERE),
        EXPRESSION_STATEMENT if token.kind() == SEMICOLON => Some(NOT_HERE),
        // The body of a function is no statement.
        COMPOUND_STATEMENT => {
            let inner = is_statement(around.kind()) || around.kind() == COMPOUND_STATEMENT;
            inner.then_some(NO_DECLARATION)
        }
        SIMPLE_DECLARATION if is_unnamed_field(&node) => Some(NOT_HERE),
        CONDITION | ENUMERATOR | TEMPLATE_PARAMETER_LIST => Some(NO_DECLARATION),
        _ if around.kind() == TEMPLATE_PARAMETER_LIST => Some(NO_DECLARATION),
        _ if ast::Expr::can_cast(kind) => Some(NO_DECLARATION),
        _ => is_statement(kind).then_some(NO_DECLARATION),
    }
}

/// Whether something that has parts of its own is a statement, and no declaration.
fn is_statement(kind: SyntaxKind) -> bool {
    ast::Statement::can_cast(kind)
        && !ast::Declaration::can_cast(kind)
        && kind != COMPOUND_STATEMENT
}

/// Whether a `}` ends a list of declarations, enumerators or initializers.
fn is_list(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        MEMBER_SPECIFICATION | ENUMERATOR_LIST | DECLARATION_LIST | BRACED_INIT_LIST
    )
}

/// `int : 3;`
fn is_unnamed_field(declaration: &SyntaxNode) -> bool {
    let declarator = (declaration.children()).find(|c| c.kind() == INIT_DECLARATOR);
    declarator
        .and_then(|d| d.children().next())
        .is_some_and(|n| n.kind() == BIT_FIELD_WIDTH)
}
