//! The arguments of a function-like macro: finding their ends, and expanding each by itself ([cpp.replace.general],
//! [cpp.subst]). Knows nothing of what becomes of them.

use crate::engine::{NO_MACRO, Preprocessor};
use crate::expansion::Expansion;
use crate::intern::Sym;
use crate::macros::Macro;
use crate::token::*;

/// An argument: ranges of `arg_tokens`.
#[derive(Clone, Copy, Default)]
pub(crate) struct Arg {
    pub(crate) raw: (u32, u32),
    pub(crate) expanded: Option<(u32, u32)>,
    pub(crate) text: Option<Token>,
    /// Nothing was given for `...`, not even a comma before it.
    pub(crate) missing: bool,
}

/// How deep arguments may be expanded within arguments.
const MAX_DEPTH: u32 = 10_000;
/// The stack that one level may need, and how much is added at a time.
const RED_ZONE: usize = 64 << 10;
const MORE: usize = 1 << 20;

impl Preprocessor<'_> {
    /// Looks for `(` and takes the arguments; the number of the expansion. If there is no `(`, nothing happened.
    pub(super) fn arguments(&mut self, name: &Token, m: &Macro) -> Option<u32> {
        let state = self.parsing_args;
        self.prevent += 1;
        self.parsing_args = 1;
        let mut padding: Option<Token> = None;
        let mut t;
        loop {
            t = self.get_unexpanded();
            if t.kind != Kind::Padding {
                break;
            }
            if padding.is_none_or(|p| p.val == PAD_NONE || p.val == PAD_PLAIN && t.val == PAD_NONE)
            {
                padding = Some(t);
            }
        }
        let mut found = None;
        if t.kind == Kind::OpenParen {
            self.parsing_args = 2;
            let expansion = self.expansions.len() as u32;
            self.expansions.push(Expansion {
                name: Sym(name.val),
                at: name.pos,
                parent: name.expansion,
                body: (m.start, m.end),
                defined: (m.file, m.line),
            });
            if self.collect(name, m, expansion) {
                found = Some(expansion);
            }
        }
        self.parsing_args = state;
        self.prevent -= 1;
        if t.kind != Kind::OpenParen && (t.kind != Kind::End || !self.contexts.is_empty()) {
            self.unget(t);
            if let Some(p) = padding {
                self.push_token(p);
            }
        }
        found
    }

    fn collect(&mut self, name: &Token, m: &Macro, expansion: u32) -> bool {
        let (first_arg, count) = (self.args.len(), m.params as usize);
        let mut from = self.arg_tokens.len();
        let mut depth = 0;
        loop {
            let variable = m.variadic && self.args.len() - first_arg + 1 >= count;
            self.collect_ordinary(from, &mut depth, variable, expansion);
            let t = self.get_unexpanded();
            match t.kind {
                Kind::Padding => {
                    if self.arg_tokens.len() > from {
                        self.arg_tokens.push(t);
                    }
                    continue;
                }
                Kind::End => {
                    if self.contexts.is_empty() && self.in_directive {
                        self.unget(t);
                    }
                    let text = self.text(name);
                    self.error_here(format!(
                        "unterminated argument list invoking macro \"{text}\""
                    ));
                    return false;
                }
                Kind::OpenParen => depth += 1,
                Kind::CloseParen if depth == 0 => break,
                Kind::CloseParen => depth -= 1,
                Kind::Comma if depth == 0 && !variable => {
                    self.end_argument(from);
                    from = self.arg_tokens.len();
                    continue;
                }
                _ => {}
            }
            // Changed where it lies: a token that was just written in parts is slow to copy whole.
            let at = self.arg_tokens.len();
            self.arg_tokens.push(t);
            let t = &mut self.arg_tokens[at];
            t.flags &= !(BOL | PASTE_LEFT);
            if t.expansion == 0 {
                t.expansion = expansion;
            }
        }
        self.end_argument(from);
        let mut given = self.args.len() - first_arg;
        if given == 1 && count == 0 && self.args[first_arg].raw.0 == self.args[first_arg].raw.1 {
            self.args.truncate(first_arg);
            given = 0;
        }
        if given > count || given < count && !(m.variadic && given + 1 == count) {
            let text = self.text(name);
            let what = if given < count {
                format!("macro \"{text}\" requires {count} arguments, but only {given} given")
            } else {
                format!("macro \"{text}\" passed {given} arguments, but takes just {count}")
            };
            self.error_here(what);
            return false;
        }
        let end = self.arg_tokens.len() as u32;
        let empty = Arg {
            raw: (end, end),
            ..Arg::default()
        };
        self.args.resize(first_arg + count, empty);
        if m.variadic {
            let alone = given == 1 && count == 1 && !self.settings.strict;
            let last = self.args.len() - 1;
            let last = &mut self.args[last];
            last.missing = given < count || alone && last.raw.0 == last.raw.1;
        }
        true
    }

    /// Takes the tokens of the innermost context that go on with the argument, up to one that may do something else: all at once, since
    /// macros hand long arguments to one another.
    fn collect_ordinary(&mut self, from: usize, depth: &mut u32, variable: bool, expansion: u32) {
        let Some(c) = self.contexts.last_mut() else {
            return;
        };
        let mut begun = self.arg_tokens.len() > from;
        let ordinary = |t: &&Token| {
            match t.kind {
                Kind::Padding => return begun,
                Kind::CloseParen if *depth == 0 => return false,
                Kind::Comma if *depth == 0 && !variable => return false,
                _ if t.has(PASTE_LEFT) => return false,
                Kind::OpenParen => *depth += 1,
                Kind::CloseParen => *depth -= 1,
                _ => {}
            }
            begun = true;
            true
        };
        let rest = &self.pool[c.cur as usize..c.end as usize];
        let taken = rest.iter().take_while(ordinary).count();
        let at = self.arg_tokens.len();
        self.arg_tokens.extend_from_slice(&rest[..taken]);
        c.cur += taken as u32;
        for t in &mut self.arg_tokens[at..] {
            if t.kind == Kind::Padding {
                continue;
            }
            let node = (t.kind == Kind::Name).then(|| self.nodes.get(t.val as usize));
            if node.flatten().is_some_and(|n| n.disabled) {
                t.flags |= NO_EXPAND;
            }
            t.flags &= !BOL;
            if t.expansion == 0 {
                t.expansion = expansion;
            }
        }
    }

    /// What came since `from` is an argument.
    fn end_argument(&mut self, from: usize) {
        while self.arg_tokens.len() > from
            && self
                .arg_tokens
                .last()
                .is_some_and(|t| t.kind == Kind::Padding)
        {
            self.arg_tokens.pop();
        }
        let raw = (from as u32, self.arg_tokens.len() as u32);
        self.args.push(Arg {
            raw,
            ..Arg::default()
        });
    }

    pub(super) fn text(&self, t: &Token) -> String {
        String::from_utf8_lossy(self.spelling(t)).into_owned()
    }

    /// The tokens of an argument after their own expansion.
    pub(super) fn expanded(&mut self, arg: usize) -> (u32, u32) {
        let a = self.args[arg];
        if let Some(known) = a.expanded {
            return known;
        }
        let (start, end) = (a.raw.0 as usize, a.raw.1 as usize);
        let first = self.arg_tokens[start..end].iter().position(|t| {
            t.kind == Kind::Name && !t.has(NO_EXPAND) && self.node(Sym(t.val)).makro != NO_MACRO
        });
        let range = match first {
            // No macro is named: the tokens stand for themselves.
            None => a.raw,
            Some(_) if self.depth >= MAX_DEPTH => {
                self.stop("the arguments of macros are nested too deep");
                a.raw
            }
            Some(first) => {
                let from = self.arg_tokens.len();
                self.arg_tokens.extend_from_within(start..start + first);
                stacker::maybe_grow(RED_ZONE, MORE, || self.expand_range(start + first, end));
                (from as u32, self.arg_tokens.len() as u32)
            }
        };
        self.args[arg].expanded = Some(range);
        range
    }

    fn expand_range(&mut self, start: usize, end: usize) {
        let level = self.contexts.len();
        let (prevent, state) = (self.prevent, self.parsing_args);
        self.prevent = 0;
        self.parsing_args = 0;
        self.no_pragma += 1;
        self.depth += 1;
        let base = self.pool.len();
        self.pool.extend_from_slice(&self.arg_tokens[start..end]);
        self.push_from(base, None, true);
        loop {
            self.expand_ordinary();
            let t = self.get();
            if t.kind == Kind::End {
                break;
            }
            self.arg_tokens.push(t);
        }
        while self.contexts.len() > level {
            self.pop_context();
        }
        self.depth -= 1;
        self.no_pragma -= 1;
        self.prevent = prevent;
        self.parsing_args = state;
    }

    /// Takes the tokens of the innermost context that stand for themselves.
    fn expand_ordinary(&mut self) {
        let Some(c) = self.contexts.last_mut() else {
            return;
        };
        let nodes = &self.nodes;
        let ordinary = |t: &&Token| {
            let node = (t.kind == Kind::Name).then(|| nodes.get(t.val as usize));
            let named = node.flatten().is_some_and(|n| n.makro != NO_MACRO);
            !t.has(PASTE_LEFT) && (!named || t.has(NO_EXPAND))
        };
        let rest = &self.pool[c.cur as usize..c.end as usize];
        let taken = rest.iter().take_while(ordinary).count();
        self.arg_tokens.extend_from_slice(&rest[..taken]);
        c.cur += taken as u32;
    }
}
