//! Directives ([cpp.pre]): which one it is, and the conditional ones ([cpp.cond]). Knows nothing of how a header is found or a
//! condition computed.

use crate::engine::{If, NO_MACRO, Preprocessor};
use crate::intern::Sym;
use crate::lex::is_id;
use crate::problems::Severity;
use crate::token::*;

/// The conditional directives.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Conditional {
    If,
    Ifdef,
    Ifndef,
    Elif,
    Elifdef,
    Elifndef,
    Else,
    Endif,
}

impl Conditional {
    fn of(name: &[u8]) -> Option<Conditional> {
        Some(match name {
            b"if" => Conditional::If,
            b"ifdef" => Conditional::Ifdef,
            b"ifndef" => Conditional::Ifndef,
            b"elif" => Conditional::Elif,
            b"elifdef" => Conditional::Elifdef,
            b"elifndef" => Conditional::Elifndef,
            b"else" => Conditional::Else,
            b"endif" => Conditional::Endif,
            _ => return None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Conditional::If => "if",
            Conditional::Ifdef => "ifdef",
            Conditional::Ifndef => "ifndef",
            Conditional::Elif => "elif",
            Conditional::Elifdef => "elifdef",
            Conditional::Elifndef => "elifndef",
            Conditional::Else => "else",
            Conditional::Endif => "endif",
        }
    }
}

impl Preprocessor<'_> {
    /// A directive whose `#` was read. Says whether it was one.
    pub(crate) fn directive(&mut self, hash: &Token) -> bool {
        self.directive_line = hash.line;
        let args = std::mem::replace(&mut self.parsing_args, 0);
        self.in_directive = true;
        // A macro's name at the end of a line waits for its parenthesis: its contexts must not be read here.
        let contexts = std::mem::take(&mut self.contexts);
        self.within_macro = args != 0 || !contexts.is_empty();
        let prevent = std::mem::replace(&mut self.prevent, 0);
        let no_pragma = std::mem::replace(&mut self.no_pragma, 0);
        self.one_directive();
        while !self.contexts.is_empty() {
            self.pop_context();
        }
        (self.contexts, self.prevent, self.no_pragma) = (contexts, prevent, no_pragma);
        self.look = None;
        self.in_directive = false;
        self.parsing_args = args;
        true
    }

    /// A name that a directive has without its being expanded.
    pub(crate) fn name_token(&mut self) -> Token {
        self.prevent += 1;
        let t = self.lex_direct();
        self.prevent -= 1;
        t
    }

    fn one_directive(&mut self) {
        let t = self.name_token();
        let valid = std::mem::replace(&mut self.b.guard_valid, false);
        if t.kind == Kind::End {
            self.b.guard_valid = valid;
            return;
        }
        let spelled = self.spelling(&t);
        if let Some(which) = Conditional::of(spelled) {
            self.conditional(&t, which, valid);
            self.skip_line();
            return;
        }
        // No directive has a longer name.
        let mut name = [0; 16];
        let len = spelled.len().min(name.len());
        name[..len].copy_from_slice(&spelled[..len]);
        let name = &name[..len];
        match (t.kind, name) {
            (Kind::Number, _) => self.line_marker(&t),
            (_, b"include" | b"import" | b"include_next") => {
                if name == b"import" {
                    let message = "#import is a deprecated GCC extension";
                    self.warn_at(&t, message.into());
                }
                self.include(&t, name);
                return;
            }
            (_, b"define") => {
                self.directive_name = "define";
                self.define();
            }
            (_, b"undef") => {
                self.directive_name = "undef";
                let t = self.name_token();
                if let Some(sym) = self.macro_name(&t) {
                    self.dump_used();
                    self.dump_undef(sym);
                    self.undefine(sym, &t);
                    self.extra(b"undef");
                }
            }
            (_, b"line") => self.line_directive(),
            (_, b"error" | b"warning") => {
                let text = self.rest_of_line();
                let message = format!(
                    "#{} {}",
                    String::from_utf8_lossy(name),
                    String::from_utf8_lossy(&text)
                );
                let severity = match name {
                    b"error" => Severity::Error,
                    _ => Severity::Warning,
                };
                let column = self.said_column(t.at);
                self.report_anywhere(severity, self.b.name, t.line, column, message);
            }
            (_, b"pragma") => self.pragma(),
            (_, b"ident" | b"sccs") => {
                let s = self.get_real();
                if s.kind == Kind::Str {
                    let text = [b"#ident ", self.spelling(&s)].concat();
                    let place = self.here();
                    if !self.p.quiet {
                        self.p.whole_line(place, &text);
                    }
                    self.extra(name);
                } else {
                    let name = String::from_utf8_lossy(name).into_owned();
                    self.error_at(&s, format!("invalid #{name} directive"));
                }
            }
            (_, b"assert" | b"unassert") => {
                let text = String::from_utf8_lossy(name).into_owned();
                self.warn_at(&t, format!("#{text} is a deprecated GCC extension"));
                if name == b"assert" {
                    self.assert();
                } else {
                    self.unassert();
                }
            }
            _ => {
                let text = String::from_utf8_lossy(self.spelling(&t)).into_owned();
                self.error_at(&t, format!("invalid preprocessing directive #{text}"));
            }
        }
        self.skip_line();
    }

    fn undefine(&mut self, sym: Sym, t: &Token) {
        let old = self.node(sym).makro;
        if old >= crate::engine::BUILT_IN && old != NO_MACRO {
            let name = String::from_utf8_lossy(self.names.name(sym)).into_owned();
            self.warn_at(t, format!("undefining \"{name}\""));
        }
        self.means(sym, NO_MACRO);
    }

    /// Goes to the end of the directive's line.
    pub(crate) fn skip_line(&mut self) {
        while !self.contexts.is_empty() {
            self.pop_context();
        }
        self.look = None;
        self.in_directive = true;
        self.prevent += 1;
        while self.lex_direct().kind != Kind::End {}
        self.prevent -= 1;
    }

    /// The spelling of what is left of the line.
    pub(crate) fn rest_of_line(&mut self) -> Vec<u8> {
        let mut out = vec![];
        self.prevent += 1;
        loop {
            let t = self.lex_direct();
            if t.kind == Kind::End {
                break;
            }
            if t.has(PREV_WHITE) && !out.is_empty() {
                out.push(b' ');
            }
            out.extend_from_slice(self.spelling(&t));
        }
        self.prevent -= 1;
        out
    }

    /// There should be nothing more on the line.
    pub(crate) fn extra(&mut self, name: &[u8]) {
        let t = self.lex_direct();
        if t.kind != Kind::End {
            let name = String::from_utf8_lossy(name).into_owned();
            self.warn_at(&t, format!("extra tokens at end of #{name} directive"));
        }
    }

    /// A directive of a group that is not left out.
    fn conditional(&mut self, t: &Token, which: Conditional, valid: bool) {
        self.directive_name = which.name();
        match which {
            Conditional::If => {
                let (from, taken) = (self.b.c.cur, self.condition());
                let guard = valid.then(|| self.negated_defined(from)).flatten();
                self.open_if(t, which, taken, guard);
            }
            Conditional::Ifdef | Conditional::Ifndef => {
                let id = self.name_token();
                let sym = self.macro_name(&id);
                let defined = sym.is_some_and(|s| self.is_defined(s));
                sym.into_iter().for_each(|s| self.dump_use(s));
                if sym.is_some() {
                    self.extra(which.name().as_bytes());
                }
                let negated = which == Conditional::Ifndef;
                let guard = sym.filter(|_| negated && valid && self.b.guard.is_none());
                self.open_if(t, which, sym.is_some() && defined != negated, guard);
            }
            Conditional::Endif => self.close(t, true),
            _ => {
                // Reached from a group that was taken: the rest is left out.
                if self.ifs.len() <= self.b.ifs {
                    self.error_at(t, format!("#{} without #if", which.name()));
                    return;
                }
                self.other_branch(t, which);
                if let Some(top) = self.ifs.last_mut() {
                    top.name = which.name();
                }
                if which == Conditional::Else {
                    self.extra(b"else");
                }
                self.skip_group(true);
            }
        }
    }

    /// `!defined X` or `!defined(X)` and nothing else, for include guards.
    fn negated_defined(&mut self, from: usize) -> Option<Sym> {
        let line = &self.sources.bytes[from..self.b.c.cur];
        let text = String::from_utf8_lossy(line);
        let text = text.split("//").next()?.split("/*").next()?.trim();
        let text = text
            .strip_prefix('!')?
            .trim_start()
            .strip_prefix("defined")?
            .trim();
        let text = text
            .strip_prefix('(')
            .and_then(|t| t.strip_suffix(')'))
            .unwrap_or(text)
            .trim();
        if text.is_empty() || !text.bytes().all(is_id) {
            return None;
        }
        let text = text.to_owned();
        Some(self.names.intern(text.as_bytes()))
    }

    fn open_if(&mut self, t: &Token, which: Conditional, taken: bool, guard: Option<Sym>) {
        self.ifs.push(If {
            name: which.name(),
            line: t.line,
            taken,
            seen_else: false,
            guard,
        });
        if !taken {
            self.skip_group(false);
        }
    }

    /// `#endif`; what follows it is of interest where the whole conditional is.
    fn close(&mut self, t: &Token, check: bool) {
        if self.ifs.len() <= self.b.ifs {
            self.error_at(t, "#endif without #if".into());
            return;
        }
        if check {
            self.extra(b"endif");
        }
        if let Some(closed) = self.ifs.pop()
            && self.ifs.len() == self.b.ifs
            && closed.guard.is_some()
        {
            self.b.guard = closed.guard;
            self.b.guard_valid = true;
        }
    }

    fn other_branch(&mut self, t: &Token, which: Conditional) {
        let Some(top) = self.ifs.last_mut() else {
            return;
        };
        let again = top.seen_else;
        let began = top.line;
        top.seen_else |= which == Conditional::Else;
        top.guard = None;
        if again {
            self.error_at(t, format!("#{} after #else", which.name()));
            let message = "the conditional began here".to_owned();
            self.report(Severity::Note, self.b.name, began, 0, message);
        }
    }

    /// Leaves text out until a branch of the innermost conditional is taken or it ends; the cursor is at the end of a directive's line then.
    fn skip_group(&mut self, mut done: bool) {
        let level = self.ifs.len();
        self.skip_line();
        let mut from = self.b.c.cur as u32;
        while self.next_directive() {
            let t = self.name_token();
            let Some(which) = Conditional::of(self.spelling(&t)) else {
                if t.kind != Kind::End {
                    self.skip_line();
                }
                continue;
            };
            self.directive_name = which.name();
            let outermost = self.ifs.len() == level;
            if outermost
                && !matches!(
                    which,
                    Conditional::If | Conditional::Ifdef | Conditional::Ifndef
                )
            {
                self.left_out(from, t.at);
                from = t.at;
            }
            match which {
                Conditional::If | Conditional::Ifdef | Conditional::Ifndef => {
                    self.ifs.push(If {
                        name: which.name(),
                        line: t.line,
                        taken: true,
                        seen_else: false,
                        guard: None,
                    });
                }
                Conditional::Endif if outermost => {
                    self.close(&t, true);
                    return;
                }
                Conditional::Endif => drop(self.ifs.pop()),
                _ if outermost => {
                    self.other_branch(&t, which);
                    if let Some(top) = self.ifs.last_mut() {
                        top.name = which.name();
                    }
                    if which == Conditional::Else {
                        self.extra(b"else");
                    }
                    if !done && self.takes(which) {
                        if let Some(top) = self.ifs.last_mut() {
                            top.taken = true;
                        }
                        return;
                    }
                    done |= self.ifs.last().is_some_and(|i| i.taken);
                }
                _ => self.other_branch(&t, which),
            }
            self.skip_line();
        }
        self.left_out(from, self.b.c.end as u32);
    }

    /// Text between two directives is left out.
    fn left_out(&mut self, from: u32, to: u32) {
        if self.settings.tokens || self.settings.places && self.b.c.sys & (SYS | SYS_C) == 0 {
            self.origins.inactive.push((from, to));
        }
    }

    /// Whether a branch is taken if none before it was.
    fn takes(&mut self, which: Conditional) -> bool {
        match which {
            Conditional::Else => true,
            Conditional::Elif => self.condition(),
            _ => {
                let id = self.name_token();
                let sym = self.macro_name(&id);
                if sym.is_some() {
                    self.extra(which.name().as_bytes());
                }
                sym.into_iter().for_each(|s| self.dump_use(s));
                sym.is_some_and(|s| self.is_defined(s) != (which == Conditional::Elifndef))
            }
        }
    }
}
