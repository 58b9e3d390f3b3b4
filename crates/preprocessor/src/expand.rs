//! Expansion of macros ([cpp.subst], [cpp.stringize], [cpp.concat], [cpp.rescan]). Knows nothing of directives or output.

use crate::engine::{BUILT_IN, Expansion, NO_MACRO, Preprocessor};
use crate::intern::Sym;
use crate::token::*;

/// Tokens that are read before the file goes on.
#[derive(Clone, Copy)]
pub(crate) struct Context {
    cur: u32,
    end: u32,
    /// The tokens are in `bodies`, not in `pool`.
    direct: bool,
    /// What the pool shrinks to when this is over.
    base: u32,
    name: Option<Sym>,
    expansion: u32,
    line: u32,
    at: u32,
    /// A macro's argument: its tokens keep their places, and nothing reads past its end.
    argument: bool,
}

#[derive(Clone, Default)]
struct Arg {
    raw: Vec<Token>,
    expanded: Option<Vec<Token>>,
    text: Option<Token>,
    missing: bool,
}

const MAX_DEPTH: u32 = 300;

impl Preprocessor<'_> {
    /// The next token with macros expanded, or a padding.
    pub(crate) fn get(&mut self) -> Token {
        loop {
            let Some(c) = self.contexts.last_mut() else {
                let t = self.lex_token();
                if t.kind != Kind::Name || t.has(NO_EXPAND) {
                    return t;
                }
                match self.name(t) {
                    Some(t) => return t,
                    None => continue,
                }
            };
            if c.cur == c.end {
                if c.argument {
                    return Token::end();
                }
                self.pop_context();
                if self.in_directive {
                    continue;
                }
                return Token::padding(PAD_NONE);
            }
            let i = c.cur as usize;
            c.cur += 1;
            let mut t;
            if c.direct {
                t = self.bodies[i];
                (t.line, t.at, t.expansion) = (c.line, c.at, c.expansion);
            } else {
                t = self.pool[i];
            }
            if t.has(PASTE_LEFT) && t.kind != Kind::Padding {
                self.paste_all(t);
                if self.in_directive {
                    continue;
                }
                return t.as_padding();
            }
            if t.kind != Kind::Name || t.has(NO_EXPAND) {
                return t;
            }
            match self.name(t) {
                Some(t) => return t,
                None => continue,
            }
        }
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
                self.node(name).disabled = false;
            }
            if !c.direct {
                self.pool.truncate(c.base as usize);
            }
        }
    }

    fn push(&mut self, tokens: &[Token], name: Option<Sym>, argument: bool) {
        let base = self.pool.len() as u32;
        self.pool.extend_from_slice(tokens);
        let end = self.pool.len() as u32;
        let c = Context {
            cur: base,
            end,
            direct: false,
            base,
            name,
            expansion: 0,
            line: 0,
            at: 0,
            argument,
        };
        self.contexts.push(c);
    }

    /// A name that was read: what it is after a look at the macros; nothing to read on.
    fn name(&mut self, mut t: Token) -> Option<Token> {
        let sym = Sym(t.val);
        let node = *self.node(sym);
        if node.makro == NO_MACRO {
            return Some(t);
        }
        if node.disabled {
            t.flags |= NO_EXPAND;
            return Some(t);
        }
        if self.prevent > 0 {
            return Some(t);
        }
        if node.makro >= BUILT_IN {
            return self.built_in(t, node.makro - BUILT_IN);
        }
        if !self.enter(&t, node.makro) {
            return Some(t);
        }
        if self.in_directive {
            None
        } else {
            Some(t.as_padding())
        }
    }

    fn built_in(&mut self, t: Token, which: u32) -> Option<Token> {
        let text = match which {
            8 => {
                if self.in_directive || self.no_pragma > 0 {
                    return Some(t);
                }
                return Some(if self.pragma_operator() {
                    Token::padding(PAD_NONE)
                } else {
                    t
                });
            }
            9..=13 | 15 => return Some(t),
            _ => self.built_in_text(which, &t),
        };
        let (pos, len) = self.sources.make(&text);
        let kind = match text.first() {
            Some(b'"') => Kind::Str,
            _ => Kind::Number,
        };
        let made = Token {
            kind,
            flags: BUILTIN,
            val: 0,
            pos,
            len,
            ..t
        };
        self.push(&[made], None, false);
        if self.in_directive {
            None
        } else {
            Some(t.as_padding())
        }
    }

    fn built_in_text(&mut self, which: u32, t: &Token) -> Vec<u8> {
        let string = |name: &[u8]| [b"\"", name, b"\""].concat();
        match which {
            0 => t.line.to_string().into_bytes(),
            1 => string(&self.p.names[self.b.name as usize]),
            2 => string(&self.p.names[self.stack.get(1).unwrap_or(&self.b).name as usize]),
            3 => (self.stack.len().saturating_sub(1))
                .to_string()
                .into_bytes(),
            4 => {
                self.counter += 1;
                (self.counter - 1).to_string().into_bytes()
            }
            5 => string(self.settings.date.0.as_bytes()),
            6 => string(self.settings.date.1.as_bytes()),
            14 => {
                let name = &self.p.names[self.b.name as usize];
                string(name.rsplit(|&c| c == b'/').next().unwrap_or(name))
            }
            _ => string(b"??? ??? ?? ??:??:?? ????"),
        }
    }

    fn enter(&mut self, t: &Token, id: u32) -> bool {
        let sym = Sym(t.val);
        let m = &self.macros[id as usize];
        let (start, end, function, params, opt) =
            (m.start, m.end, m.function, m.params.len(), m.opt);
        let mut args = vec![];
        if function && (self.depth > MAX_DEPTH || !self.arguments(t, id, &mut args)) {
            return false;
        }
        let expansion = self.expansions.len() as u32;
        self.expansions.push(Expansion {
            name: sym,
            at: t.pos,
            parent: t.expansion,
        });
        if params > 0 || opt {
            let out = self.substitute(t, id, &mut args, expansion);
            self.node(sym).disabled = true;
            self.push(&out, Some(sym), false);
        } else {
            self.node(sym).disabled = true;
            let (line, at) = (t.line, t.at);
            let base = self.pool.len() as u32;
            let c = Context {
                cur: start,
                end,
                direct: true,
                base,
                name: Some(sym),
                expansion,
                line,
                at,
                argument: false,
            };
            self.contexts.push(c);
        }
        true
    }

    /// Looks for `(` and takes the arguments; nothing happened if there is none.
    fn arguments(&mut self, name: &Token, id: u32, args: &mut Vec<Arg>) -> bool {
        let state = self.parsing_args;
        self.prevent += 1;
        self.parsing_args = 1;
        let mut padding: Option<Token> = None;
        let mut t;
        loop {
            t = self.get();
            if t.kind != Kind::Padding {
                break;
            }
            if padding.is_none_or(|p| p.val == PAD_NONE || p.val == PAD_PLAIN && t.val == PAD_NONE)
            {
                padding = Some(t);
            }
        }
        let open = t.kind == Kind::OpenParen;
        let mut good = false;
        if open {
            self.parsing_args = 2;
            good = self.collect(name, id, args);
        }
        self.parsing_args = state;
        self.prevent -= 1;
        if !open && (t.kind != Kind::End || !self.contexts.is_empty()) {
            self.unget(t);
            if let Some(p) = padding {
                self.push(&[p], None, false);
            }
        }
        good
    }

    fn collect(&mut self, name: &Token, id: u32, args: &mut Vec<Arg>) -> bool {
        let m = &self.macros[id as usize];
        let (count, variadic) = (m.params.len(), m.variadic);
        let mut arg = Arg::default();
        let mut depth = 0;
        loop {
            let t = self.get();
            match t.kind {
                Kind::Padding => {
                    if arg.raw.is_empty() {
                        continue;
                    }
                    arg.raw.push(t);
                    continue;
                }
                Kind::End => {
                    self.unget_end();
                    let text = self.text(name);
                    self.error_at(
                        name,
                        format!("unterminated argument list invoking macro \"{text}\""),
                    );
                    return false;
                }
                Kind::OpenParen => depth += 1,
                Kind::CloseParen if depth == 0 => break,
                Kind::CloseParen => depth -= 1,
                Kind::Comma if depth == 0 && !(variadic && args.len() + 1 >= count) => {
                    drop_padding(&mut arg.raw);
                    args.push(std::mem::take(&mut arg));
                    continue;
                }
                Kind::Hash if t.has(BOL) && self.contexts.is_empty() => {}
                _ => {}
            }
            let mut t = t;
            t.flags &= !(BOL | PASTE_LEFT);
            arg.raw.push(t);
        }
        drop_padding(&mut arg.raw);
        args.push(arg);
        if args.len() == 1 && count == 0 && args[0].raw.is_empty() {
            args.clear();
        }
        let given = args.len();
        if given > count || given < count && !(variadic && given + 1 == count) {
            let text = self.text(name);
            let what = if given < count {
                format!("macro \"{text}\" requires {count} arguments, but only {given} given")
            } else {
                format!("macro \"{text}\" passed {given} arguments, but takes just {count}")
            };
            self.error_at(name, what);
            return false;
        }
        args.resize(count, Arg::default());
        if variadic
            && (given < count || given == 1 && args[0].raw.is_empty() && !self.settings.strict)
            && let Some(last) = args.last_mut()
        {
            last.missing = true;
        }
        true
    }

    fn unget_end(&mut self) {}

    fn text(&self, t: &Token) -> String {
        String::from_utf8_lossy(self.spelling(t)).into_owned()
    }

    fn expanded(&mut self, arg: &mut Arg, expansion: u32) {
        if arg.expanded.is_some() {
            return;
        }
        if arg.raw.is_empty() {
            arg.expanded = Some(vec![]);
            return;
        }
        for t in &mut arg.raw {
            if t.expansion == 0 {
                t.expansion = expansion;
            }
        }
        let level = self.contexts.len();
        let (prevent, state) = (self.prevent, self.parsing_args);
        self.prevent = 0;
        self.parsing_args = 0;
        self.no_pragma += 1;
        self.depth += 1;
        self.push(&arg.raw, None, true);
        let mut out = Vec::with_capacity(arg.raw.len());
        loop {
            let t = self.get();
            if t.kind == Kind::End {
                break;
            }
            out.push(t);
        }
        while self.contexts.len() > level {
            self.pop_context();
        }
        self.depth -= 1;
        self.no_pragma -= 1;
        self.prevent = prevent;
        self.parsing_args = state;
        arg.expanded = Some(out);
    }

    /// [cpp.subst]: the body with the arguments in their places.
    fn substitute(
        &mut self,
        name: &Token,
        id: u32,
        args: &mut [Arg],
        expansion: u32,
    ) -> Vec<Token> {
        let m = self.macros[id as usize].clone();
        let mut out: Vec<Token> = Vec::with_capacity((m.end - m.start) as usize * 2);
        let mut after_paste = false;
        let mut i = m.start;
        while i < m.end {
            let mut src = self.bodies[i as usize];
            let first = i == m.start;
            i += 1;
            (src.line, src.at, src.expansion) = (name.line, name.at, expansion);
            let lhs = src.has(PASTE_LEFT);
            match src.kind {
                Kind::OptStart => {
                    let last = args.len() - 1;
                    let mut arg = std::mem::take(&mut args[last]);
                    self.expanded(&mut arg, expansion);
                    let some = arg
                        .expanded
                        .iter()
                        .flatten()
                        .any(|t| t.kind != Kind::Padding);
                    args[last] = arg;
                    if !after_paste && !self.in_directive {
                        out.push(src.as_padding());
                    }
                    if !some {
                        while i < m.end && self.bodies[i as usize].kind != Kind::OptEnd {
                            i += 1;
                        }
                        if after_paste && let Some(t) = out.last_mut() {
                            t.flags &= !PASTE_LEFT;
                        }
                        after_paste = false;
                    }
                    continue;
                }
                Kind::OptEnd => {
                    if lhs {
                        if let Some(t) = out.last_mut() {
                            t.flags |= PASTE_LEFT;
                        }
                    } else if !self.in_directive {
                        out.push(Token::padding(PAD_NONE));
                    }
                    after_paste = lhs;
                    continue;
                }
                Kind::Param => {}
                _ => {
                    out.push(src);
                    after_paste = lhs;
                    continue;
                }
            }
            let n = src.val as usize;
            let mut arg = std::mem::take(&mut args[n]);
            if !self.in_directive && !first && !after_paste {
                out.push(src.as_padding());
            }
            let before = out.len();
            if src.has(STRINGIFY) {
                let made = match arg.text {
                    Some(t) => t,
                    None => self.stringify(&arg.raw, name),
                };
                arg.text = Some(made);
                out.push(Token {
                    line: name.line,
                    at: name.at,
                    expansion,
                    ..made
                });
            } else if lhs || after_paste {
                out.extend_from_slice(&arg.raw);
            } else {
                self.expanded(&mut arg, expansion);
                out.extend(arg.expanded.iter().flatten().copied());
            }
            for t in &mut out[before..] {
                (t.line, t.at) = (name.line, name.at);
                if t.expansion == 0 {
                    t.expansion = expansion;
                }
            }
            let empty = out.len() == before;
            if after_paste && before > 0 {
                let comma =
                    out[before - 1].kind == Kind::Comma && m.variadic && n + 1 == m.params.len();
                if comma && arg.missing {
                    out.pop();
                } else if comma || empty {
                    out[before - 1].flags &= !PASTE_LEFT;
                    if empty && lhs && !comma {
                        out[before - 1].flags |= PASTE_LEFT;
                    }
                }
            }
            if !empty && let Some(t) = out.last_mut() {
                t.flags = if lhs {
                    t.flags | PASTE_LEFT
                } else {
                    t.flags & !PASTE_LEFT
                };
            }
            if !self.in_directive && !lhs {
                out.push(Token::padding(PAD_NONE));
            }
            after_paste = lhs && !(empty && out.last().is_none_or(|t| !t.has(PASTE_LEFT)));
            args[n] = arg;
        }
        out
    }

    /// [cpp.stringize]
    fn stringify(&mut self, raw: &[Token], name: &Token) -> Token {
        let mut text = vec![b'"'];
        let mut source: Option<u32> = None;
        for t in raw {
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
            let quoted = matches!(t.kind, Kind::Str | Kind::Char)
                || t.kind == Kind::Other && matches!(spelled.first(), Some(b'"' | b'\''));
            for &c in spelled {
                match c {
                    b'"' | b'\\' if quoted => text.extend_from_slice(&[b'\\', c]),
                    b'\n' => text.extend_from_slice(b"\\n"),
                    _ => text.push(c),
                }
            }
        }
        let slashes = text.iter().rev().take_while(|&&c| c == b'\\').count();
        if slashes % 2 == 1 && raw.last().is_some_and(|t| t.kind == Kind::Other) {
            text.pop();
        }
        text.push(b'"');
        let (pos, len) = self.sources.make(&text);
        Token {
            kind: Kind::Str,
            flags: self.b.c.sys,
            val: 0,
            pos,
            len,
            ..*name
        }
    }

    /// [cpp.concat]: pastes what follows to a token, and pushes what comes of it.
    fn paste_all(&mut self, lhs: Token) {
        let mut left = lhs;
        while let Some(c) = self.contexts.last_mut() {
            if c.cur == c.end {
                break;
            }
            let i = c.cur as usize;
            c.cur += 1;
            let right = if c.direct {
                self.bodies[i]
            } else {
                self.pool[i]
            };
            if right.kind == Kind::Padding {
                continue;
            }
            let mut text = self.spelling(&left).to_vec();
            if left.kind == Kind::Div && right.kind != Kind::Eq {
                text.push(b' ');
            }
            text.extend_from_slice(self.spelling(&right));
            let whole = text.len();
            text.extend_from_slice(b"\n\0\0\0");
            let mode = self.mode();
            let (kind, end) = crate::lex::token(&text, 0, &mode);
            if end != whole {
                let (a, b) = (self.text(&left), self.text(&right));
                self.error_at(
                    &lhs,
                    format!(
                        "pasting \"{a}\" and \"{b}\" does not give a valid preprocessing token"
                    ),
                );
                if let Some(c) = self.contexts.last_mut() {
                    c.cur -= 1;
                }
                left.flags &= !PASTE_LEFT;
                break;
            }
            let (pos, len) = self.sources.make(&text[..whole]);
            let val = if kind == Kind::Name {
                self.names.intern(&text[..whole]).0
            } else {
                0
            };
            let flags = left.flags & (PREV_WHITE | SYS | SYS_C);
            left = Token {
                kind,
                flags,
                val,
                pos,
                len,
                ..left
            };
            if !right.has(PASTE_LEFT) {
                break;
            }
        }
        left.flags &= !PASTE_LEFT;
        self.push(&[left], None, false);
    }
}

fn drop_padding(tokens: &mut Vec<Token>) {
    while tokens.last().is_some_and(|t| t.kind == Kind::Padding) {
        tokens.pop();
    }
}
