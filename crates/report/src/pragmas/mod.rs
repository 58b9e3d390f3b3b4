//! Pragmas that say something of the construct behind them: what is wrong with where they stand, and with what they say.
//!
//! `nv_exec_check_disable` is for declarations and `unroll` for loops (reference: diagnostics, Pragmas before a construct); two
//! numbers say that there is none, and which of them comes is decided by what stands behind the pragma.

use std::cell::OnceCell;
use std::rc::Rc;

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_checks::{device_bodies, unrolled_instances};
use cleave_codes::{Code, codes};
use cleave_diagnostics::{Diagnostic, Pass, Severity};
use cleave_names::decl::Tokens;
use cleave_names::{ItemNode, flat_tree, part_nodes};
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::ast::{self, AstNode};
use cleave_syntax::flat::{FlatTree, Node};
use cleave_syntax::lexer::{Lexed, next_token};
use cleave_syntax::skeleton::{Flags, Item, ItemKind, Skeleton, Span};

mod abi;
mod message;
pub(crate) mod packing;
mod unroll;

use crate::places::Places;

/// Words that switch the check of calls off for the next declaration.
const EXEC_CHECK: [&str; 2] = ["nv_exec_check_disable", "hd_warning_disable"];

/// The first words of pragmas that mean something to the reference, in device code too.
const KNOWN: [&str; 27] = [
    "GCC",
    "STDC",
    "can_instantiate",
    "define_type_info",
    "do_not_instantiate",
    "hd_warning_disable",
    "hdrstop",
    "ident",
    "instantiate",
    "message",
    "no_pch",
    "nv_abi",
    "nv_diag_default",
    "nv_diag_error",
    "nv_diag_once",
    "nv_diag_remark",
    "nv_diag_suppress",
    "nv_diag_warning",
    "nv_diagnostic",
    "nv_exec_check_disable",
    "omp",
    "once",
    "pack",
    "pop_macro",
    "push_macro",
    "redefine_extname",
    "unroll",
];

/// What stands behind a pragma.
enum Behind<'db> {
    /// Nothing.
    End,
    /// An item of a namespace.
    Item {
        /// The item.
        item: &'db Item,
        /// Its text.
        text: &'db str,
        /// Its first token.
        kind: SyntaxKind,
        /// Its node, if it has one.
        node: Option<ItemNode<'db>>,
    },
    /// A token of the user's item around the pragma, by its offset in that item's text.
    Inside(Inside<'db>),
    /// Something that is nobody's concern.
    Elsewhere,
}

/// A place in an item.
struct Inside<'db> {
    around: Rc<Around<'db>>,
    kind: SyntaxKind,
    next: usize,
}

/// An item with pragmas in it, which are looked at in order: what is known of it is found out once.
struct Around<'db> {
    index: u32,
    item: ItemNode<'db>,
    tree: FlatTree<'db>,
    lexed: Lexed,
    device: OnceCell<Vec<Tokens>>,
    host: OnceCell<Vec<Tokens>>,
    /// What its loops are not unrolled for in instances, with their first tokens.
    unrolled: OnceCell<Vec<(u32, Code)>>,
}

impl<'a> Places<'a> {
    /// What is wrong with such pragmas, with offsets.
    pub(crate) fn placed_pragmas(
        &self,
        file: SourceFile,
        options: HostOptions,
        pass: Pass,
    ) -> Vec<(usize, Diagnostic)> {
        let db = self.db();
        let mut out = Vec::new();
        let mut last = None;
        for stretch in &self.stretches {
            for (start, directive) in stretch.directives(&self.reportable(stretch).placed) {
                let Some((word, arguments, checked)) = placed(directive) else {
                    continue;
                };
                if !checked && pass == Pass::Host {
                    continue;
                }
                let end = start + directive.len();
                let behind = self.behind(file, start..end, &mut last);
                let said = match word {
                    "unroll" => unroll(db, file, options, pass, &behind, arguments),
                    "nv_abi" => abi::check(db, file, options, pass, &behind, arguments),
                    "message" => message::check(pass, arguments, || match &behind {
                        Behind::Inside(inside) => !inside.is_host(db, file, options),
                        Behind::Elsewhere => false,
                        _ => true,
                    }),
                    _ if checked => exec_check(&behind)
                        .map(|n| (None, Diagnostic::new(n)))
                        .into_iter()
                        .collect(),
                    _ => unrecognized(db, file, options, &behind)
                        .map(|d| (None, d))
                        .into_iter()
                        .collect(),
                };
                let body = end - arguments.len() - word.len();
                for (within, d) in said {
                    let offset = within.map_or(body, |at| end - arguments.len() + at);
                    out.push((body, d.at(self.location(offset))));
                }
            }
        }
        out
    }

    fn behind(
        &self,
        file: SourceFile,
        pragma: std::ops::Range<usize>,
        last: &mut Option<Rc<Around<'a>>>,
    ) -> Behind<'a> {
        let db = self.db();
        let Some((kind, next)) = self.next_significant(pragma.end) else {
            return Behind::End;
        };
        // The first item that does not end in front of the pragma.
        let first = self.from(pragma.start).find_map(|(stretch, _)| {
            let items = &stretch.skeleton.items;
            let ends_before = |item: &Item| stretch.start + item.span.range().end <= pragma.start;
            let number = items.partition_point(ends_before);
            Some((stretch, number as u32, items.get(number)?))
        });
        let Some((stretch, number, item)) = first else {
            return Behind::Elsewhere;
        };
        let nodes = part_nodes(db, file, stretch.part);
        let node = nodes.binary_search_by_key(&number, |n| n.1);
        let node = node.ok().map(|i| nodes[i].0);
        let start = stretch.start + item.span.range().start;
        let text = item.span.of(stretch.text);
        if start >= pragma.start {
            return Behind::Item {
                item,
                text,
                kind,
                node,
            };
        }
        match node.filter(|n| n.flags(db).has(Flags::USER)) {
            Some(node) if (start..start + text.len()).contains(&next) => {
                let index = stretch.first + number;
                let known = last.take().filter(|a| a.index == index);
                let around = known.unwrap_or_else(|| {
                    Rc::new(Around {
                        index,
                        item: node,
                        tree: flat_tree(db, node),
                        lexed: Lexed::new(text),
                        device: OnceCell::new(),
                        host: OnceCell::new(),
                        unrolled: OnceCell::new(),
                    })
                });
                *last = Some(around.clone());
                Behind::Inside(Inside {
                    around,
                    kind,
                    next: next - start,
                })
            }
            _ => Behind::Elsewhere,
        }
    }

    /// The next token that is neither white space nor comment nor directive.
    fn next_significant(&self, from: usize) -> Option<(SyntaxKind, usize)> {
        let mut line_start = false;
        for (stretch, text) in self.from(from) {
            let bytes = stretch.text.as_bytes();
            match next_significant(bytes, bytes.len() - text.len(), line_start) {
                Ok((kind, pos)) => return Some((kind, stretch.start + pos)),
                Err(now) => line_start = now,
            }
        }
        None
    }
}

/// The word of a pragma that says something of the construct behind it, what stands behind the word, and whether the pragma means
/// something to the reference. One that means nothing is reportable of in device code alone.
pub(crate) fn placed(directive: &str) -> Option<(&str, &str, bool)> {
    let directive = directive.trim_start_matches('#').trim_start();
    let body = directive.strip_prefix("pragma").map(str::trim_start)?;
    let (word, arguments) = body.split_at(body.find(|c: char| !is_word(c)).unwrap_or(body.len()));
    let checked = EXEC_CHECK.contains(&word) || matches!(word, "unroll" | "nv_abi" | "message");
    let nobody = word.is_empty() || KNOWN.contains(&word) && !checked;
    (!nobody).then_some((word, arguments, checked))
}

/// Whether a pragma at `span` of a part may have to be reportable of. Within code that is not the user's nothing is said, and of the check
/// of calls nothing before most items.
pub(crate) fn may_be_wrong(
    directive: &str,
    text: &str,
    span: Span,
    skeleton: &Skeleton,
    is_user: impl Fn(u32) -> bool,
) -> bool {
    let Some((word, _, checked)) = placed(directive) else {
        return false;
    };
    let items = &skeleton.items;
    let number = items.partition_point(|item| item.span.end <= span.start);
    let Some(item) = items.get(number) else {
        return true;
    };
    if item.span.start < span.start {
        return is_user(number as u32);
    }
    let next = next_significant(text.as_bytes(), span.range().end, false);
    checked
        && !(EXEC_CHECK.contains(&word)
            && next.is_ok_and(|(kind, _)| before_item(item, kind, item.span.of(text)).is_none()))
}

/// The next token of a part that is neither white space nor comment nor directive, and where it begins; or whether what follows stands
/// at the beginning of a line. `line_start`: whether byte `pos` does.
fn next_significant(
    bytes: &[u8],
    mut pos: usize,
    mut line_start: bool,
) -> Result<(SyntaxKind, usize), bool> {
    while pos < bytes.len() {
        let t = next_token(bytes, pos, line_start);
        let end = pos + t.len as usize;
        match t.kind {
            WHITESPACE => line_start |= bytes[pos..end].contains(&b'\n'),
            COMMENT | DIRECTIVE => line_start = false,
            kind => return Ok((kind, pos)),
        }
        pos = end;
    }
    Err(line_start)
}

/// What is wrong with `nv_exec_check_disable`.
fn exec_check(behind: &Behind<'_>) -> Option<Code> {
    match behind {
        Behind::End => Some(codes::PRAGMA_MUST_PRECEDE_DECLARATION),
        Behind::Item {
            item, text, kind, ..
        } => before_item(item, *kind, text),
        Behind::Inside(inside) => no_declaration(inside),
        Behind::Elsewhere => None,
    }
}

/// What is wrong with `unroll`.
fn unroll(
    db: &dyn Db,
    file: SourceFile,
    options: HostOptions,
    pass: Pass,
    behind: &Behind<'_>,
    arguments: &str,
) -> Vec<(Option<usize>, Diagnostic)> {
    let said = match loop_behind(db, file, options, pass, behind) {
        Some(Loop::Wrong(d)) => return vec![(None, d)],
        Some(Loop::Found(inside)) => {
            let said = unroll::check(db, inside, arguments);
            match !said.is_empty() && inside.is_device(db, file, options) {
                true => said,
                false => Vec::new(),
            }
        }
        None => Vec::new(),
    };
    match behind {
        Behind::Inside(inside) if said.is_empty() && pass == Pass::Device => {
            of_instances(db, options, inside)
        }
        _ => said,
    }
}

/// What is wrong with `unroll` in the instances of a template.
fn of_instances(
    db: &dyn Db,
    options: HostOptions,
    inside: &Inside<'_>,
) -> Vec<(Option<usize>, Diagnostic)> {
    let around = &inside.around;
    let extended = options.settings(db).extended_lambda;
    let all = (around.unrolled).get_or_init(|| unrolled_instances(db, around.item, extended));
    let token = inside.token();
    let here = all.iter().filter(|(start, _)| *start == token);
    here.map(|(_, code)| (None, Diagnostic::new(*code)))
        .collect()
}

/// What stands behind `unroll`.
enum Loop<'b, 'db> {
    /// Something else than a loop.
    Wrong(Diagnostic),
    /// A loop, of device code or not.
    Found(&'b Inside<'db>),
}

fn loop_behind<'b, 'db>(
    db: &'db dyn Db,
    file: SourceFile,
    options: HostOptions,
    pass: Pass,
    behind: &'b Behind<'db>,
) -> Option<Loop<'b, 'db>> {
    let warning = |code| {
        Loop::Wrong(Diagnostic {
            severity: Some(Severity::Warning),
            ..Diagnostic::new(code)
        })
    };
    let inside = match behind {
        Behind::Item { item, kind, .. } => {
            let declares = !matches!(
                item.kind,
                ItemKind::NamespaceClose | ItemKind::LinkageClose | ItemKind::LinkageOpen
            );
            return (declares && *kind != SEMICOLON)
                .then(|| warning(codes::PRAGMA_MUST_PRECEDE_STATEMENT));
        }
        Behind::Inside(inside) => inside,
        Behind::End | Behind::Elsewhere => return None,
    };
    let (token, around, mut node) = inside.place()?;
    let in_block = node.is_some_and(|n| ast::Statement::can_cast(n.kind()));
    let Some(first) = &node else {
        let ends = token == R_BRACE && around.kind() == COMPOUND_STATEMENT;
        return ends.then(|| warning(codes::PRAGMA_NOT_ALLOWED_HERE));
    };
    if ast::Declaration::can_cast(first.kind()) {
        let plain = matches!(first.kind(), SIMPLE_DECLARATION | FUNCTION_DEFINITION);
        return plain.then(|| warning(codes::PRAGMA_MUST_PRECEDE_STATEMENT));
    }
    while let Some(label) = node.filter(|n| n.kind() == LABELED_STATEMENT) {
        node = label
            .children()
            .find(|c| ast::Statement::can_cast(c.kind()));
    }
    let node = node.filter(|_| in_block)?;
    let is_empty = node.kind() == EXPRESSION_STATEMENT && node.children().next().is_none();
    if is_empty {
        return Some(warning(codes::PRAGMA_NOT_ALLOWED_HERE));
    }
    if pass == Pass::Host {
        return None;
    }
    match node.kind() {
        FOR_STATEMENT | WHILE_STATEMENT | DO_STATEMENT | RANGE_FOR_STATEMENT => {
            Some(Loop::Found(inside))
        }
        EXPRESSION_STATEMENT | COMPOUND_STATEMENT | IF_STATEMENT | SWITCH_STATEMENT
        | RETURN_STATEMENT | GOTO_STATEMENT => (inside.is_device(db, file, options))
            .then(|| Loop::Wrong(Diagnostic::new(codes::UNROLL_WITHOUT_LOOP))),
        _ => None,
    }
}

/// A pragma that means nothing to anybody, in device code.
fn unrecognized(
    db: &dyn Db,
    file: SourceFile,
    options: HostOptions,
    behind: &Behind<'_>,
) -> Option<Diagnostic> {
    let Behind::Inside(inside) = behind else {
        return None;
    };
    let (token, around, node) = inside.place()?;
    // Templates are read once, when their pragmas are nobody's concern, and not again for their instances.
    let generic = |n: Node<'_>| match n.kind() {
        TEMPLATE_DECLARATION => true,
        LAMBDA_EXPRESSION => n
            .children()
            .filter(|c| c.kind() == PARAMETER_CLAUSE)
            .any(|c| c.descendants_with_tokens().any(|e| e.kind() == AUTO_KW)),
        _ => false,
    };
    if around.ancestors().any(generic) {
        return None;
    }
    let member = around.ancestors().any(|a| a.kind() == CLASS_SPECIFIER);
    let statement = match node {
        Some(node) => ast::Statement::can_cast(node.kind()),
        None => token == R_BRACE && around.kind() == COMPOUND_STATEMENT && !member,
    };
    (statement && inside.is_device(db, file, options))
        .then(|| Diagnostic::new(codes::UNRECOGNIZED_PRAGMA_DEVICE_CODE))
}

impl Inside<'_> {
    /// The next token's kind, what is around it, and the largest construct that it begins.
    fn place(&self) -> Option<(SyntaxKind, Node<'_>, Option<Node<'_>>)> {
        let at = self.token();
        let token = self.around.tree.token(at)?;
        // Another directive begins nothing.
        let is_token = self.around.lexed.range(at as usize).start == self.next;
        let begun = |n: &Node<'_>| n.tokens().start == at;
        let before = token.parent_ancestors().take_while(begun).last();
        let before = before.filter(|n| n.kind() != ITEM_ROOT);
        let around = match before {
            Some(node) => node.parent()?,
            None => token.parent()?,
        };
        Some((self.kind, around, before.filter(|_| is_token)))
    }

    /// The place in significant tokens.
    fn token(&self) -> u32 {
        self.around.lexed.at_or_after(self.next) as u32
    }

    /// Whether the place is in a body that is host code for certain, and is read.
    fn is_host(&self, db: &dyn Db, file: SourceFile, options: HostOptions) -> bool {
        let around = &self.around;
        let bodies = around
            .host
            .get_or_init(|| cleave_checks::host_bodies(db, file, around.item, options));
        let token = self.token();
        bodies.iter().any(|body| body.contains(token))
    }

    /// Whether the place is in a body that is device code for certain.
    fn is_device(&self, db: &dyn Db, file: SourceFile, options: HostOptions) -> bool {
        let around = &self.around;
        let bodies = around
            .device
            .get_or_init(|| device_bodies(db, file, around.item, options));
        let token = self.token();
        bodies.iter().any(|body| body.contains(token))
    }
}

/// Before an item of a namespace.
fn before_item(item: &Item, kind: SyntaxKind, text: &str) -> Option<Code> {
    let first = |words: &[&str]| {
        words.iter().any(|w| {
            text.strip_prefix(w)
                .is_some_and(|rest| !rest.starts_with(is_word))
        })
    };
    match item.kind {
        ItemKind::NamespaceClose | ItemKind::LinkageClose => {
            Some(codes::PRAGMA_MUST_PRECEDE_DECLARATION)
        }
        ItemKind::LinkageOpen | ItemKind::UsingDirective | ItemKind::UsingDeclaration => {
            Some(codes::PRAGMA_NOT_ALLOWED_HERE)
        }
        _ if kind == SEMICOLON => Some(codes::PRAGMA_NOT_ALLOWED_HERE),
        // `[[…]];`
        _ if text.starts_with("[[") && text.trim_end_matches(';').trim_end().ends_with("]]") => {
            Some(codes::PRAGMA_NOT_ALLOWED_HERE)
        }
        _ if first(&["static_assert", "_Static_assert", "asm", "__asm__", "__asm"]) => {
            Some(codes::PRAGMA_NOT_ALLOWED_HERE)
        }
        // An explicit instantiation.
        _ => {
            let rest = text.strip_prefix("template")?;
            let instantiates = !rest.starts_with(is_word) && !rest.trim_start().starts_with('<');
            instantiates.then_some(codes::PRAGMA_NOT_ALLOWED_HERE)
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Before a token of an item.
fn no_declaration(inside: &Inside<'_>) -> Option<Code> {
    let (token, around, before) = inside.place()?;
    let Some(node) = before else {
        return match (token, around.kind()) {
            (R_BRACE, COMPOUND_STATEMENT) => Some(codes::PRAGMA_NOT_ALLOWED_HERE),
            (R_BRACE, kind) => is_list(kind).then_some(codes::PRAGMA_MUST_PRECEDE_DECLARATION),
            (_, kind) => is_statement(kind).then_some(codes::PRAGMA_MUST_PRECEDE_DECLARATION),
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
        | CONTINUE_STATEMENT => Some(codes::PRAGMA_NOT_ALLOWED_HERE),
        EXPRESSION_STATEMENT if token == SEMICOLON => Some(codes::PRAGMA_NOT_ALLOWED_HERE),
        // The body of a function is no statement.
        COMPOUND_STATEMENT => {
            let inner = is_statement(around.kind()) || around.kind() == COMPOUND_STATEMENT;
            inner.then_some(codes::PRAGMA_MUST_PRECEDE_DECLARATION)
        }
        SIMPLE_DECLARATION if is_unnamed_field(node) => Some(codes::PRAGMA_NOT_ALLOWED_HERE),
        CONDITION | ENUMERATOR | TEMPLATE_PARAMETER_LIST => {
            Some(codes::PRAGMA_MUST_PRECEDE_DECLARATION)
        }
        _ if around.kind() == TEMPLATE_PARAMETER_LIST => {
            Some(codes::PRAGMA_MUST_PRECEDE_DECLARATION)
        }
        _ if ast::Expr::can_cast(kind) => Some(codes::PRAGMA_MUST_PRECEDE_DECLARATION),
        _ => is_statement(kind).then_some(codes::PRAGMA_MUST_PRECEDE_DECLARATION),
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
fn is_unnamed_field(declaration: Node<'_>) -> bool {
    let declarator = (declaration.children()).find(|c| c.kind() == INIT_DECLARATOR);
    declarator
        .and_then(|d| d.children().next())
        .is_some_and(|n| n.kind() == BIT_FIELD_WIDTH)
}

#[cfg(test)]
mod tests;
