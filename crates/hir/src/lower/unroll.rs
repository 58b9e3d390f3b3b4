//! `#pragma unroll` before a loop (reference: device-half, Loops and statements). A pragma is no token of the tree: it is found in the
//! text between the tokens.

use cleave_syntax::lexer::next_token;
use memchr::memmem;

use super::*;

/// The pragmas of an item, in order.
#[derive(Default)]
pub(crate) struct Unrolls {
    all: Vec<Written>,
}

/// A pragma.
struct Written {
    /// The first token behind it.
    token: u32,
    /// What stands in it; none if it stands alone.
    factor: Option<Beside>,
}

/// An expression that stands beside an item: the one enumerator's value of a text of its own.
pub(crate) struct Beside {
    /// The text.
    pub(crate) text: String,
    /// Its tree.
    pub(crate) flat: Flat,
    /// Its tokens.
    pub(crate) lexed: Lexed,
}

impl Unrolls {
    /// Those of a text, of which `read` reads the factors. What cannot be read is ignored, as the reference does.
    pub(crate) fn of(source: Source<'_>, read: impl Fn(&str) -> Option<Beside>) -> Unrolls {
        let mut all: Vec<Written> = Vec::new();
        let mut done = 0;
        for found in memmem::find_iter(source.text.as_bytes(), b"unroll") {
            let token = source.lexed.at_or_after(found);
            // What stands in a token is no pragma; one gap may have several.
            if token <= done || token == source.lexed.len() {
                continue;
            }
            done = token;
            let gap = source.lexed.range(token - 1).end..source.lexed.range(token).start;
            let Some(arguments) = last_in(&source.text[gap]) else {
                continue;
            };
            let factor = match arguments.trim() {
                "" => None,
                arguments => match read(arguments) {
                    Some(factor) => Some(factor),
                    None => continue,
                },
            };
            let token = token as u32;
            all.push(Written { token, factor });
        }
        Unrolls { all }
    }
}

impl<'t> Lowering<'t> {
    /// Notes the pragma before a statement if that is a loop: labels may stand between them.
    pub(super) fn unroll(&mut self, mut stmt: StmtId, node: &Node<'t>) {
        let at = node.tokens().start;
        let all = &self.unrolls.all;
        let Ok(found) = all.binary_search_by_key(&at, |w| w.token) else {
            return;
        };
        while let Stmt::Label(_, body) = self.code.stmts[stmt] {
            stmt = body;
        }
        let is_loop = matches!(
            self.code.stmts[stmt],
            Stmt::While { .. } | Stmt::Do { .. } | Stmt::For { .. } | Stmt::RangeFor { .. }
        );
        if !is_loop || self.code.unrolls.iter().any(|u| u.0 == stmt) {
            return;
        }
        let factor = match &all[found].factor {
            None => None,
            Some(beside) => match self.beside(beside, at) {
                Some(factor) => Some(factor),
                None => return,
            },
        };
        self.code.unrolls.push((stmt, Unroll { factor }));
    }

    fn beside(&mut self, beside: &'t Beside, at: u32) -> Option<ExprId> {
        let source = Source {
            text: &beside.text,
            lexed: &beside.lexed,
        };
        let root = Node::of(&beside.flat, source, 0);
        let value = root.descendants().find_map(|element| match element {
            Element::Node(node) if node.kind() == ENUMERATOR => exprs(&node).next(),
            _ => None,
        })?;
        let here = self.relative(Tokens {
            start: at,
            end: at + 1,
        });
        let outside = self.pinned.replace(here);
        let value = self.expr(&value);
        self.pinned = outside;
        Some(value)
    }
}

/// The arguments of the last `unroll` among the pragmas between two tokens: it is the one that counts.
fn last_in(gap: &str) -> Option<&str> {
    if !gap.contains("unroll") {
        return None;
    }
    let (mut pos, mut line_start, mut last) = (0, false, None);
    while pos < gap.len() {
        let t = next_token(gap.as_bytes(), pos, line_start);
        let end = pos + (t.len as usize).max(1);
        let text = gap.get(pos..end).unwrap_or_default();
        match t.kind {
            PRAGMA => {
                last = arguments(text).or(last);
                line_start = false;
            }
            WHITESPACE => line_start |= text.contains('\n'),
            _ => {}
        }
        pos = end;
    }
    last
}

/// What stands behind `unroll` in `#pragma unroll …` and `_Pragma("unroll …")`.
fn arguments(pragma: &str) -> Option<&str> {
    let body = match pragma.strip_prefix("_Pragma") {
        Some(operand) => operand
            .split_once('"')
            .and_then(|(_, rest)| rest.rsplit_once('"'))
            .map(|(body, _)| body)?,
        None => {
            let directive = pragma.strip_prefix('#').or(pragma.strip_prefix("%:"))?;
            directive.trim_start().strip_prefix("pragma")?
        }
    };
    let arguments = body.trim_start().strip_prefix("unroll")?;
    let ends = !arguments.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    ends.then_some(arguments)
}
