//! Definitions of macros ([cpp.replace]). Knows nothing of how they are expanded.

use std::hash::{Hash as _, Hasher as _};

use rustc_hash::FxHasher;

use crate::dump::Dump;
use crate::engine::{NO_MACRO, Preprocessor};
use crate::intern::Sym;
use crate::problems::Severity;
use crate::settings::Comments;
use crate::token::*;

/// A macro's definition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Macro {
    pub(crate) function: bool,
    pub(crate) variadic: bool,
    /// Where its parameters begin in `parameters`, and how many there are.
    first_param: u32,
    pub(crate) params: u32,
    /// Its body, as a range of `bodies`.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Where its body is written, and in which text.
    from: u32,
    text: u32,
    /// The line of its definition, the place of its name there, and the file as markers have it.
    pub(crate) line: u32,
    at: u32,
    pub(crate) file: u32,
    /// The first macro that is written like it, as far as anybody has looked.
    pub(crate) canonical: u32,
}

impl Macro {
    /// Its parameters, of those of all macros.
    pub(crate) fn parameters<'a>(&self, all: &'a [Sym]) -> &'a [Sym] {
        &all[self.first_param as usize..(self.first_param + self.params) as usize]
    }
}

const PASTE_AT_END: &str = "'##' cannot appear at either end of a macro expansion";
const PASTE_IN_OPT: &str = "'##' cannot appear at either end of __VA_OPT__";

/// Where in `__VA_OPT__( )` a body is.
#[derive(Clone, Copy, PartialEq)]
enum Opt {
    Outside,
    Named,
    Opened,
    /// How many parentheses are open within.
    Inside(u32),
}

impl Preprocessor<'_> {
    /// `#define`: the rest of its line.
    pub(crate) fn define(&mut self) {
        self.prevent += 1;
        let name = self.lex_direct();
        if let Some(sym) = self.macro_name(&name)
            && let Some(m) = self.new_definition(&name)
        {
            let old = self.node(sym).makro;
            if old != NO_MACRO {
                self.warn_of_redefinition(sym, old, &m);
            }
            let id = self.macros.len() as u32;
            self.macros.push(m);
            if self.tracer.is_on() {
                self.macros[id as usize].canonical = self.alike(id);
            }
            self.means(sym, id);
            if self.settings.dump != Dump::Nothing {
                self.node_mut(sym).used = false;
                self.dump_define(&name, id);
            }
        }
        self.prevent -= 1;
    }

    /// A macro without parameters that no directive defines. Its body is what its text has.
    pub(crate) fn object_macro(&mut self, body: &[Token], text: u32) -> u32 {
        let id = self.macros.len() as u32;
        let start = self.bodies.len() as u32;
        self.bodies.extend_from_slice(body);
        self.macros.push(Macro {
            function: false,
            variadic: false,
            first_param: self.parameters.len() as u32,
            params: 0,
            start,
            end: self.bodies.len() as u32,
            from: self.sources.texts[text as usize].start,
            text,
            line: 0,
            at: 0,
            file: self.b.name,
            canonical: id,
        });
        id
    }

    fn warn_of_redefinition(&mut self, sym: Sym, old: u32, m: &Macro) {
        let previous = self.macros.get(old as usize).copied();
        if previous.is_some_and(|o| self.same(&o, m)) {
            return;
        }
        let text = String::from_utf8_lossy(self.names.name(sym)).into_owned();
        let said = self.report(
            Severity::Warning,
            m.file,
            m.line,
            self.definition_column(m),
            format!("\"{text}\" redefined"),
        );
        if let (true, Some(o)) = (said, previous) {
            let message = "this is the location of the previous definition".to_owned();
            let column = self.definition_column(&o);
            self.report(Severity::Note, o.file, o.line, column, message);
        }
    }

    /// The column that is said of a definition; 0 where only its line is.
    fn definition_column(&self, m: &Macro) -> u32 {
        match self.settings.dialect.places_definitions() && m.line > 0 {
            true => self.said_column(m.at),
            false => 0,
        }
    }

    /// The name that a directive is about; what is wrong with it is said.
    pub(crate) fn macro_name(&mut self, t: &Token) -> Option<Sym> {
        let k = &self.known;
        match t.sym() {
            Some(s)
                if matches!(self.directive_name, "define" | "undef")
                    && (s == k.defined || s == k.has_include || s == k.has_include_next) =>
            {
                let text = String::from_utf8_lossy(self.names.name(s)).into_owned();
                self.error_at(t, format!("\"{text}\" cannot be used as a macro name"));
            }
            Some(s) if k.is_operator(s) => {
                let text = String::from_utf8_lossy(self.names.name(s)).into_owned();
                self.error_at(
                    t,
                    format!(
                        "\"{text}\" cannot be used as a macro name as it is an operator in C++"
                    ),
                );
            }
            Some(s) if self.node(s).poisoned => {}
            Some(s) => return Some(s),
            None if t.kind == Kind::End => {
                let directive = self.directive_name;
                self.error_at(t, format!("no macro name given in #{directive} directive"));
            }
            None => self.error_at(t, "macro names must be identifiers".into()),
        }
        None
    }

    fn new_definition(&mut self, name: &Token) -> Option<Macro> {
        self.dump_used();
        self.in_define = true;
        let made = self.definition(name);
        self.in_define = false;
        made
    }

    fn definition(&mut self, name: &Token) -> Option<Macro> {
        let mut m = Macro {
            function: false,
            variadic: false,
            first_param: self.parameters.len() as u32,
            params: 0,
            start: self.bodies.len() as u32,
            end: 0,
            from: self.b.c.cur as u32,
            text: self.b.text,
            line: name.line,
            at: name.at,
            file: self.b.name,
            canonical: self.macros.len() as u32,
        };
        let made = self.parameters_and_body(&mut m, name);
        if made.is_none() {
            self.bodies.truncate(m.start as usize);
            self.parameters.truncate(m.first_param as usize);
        }
        made.map(|()| m)
    }

    fn parameters_and_body(&mut self, m: &mut Macro, name: &Token) -> Option<()> {
        let mut first = Some(self.lex_direct());
        if let Some(t) = first
            && !t.has(PREV_WHITE)
        {
            if t.kind == Kind::OpenParen {
                m.function = true;
                self.parameter_list(m)?;
                m.from = self.b.c.cur as u32;
                first = None;
            } else if !matches!(t.kind, Kind::End | Kind::Comment) {
                let message = if self.settings.year >= 2011 {
                    "ISO C++11 requires whitespace after the macro name"
                } else {
                    "missing whitespace after the macro name"
                };
                self.warn_at(name, message.into());
            }
        }
        let at = match first {
            Some(_) => *name,
            None => Token::at(self.last),
        };
        self.body(m, first, &at)
    }

    fn parameter_list(&mut self, m: &mut Macro) -> Option<()> {
        let mut after_name = false;
        let mut t;
        loop {
            t = self.lex_direct();
            let ellipsis = self.spelling(&t) == b"...";
            match t.kind {
                Kind::Comment => continue,
                Kind::Name if !after_name => {
                    let sym = Sym(t.val);
                    let known = &self.parameters[m.first_param as usize..];
                    if known.contains(&sym) {
                        let text = String::from_utf8_lossy(self.names.name(sym)).into_owned();
                        self.error_at(&t, format!("duplicate macro parameter \"{text}\""));
                        return None;
                    }
                    after_name = true;
                    self.parameter(m, sym);
                    continue;
                }
                Kind::CloseParen if after_name || m.params == 0 => return Some(()),
                Kind::Comma if after_name => {
                    after_name = false;
                    continue;
                }
                _ if ellipsis => {
                    m.variadic = true;
                    if !after_name {
                        self.parameter(m, self.known.va_args);
                    }
                    t = self.lex_direct();
                    if t.kind == Kind::CloseParen {
                        return Some(());
                    }
                }
                _ => {}
            }
            break;
        }
        let text = String::from_utf8_lossy(self.spelling(&t)).into_owned();
        let message = match (m.variadic, t.kind == Kind::End, after_name) {
            (true, ..) => "expected ')' after \"...\"".into(),
            (_, true, false) => "expected parameter name before end of line".into(),
            (_, true, true) => "expected ')' before end of line".into(),
            (_, _, false) => format!("expected parameter name, found \"{text}\""),
            _ => format!("expected ',' or ')', found \"{text}\""),
        };
        self.error_at(&t, message);
        None
    }

    fn parameter(&mut self, m: &mut Macro, sym: Sym) {
        self.parameters.push(sym);
        m.params += 1;
    }

    /// The body. What is wrong with it is said at the token before it, as GNU's cpp does.
    fn body(&mut self, m: &mut Macro, mut first: Option<Token>, at: &Token) -> Option<()> {
        let start = self.bodies.len();
        let mut opt = Opt::Outside;
        let mut opt_flags = 0;
        let mut pasting = false;
        loop {
            let mut t = first.take().unwrap_or_else(|| self.lex_direct());
            t.flags &= !BOL;
            let mut names_opt = false;
            if let (true, Some(sym)) = (m.function, t.sym()) {
                let params = &self.parameters[m.first_param as usize..];
                if let Some(i) = params.iter().position(|&p| p == sym) {
                    t.kind = Kind::Param;
                    t.val = i as u32;
                } else {
                    names_opt = m.variadic && sym == self.known.va_opt;
                }
            }
            if let Some(&hash) = self.bodies[start..].last()
                && hash.kind == Kind::Hash
                && m.function
            {
                if t.kind != Kind::Param && !names_opt {
                    self.error_at(at, "'#' is not followed by a macro parameter".into());
                    return None;
                }
                t.flags = t.flags & !PREV_WHITE | hash.flags & PREV_WHITE | STRINGIFY;
                self.bodies.pop();
            }
            if t.kind == Kind::End {
                if pasting {
                    self.error_at(at, PASTE_AT_END.into());
                    return None;
                }
                if opt != Opt::Outside {
                    self.error_at(at, "unterminated __VA_OPT__".into());
                    return None;
                }
                break;
            }
            if t.kind == Kind::Paste {
                if self.bodies.len() == start {
                    self.error_at(at, PASTE_AT_END.into());
                    return None;
                }
                if opt == Opt::Opened {
                    self.error_at(at, PASTE_IN_OPT.into());
                    return None;
                }
                // Of several in a row, one counts.
                if let Some(last) = self.bodies.last_mut() {
                    last.flags |= PASTE_LEFT;
                }
                pasting = true;
                continue;
            }
            let was_pasting = std::mem::replace(&mut pasting, false);
            match opt {
                Opt::Outside if names_opt => {
                    opt = Opt::Named;
                    opt_flags = t.flags & STRINGIFY;
                    t.kind = Kind::OptStart;
                }
                Opt::Outside => {}
                _ if names_opt => {
                    self.error_at(at, "__VA_OPT__ may not appear in a __VA_OPT__".into());
                    return None;
                }
                Opt::Named if t.kind == Kind::OpenParen => {
                    opt = Opt::Opened;
                    continue;
                }
                Opt::Named => {
                    let message = "__VA_OPT__ must be followed by an open parenthesis";
                    self.error_at(at, message.into());
                    return None;
                }
                Opt::Opened | Opt::Inside(_) => {
                    let depth = if let Opt::Inside(depth) = opt {
                        depth
                    } else {
                        0
                    };
                    opt = match t.kind {
                        Kind::OpenParen => Opt::Inside(depth + 1),
                        Kind::CloseParen if depth == 0 => {
                            if was_pasting {
                                self.error_at(at, PASTE_IN_OPT.into());
                                return None;
                            }
                            t.kind = Kind::OptEnd;
                            t.flags |= opt_flags;
                            Opt::Outside
                        }
                        Kind::CloseParen => Opt::Inside(depth - 1),
                        _ => Opt::Inside(depth),
                    };
                }
            }
            self.bodies.push(t);
        }
        if let Some(first) = self.bodies.get_mut(start) {
            first.flags &= !PREV_WHITE;
        }
        m.end = self.bodies.len() as u32;
        Some(())
    }

    /// [cpp.replace]/2: whether two definitions are written alike.
    fn same(&mut self, a: &Macro, b: &Macro) -> bool {
        let params = |m: &Macro| m.parameters(&self.parameters);
        a.function == b.function
            && a.variadic == b.variadic
            && params(a) == params(b)
            && self.written(a) == self.written(b)
    }

    /// The first macro that expands like one: parameters, tokens and the blanks between them are the same.
    fn alike(&mut self, id: u32) -> u32 {
        let m = self.macros[id as usize];
        let mut hasher = FxHasher::default();
        (m.function, m.variadic, m.params).hash(&mut hasher);
        for t in &self.bodies[m.start as usize..m.end as usize] {
            (t.kind as u8, t.flags, t.val).hash(&mut hasher);
            self.spelling(t).hash(&mut hasher);
        }
        let hash = hasher.finish();
        let known = self.alike.get(&hash).into_iter().flatten();
        if let Some(&first) = known.into_iter().find(|&&first| self.are_alike(first, id)) {
            return first;
        }
        self.alike.entry(hash).or_default().push(id);
        id
    }

    fn are_alike(&self, a: u32, b: u32) -> bool {
        let (a, b) = (&self.macros[a as usize], &self.macros[b as usize]);
        let params = |m: &Macro| m.parameters(&self.parameters);
        let body = |m: &Macro| &self.bodies[m.start as usize..m.end as usize];
        let token = |(x, y): (&Token, &Token)| {
            (x.kind, x.flags, x.val) == (y.kind, y.flags, y.val)
                && self.spelling(x) == self.spelling(y)
        };
        (a.function, a.variadic) == (b.function, b.variadic)
            && params(a) == params(b)
            && body(a).len() == body(b).len()
            && body(a).iter().zip(body(b)).all(token)
    }

    /// The tokens of a body as they are written, and where white space stands between them.
    pub(crate) fn written(&mut self, m: &Macro) -> Vec<(Kind, bool, Vec<u8>)> {
        let text = &self.sources.texts[m.text as usize];
        let mut c = crate::lex::Cursor::new(text, 0);
        (c.cur, c.bol) = (m.from as usize, false);
        c.splice_at = usize::MAX;
        let mode = crate::lex::Mode {
            directive: true,
            comments: self.settings.comments == Comments::KeptInMacros,
            ..self.mode()
        };
        let mut out: Vec<(Kind, bool, Vec<u8>)> = vec![];
        loop {
            let t = crate::lex::lex(&mut c, &self.sources, text, &mut self.names, &mode);
            if t.kind == Kind::End {
                return out;
            }
            let spelled = self.spelling(&t);
            let closed = match t.kind {
                Kind::Comment => crate::comments::closed(spelled),
                _ => None,
            };
            let spelled = closed.unwrap_or_else(|| spelled.to_vec());
            out.push((t.kind, !out.is_empty() && t.has(PREV_WHITE), spelled));
        }
    }

    pub(crate) fn is_defined(&self, sym: Sym) -> bool {
        self.node(sym).makro != NO_MACRO
    }
}
