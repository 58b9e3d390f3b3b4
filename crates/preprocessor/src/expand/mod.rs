//! Expansion of macros: which token comes next, and when a name is a macro's ([cpp.replace.general], [cpp.rescan]). Knows nothing of
//! directives or output.

mod arguments;
mod built_in;
mod paste;
mod substitute;

use crate::engine::{BUILT_IN, NO_MACRO, Preprocessor};
use crate::expansion::Expansion;
use crate::intern::Sym;
use crate::token::*;

pub(crate) use arguments::Arg;

/// Tokens of the pool that are read before the file goes on.
#[derive(Clone, Copy)]
pub(crate) struct Context {
    pub(crate) cur: u32,
    pub(crate) end: u32,
    /// What the pool shrinks to when this is over.
    base: u32,
    /// The macro that may not be expanded meanwhile.
    name: Option<Sym>,
    /// A macro's argument: nothing reads past its end.
    argument: bool,
    /// A directive: no padding is behind it.
    directive: bool,
}

impl Preprocessor<'_> {
    /// The next token with macros expanded, or a padding.
    pub(crate) fn get(&mut self) -> Token {
        loop {
            let t;
            if let Some(c) = self.contexts.last_mut() {
                if c.cur == c.end {
                    if c.argument {
                        return Token::end();
                    }
                    let directive = c.directive;
                    self.pop_context();
                    if directive || self.drops_padding() {
                        continue;
                    }
                    return Token::padding(PAD_NONE);
                }
                t = self.pool[c.cur as usize];
                c.cur += 1;
                if t.has(PASTE_LEFT) {
                    self.paste_all(t);
                    if self.drops_padding() {
                        continue;
                    }
                    return t.as_padding();
                }
            } else {
                t = self.lex_token();
            }
            if t.kind != Kind::Name || t.has(NO_EXPAND) {
                return t;
            }
            if let Some(t) = self.name(t) {
                return t;
            }
        }
    }

    /// As `get` where macros are not expanded.
    #[inline(always)]
    fn get_unexpanded(&mut self) -> Token {
        if let Some(c) = self.contexts.last_mut()
            && c.cur != c.end
        {
            let mut t = self.pool[c.cur as usize];
            if !t.has(PASTE_LEFT) {
                c.cur += 1;
                if t.kind == Kind::Name && self.node(Sym(t.val)).disabled {
                    t.flags |= NO_EXPAND;
                }
                return t;
            }
        }
        self.get()
    }

    /// The next token that is no padding.
    pub(crate) fn get_real(&mut self) -> Token {
        loop {
            let t = self.get();
            if t.kind != Kind::Padding {
                return t;
            }
        }
    }

    /// Puts a token back; an argument's end stays where it is anyway.
    pub(crate) fn unget(&mut self, t: Token) {
        match self.contexts.last_mut() {
            Some(c) if t.kind == Kind::End && c.argument => {}
            Some(c) => c.cur -= 1,
            None => self.look = Some(t),
        }
    }

    pub(crate) fn pop_context(&mut self) {
        if let Some(c) = self.contexts.pop() {
            if let Some(name) = c.name {
                self.node_mut(name).disabled = false;
            }
            self.pool.truncate(c.base as usize);
        }
    }

    /// What the pool holds from `base` on is read next.
    fn push_from(&mut self, base: usize, name: Option<Sym>, argument: bool) {
        let end = self.pool.len();
        self.grown += end - base;
        let made = self.sources.bytes.len();
        if self.grown > self.settings.growth || made > self.settings.bytes {
            self.stop("macros expand to too much");
        }
        self.contexts.push(Context {
            cur: base as u32,
            end: end as u32,
            base: base as u32,
            name,
            argument,
            directive: false,
        });
    }

    /// The tokens of a directive, which are read next.
    pub(crate) fn push_directive(&mut self, tokens: &[Token]) {
        self.push_tokens(tokens);
        if let Some(context) = self.contexts.last_mut() {
            context.directive = true;
        }
    }

    /// Tokens that are read next.
    pub(crate) fn push_tokens(&mut self, tokens: &[Token]) {
        let base = self.pool.len();
        self.pool.extend_from_slice(tokens);
        self.push_from(base, None, false);
    }

    pub(crate) fn push_token(&mut self, t: Token) {
        let base = self.pool.len();
        self.pool.push(t);
        self.push_from(base, None, false);
    }

    /// A name that was read: what it is after a look at the macros; nothing to read on.
    fn name(&mut self, mut t: Token) -> Option<Token> {
        let node = self.node(Sym(t.val));
        if node.makro == NO_MACRO {
            return Some(t);
        }
        if node.disabled {
            t.flags |= NO_EXPAND;
            return Some(t);
        }
        if self.prevent > 0 || self.stopped {
            return Some(t);
        }
        if self.contexts.is_empty() {
            self.grown = 0;
        }
        // A macro's name, expanded or not, is something outside of an include guard.
        self.b.guard_valid = false;
        let entered = if node.makro >= BUILT_IN {
            self.built_in(&t, node.makro - BUILT_IN)
        } else {
            self.enter(&t, node.makro)
        };
        if !entered {
            return Some(t);
        }
        if self.drops_padding() || std::mem::take(&mut self.reads_pragmas) {
            None
        } else {
            Some(t.as_padding())
        }
    }

    /// Whether paddings are of no use: what is read is no text.
    pub(crate) fn drops_padding(&self) -> bool {
        self.in_directive && !self.in_pragma
    }

    fn enter(&mut self, t: &Token, id: u32) -> bool {
        let sym = Sym(t.val);
        let m = self.macros[id as usize];
        let expansion = self.expansions.len() as u32;
        if !m.function {
            self.dump_use(sym);
            self.expansions.push(Expansion {
                name: sym,
                at: t.pos,
                parent: t.expansion,
                body: (m.start, m.end),
                defined: (m.file, m.line),
            });
            let base = self.pool.len();
            self.pool
                .extend_from_slice(&self.bodies[m.start as usize..m.end as usize]);
            for made in &mut self.pool[base..] {
                (made.line, made.at, made.expansion) = (t.line, t.at, expansion);
            }
            // What no file spells belongs to the one that names it.
            if self.pool.get(base).is_some_and(|made| made.has(BUILTIN)) {
                let sys = t.flags & (SYS | SYS_C);
                self.pool[base..].iter_mut().for_each(|t| t.flags |= sys);
            }
            self.node_mut(sym).disabled = true;
            self.push_from(base, Some(sym), false);
            return true;
        }
        let (args, tokens) = (self.args.len(), self.arg_tokens.len());
        let arguments = self.arguments(t, &m);
        let pragmas = std::mem::take(&mut self.argument_pragmas);
        let entered = match arguments {
            Some(expansion) => {
                self.substitute(t, &m, args, expansion);
                self.dump_use(sym);
                if !pragmas.is_empty() {
                    self.pragmas_first(t, &pragmas);
                }
                true
            }
            None => false,
        };
        self.args.truncate(args);
        self.arg_tokens.truncate(tokens);
        entered
    }
}
