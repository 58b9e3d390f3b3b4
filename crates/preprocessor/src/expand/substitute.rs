//! A macro's body with the arguments in the places of the parameters ([cpp.subst]), and strings of arguments ([cpp.stringize]).
//! Knows nothing of where arguments come from.

use crate::engine::Preprocessor;
use crate::intern::Sym;
use crate::macros::Macro;
use crate::token::*;

impl Preprocessor<'_> {
    /// Makes the context of a function-like macro whose arguments are in `args` from `first_arg` on.
    pub(super) fn substitute(&mut self, name: &Token, m: &Macro, first_arg: usize, expansion: u32) {
        let (start, end) = (m.start as usize, m.end as usize);
        if m.params > 0 {
            self.prepare(name, start, end, first_arg);
        }
        let base = self.pool.len();
        let place = |t: Token| Token {
            line: name.line,
            at: name.at,
            expansion,
            flags: match t.has(BUILTIN) {
                true => t.flags | name.flags & (SYS | SYS_C),
                false => t.flags,
            },
            ..t
        };
        // What stands before `__VA_OPT__`, as an index of the pool.
        let mut opt: Option<usize> = None;
        let mut i = start;
        while i < end {
            let src = self.bodies[i];
            let after_paste = i > start && self.bodies[i - 1].has(PASTE_LEFT);
            i += 1;
            match src.kind {
                Kind::OptStart => {
                    if i - 1 > start && !after_paste {
                        self.pool.push(src.as_padding());
                    }
                    opt = (self.pool.len() > base).then(|| self.pool.len() - 1);
                    if !self.has_variable_arguments(first_arg, m) {
                        while i < end && self.bodies[i].kind != Kind::OptEnd {
                            i += 1;
                        }
                    }
                }
                Kind::OptEnd => {
                    self.end_optional(name, base, opt.take(), &src, expansion);
                }
                Kind::Param => {
                    self.argument(
                        name,
                        m,
                        base,
                        &src,
                        (i - 1 > start, after_paste),
                        opt,
                        first_arg,
                        expansion,
                    );
                }
                _ => self.pool.push(place(src)),
            }
        }
        let sym = Sym(name.val);
        self.node_mut(sym).disabled = true;
        self.push_from(base, Some(sym), false);
    }

    /// Expands and stringizes the arguments in the order in which the body names them; the body is put together later.
    fn prepare(&mut self, name: &Token, start: usize, end: usize, first_arg: usize) {
        for i in start..end {
            let src = self.bodies[i];
            if src.kind != Kind::Param {
                continue;
            }
            let arg = first_arg + src.val as usize;
            if src.has(STRINGIFY) {
                if self.args[arg].text.is_none() {
                    let (from, to) = self.args[arg].raw;
                    let mut text = std::mem::take(&mut self.scratch);
                    let (tokens, from, to) = (&self.arg_tokens, from as usize, to as usize);
                    self.stringify(&tokens[from..to], &mut text);
                    self.args[arg].text = Some(self.string(name, &text));
                    self.scratch = text;
                }
            } else if !(src.has(PASTE_LEFT) || i > start && self.bodies[i - 1].has(PASTE_LEFT)) {
                self.expanded(arg);
            }
        }
    }

    fn has_variable_arguments(&mut self, first_arg: usize, m: &Macro) -> bool {
        let last = first_arg + m.params as usize - 1;
        // The pool is in use: what is pushed meanwhile lies above and goes again.
        let (from, to) = self.expanded(last);
        self.arg_tokens[from as usize..to as usize]
            .iter()
            .any(|t| t.kind != Kind::Padding)
    }

    /// The end of `__VA_OPT__( )`; `opt` is what stood before it.
    fn end_optional(
        &mut self,
        name: &Token,
        base: usize,
        opt: Option<usize>,
        src: &Token,
        expansion: u32,
    ) {
        let from = opt.map_or(base, |at| at + 1);
        while self.pool.len() > from && self.pool.last().is_some_and(|t| t.kind == Kind::Padding) {
            self.pool.pop();
        }
        if src.has(STRINGIFY) {
            self.paste_in_place(from);
            let mut text = std::mem::take(&mut self.scratch);
            self.stringify(&self.pool[from..], &mut text);
            self.pool.truncate(from);
            let made = self.string(name, &text);
            self.scratch = text;
            // As with GNU's cpp, it stands where the line begins that is being read, and not where the macro is named.
            let (line, last) = self.last;
            let at = (last + 1).saturating_sub(self.column_at(last));
            self.pool.push(Token {
                expansion,
                flags: made.flags | src.flags & PASTE_LEFT,
                line,
                at,
                ..made
            });
        } else if src.has(PASTE_LEFT) {
            // With a non-empty __VA_OPT__ on the left of `##`, its last token is what is pasted.
            if let Some(t) = self.pool[base..].last_mut()
                && t.kind != Kind::Padding
            {
                t.flags |= PASTE_LEFT;
            }
        } else {
            self.pool.push(Token::padding(PAD_NONE));
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn argument(
        &mut self,
        name: &Token,
        m: &Macro,
        base: usize,
        src: &Token,
        (inside, after_paste): (bool, bool),
        opt: Option<usize>,
        first_arg: usize,
        expansion: u32,
    ) {
        let n = first_arg + src.val as usize;
        let arg = self.args[n];
        let lhs = src.has(PASTE_LEFT);
        let at_opt = |this: &Self| opt.is_some_and(|at| at + 1 == this.pool.len());
        // The token that loses its paste flag because nothing is there to be pasted.
        let mut unpaste: Option<usize> = None;
        let (mut from, to);
        if src.has(STRINGIFY) {
            (from, to) = (0, 1);
        } else if lhs {
            (from, to) = arg.raw;
        } else if after_paste {
            (from, to) = arg.raw;
            if self.pool.len() > base {
                let last = self.pool.len() - 1;
                if self.pool[last].kind == Kind::Comma && m.variadic && src.val + 1 == m.params {
                    if arg.missing {
                        self.pool.pop();
                    } else {
                        unpaste = Some(last);
                    }
                } else if from == to && opt != Some(last) {
                    unpaste = Some(last);
                }
            }
        } else {
            (from, to) = arg.expanded.unwrap_or(arg.raw);
            if at_opt(self) {
                while from < to && self.arg_tokens[from as usize].kind == Kind::Padding {
                    from += 1;
                }
            }
        }
        let padded = !self.drops_padding() || self.wants_padding;
        if padded && inside && !after_paste && !at_opt(self) {
            self.pool.push(src.as_padding());
        }
        let put = self.pool.len();
        if from < to {
            if src.has(STRINGIFY) {
                self.pool.extend(arg.text);
            } else {
                self.pool
                    .extend_from_slice(&self.arg_tokens[from as usize..to as usize]);
            }
            for t in &mut self.pool[put..] {
                (t.line, t.at) = (name.line, name.at);
            }
            if src.has(STRINGIFY) {
                self.pool[put].expansion = expansion;
            }
            if lhs {
                unpaste = Some(self.pool.len() - 1);
            }
        }
        if !self.drops_padding() && !lhs {
            self.pool.push(Token::padding(PAD_NONE));
        }
        if let Some(at) = unpaste
            && let Some(t) = self.pool.get_mut(at)
        {
            t.flags = t.flags & !PASTE_LEFT | src.flags & PASTE_LEFT;
        }
    }

    /// [cpp.stringize]: the spelling of tokens as a string.
    pub(super) fn stringify(&self, tokens: &[Token], text: &mut Vec<u8>) {
        text.clear();
        text.push(b'"');
        let mut source: Option<u32> = None;
        let mut backslashes = 0;
        for t in tokens {
            if t.kind == Kind::Padding {
                if source.is_none_or(|s| s == PAD_NONE || s == PAD_PLAIN && t.val == PAD_NONE) {
                    source = Some(t.val);
                }
                continue;
            }
            if text.len() > 1 {
                let s = match source {
                    None | Some(PAD_NONE) => t.as_padding().val,
                    Some(s) => s,
                };
                if s == PAD_WHITE {
                    text.push(b' ');
                }
            }
            source = None;
            let spelled = self.spelling(t);
            if matches!(t.kind, Kind::Str | Kind::Char) {
                for &c in spelled {
                    match c {
                        b'"' | b'\\' => text.extend_from_slice(&[b'\\', c]),
                        b'\n' => text.extend_from_slice(b"\\n"),
                        _ => text.push(c),
                    }
                }
            } else {
                text.extend_from_slice(spelled);
            }
            let backslash = t.kind == Kind::Other && spelled.first() == Some(&b'\\');
            backslashes = if backslash { backslashes + 1 } else { 0 };
        }
        // The last backslash of an invalid literal is left out.
        if backslashes % 2 == 1 {
            text.pop();
        }
        text.push(b'"');
    }

    /// A string literal in the place of a macro's name.
    fn string(&mut self, name: &Token, text: &[u8]) -> Token {
        let (pos, len) = self.sources.make(text);
        Token {
            kind: Kind::Str,
            flags: self.b.c.sys,
            val: 0,
            pos,
            len,
            ..*name
        }
    }
}
