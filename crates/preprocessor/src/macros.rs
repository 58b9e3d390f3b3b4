//! Definitions of macros ([cpp.replace]). Knows nothing of how they are expanded.

use crate::engine::{BUILT_IN, NO_MACRO, Preprocessor};
use crate::intern::Sym;
use crate::token::*;

/// A macro's definition.
#[derive(Clone, Debug)]
pub(crate) struct Macro {
    pub(crate) params: Vec<Sym>,
    pub(crate) function: bool,
    pub(crate) variadic: bool,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) opt: bool,
}

impl Preprocessor<'_> {
    /// `#define`: the rest of its line.
    pub(crate) fn define(&mut self) {
        self.prevent += 1;
        let name = self.lex_direct();
        let Some(sym) = self.macro_name(&name) else {
            self.prevent -= 1;
            return;
        };
        let open = self.b.c.cur;
        let mut m = Macro {
            params: vec![],
            function: false,
            variadic: false,
            start: 0,
            end: 0,
            opt: false,
        };
        if self.sources.bytes.get(open) == Some(&b'(') {
            m.function = true;
            self.b.c.cur += 1;
            if !self.parameters(&mut m) {
                self.prevent -= 1;
                return;
            }
        }
        self.body(&mut m);
        self.prevent -= 1;
        let old = self.node(sym).makro;
        if old < BUILT_IN && !self.same(&self.macros[old as usize], &m) && !name.has(SYS | SYS_C) {
            let text = String::from_utf8_lossy(self.names.name(sym)).into_owned();
            self.warn_at(&name, format!("\"{text}\" redefined"));
        }
        self.node(sym).makro = self.macros.len() as u32;
        self.macros.push(m);
    }

    pub(crate) fn macro_name(&mut self, t: &Token) -> Option<Sym> {
        let k = &self.known;
        match t.sym() {
            Some(s) if s == k.defined => {
                self.error_at(t, "\"defined\" cannot be used as a macro name".into())
            }
            Some(s) => return Some(s),
            None if t.kind == Kind::End => {
                self.error_at(t, "no macro name given in directive".into())
            }
            None => self.error_at(t, "macro names must be identifiers".into()),
        }
        None
    }

    fn parameters(&mut self, m: &mut Macro) -> bool {
        let mut t = self.lex_direct();
        if t.kind == Kind::CloseParen {
            return true;
        }
        loop {
            if let Some(sym) = t.sym() {
                if m.params.contains(&sym) {
                    self.error_at(&t, "duplicate macro parameter".into());
                    return false;
                }
                m.params.push(sym);
                t = self.lex_direct();
                if self.spelling(&t) == b"..." {
                    m.variadic = true;
                    t = self.lex_direct();
                }
            } else if self.spelling(&t) == b"..." {
                m.params.push(self.known.va_args);
                m.variadic = true;
                t = self.lex_direct();
            } else {
                self.error_at(&t, "expected parameter name".into());
                return false;
            }
            match t.kind {
                Kind::CloseParen => return true,
                Kind::Comma if !m.variadic => t = self.lex_direct(),
                _ => {
                    self.error_at(&t, "expected ',' or ')' in macro parameter list".into());
                    return false;
                }
            }
        }
    }

    fn body(&mut self, m: &mut Macro) {
        m.start = self.bodies.len() as u32;
        let start = self.bodies.len();
        let mut opt_depth: Option<u32> = None;
        let mut want_open = false;
        loop {
            let mut t = self.lex_direct();
            if t.kind == Kind::End {
                break;
            }
            t.flags &= !BOL;
            if want_open {
                want_open = false;
                if t.kind == Kind::OpenParen {
                    opt_depth = Some(0);
                    continue;
                }
            }
            if let (true, Some(sym)) = (m.function, t.sym()) {
                if let Some(i) = m.params.iter().position(|&p| p == sym) {
                    t.kind = Kind::Param;
                    t.val = i as u32;
                } else if m.variadic && sym == self.known.va_opt && opt_depth.is_none() {
                    t.kind = Kind::OptStart;
                    m.opt = true;
                    want_open = true;
                }
            }
            if let Some(depth) = opt_depth {
                match t.kind {
                    Kind::OpenParen => opt_depth = Some(depth + 1),
                    Kind::CloseParen if depth == 0 => {
                        t.kind = Kind::OptEnd;
                        opt_depth = None;
                    }
                    Kind::CloseParen => opt_depth = Some(depth - 1),
                    _ => {}
                }
            }
            let last = self.bodies.len();
            if last > start && m.function && self.bodies[last - 1].kind == Kind::Hash {
                if matches!(t.kind, Kind::Param) {
                    t.flags = t.flags & !PREV_WHITE
                        | self.bodies[last - 1].flags & PREV_WHITE
                        | STRINGIFY;
                    t.flags |= self.bodies[last - 1].flags & PASTE_LEFT;
                    self.bodies[last - 1] = t;
                    continue;
                }
                self.error_at(&t, "'#' is not followed by a macro parameter".into());
            }
            if t.kind == Kind::Paste {
                if last == start {
                    self.error_at(
                        &t,
                        "'##' cannot appear at either end of a macro expansion".into(),
                    );
                } else {
                    self.bodies[last - 1].flags |= PASTE_LEFT;
                }
                continue;
            }
            self.bodies.push(t);
        }
        if let Some(first) = self.bodies.get_mut(start) {
            first.flags &= !PREV_WHITE;
        }
        if self.bodies.len() > start
            && let Some(last) = self.bodies.last_mut()
        {
            last.flags &= !PASTE_LEFT;
        }
        m.end = self.bodies.len() as u32;
    }

    fn same(&self, a: &Macro, b: &Macro) -> bool {
        let body = |m: &Macro| &self.bodies[m.start as usize..m.end as usize];
        a.function == b.function
            && a.variadic == b.variadic
            && a.params == b.params
            && body(a).len() == body(b).len()
            && body(a).iter().zip(body(b)).all(|(x, y)| {
                let mask = PREV_WHITE | STRINGIFY | PASTE_LEFT;
                x.kind == y.kind
                    && x.flags & mask == y.flags & mask
                    && self.spelling(x) == self.spelling(y)
            })
    }

    pub(crate) fn is_defined(&mut self, sym: Sym) -> bool {
        self.node(sym).makro != NO_MACRO
    }

    pub(crate) fn warn_at(&mut self, t: &Token, message: String) {
        self.error_at(t, message);
        if let Some(last) = self.problems.last_mut() {
            last.error = false;
        }
    }
}
