//! Modules, which CUDA does not have ([module.unit], [module.import], [cpp.import]): what is said of the directives and of `export`.
//! Since C++20 the reference knows them and says that they are not enabled; before, `export` is what is left of exported templates.
//!
//! It reads tokens: to the grammar, `import other;` is a declaration like any other.

use cleave_base_db::SourceFile;
use cleave_codes::{Code, codes};
use cleave_diagnostics::{Arg, Diagnostic};
use cleave_names::user_ranges;
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::Item;
use cleave_syntax::{Standard, SyntaxKind};
use rustc_hash::FxHashSet;

use crate::places::{Places, Stretch};
use crate::{Found, Order};

/// What is to be said of modules in a file.
#[derive(Default)]
pub(crate) struct Modules {
    /// In source order.
    pub(crate) found: Vec<Found>,
    /// The items that are reported here and nowhere else, by their places among all items.
    pub(crate) items: FxHashSet<u32>,
    /// Where the reference gives up.
    pub(crate) end: Option<usize>,
    reported: bool,
    fragment: bool,
    module: Option<String>,
}

/// Whether an item begins as a directive of modules, or with `export`.
pub(crate) fn begins_as_directive(text: &str) -> bool {
    let words = ["export", "import", "module"];
    words.iter().any(|word| text.starts_with(word))
}

/// The significant tokens of an item.
struct Words<'t> {
    text: &'t str,
    start: usize,
    lexed: Lexed,
    /// The line in front of it.
    line: &'t str,
}

impl<'t> Words<'t> {
    fn new(item: &Item, stretch: &Stretch<'t>) -> Self {
        let text = item.span.of(stretch.text);
        let before = &stretch.text[..item.span.start as usize];
        Words {
            text,
            start: stretch.start + before.len(),
            lexed: Lexed::new(text),
            line: before.rsplit('\n').next().unwrap_or_default(),
        }
    }

    fn word(&self, i: usize) -> &str {
        match i < self.lexed.len() {
            true => self.lexed.text(self.text, i),
            false => "",
        }
    }

    /// Where a token begins, or where the item ends.
    fn offset(&self, i: usize) -> usize {
        match i < self.lexed.len() {
            true => self.start + self.lexed.range(i).start,
            false => self.start + self.text.trim_end().len(),
        }
    }

    /// A name of a module from a token on, and the token after it ([module.names]).
    fn name(&self, from: usize) -> (String, usize) {
        let mut out = String::new();
        let mut i = from;
        while i < self.lexed.len()
            && (self.lexed.kind(i) == SyntaxKind::IDENT
                || matches!(self.word(i), "." | ":" | "private"))
        {
            out.push_str(self.word(i));
            i += 1;
        }
        (out, i)
    }
}

impl Places<'_> {
    /// Looks at every item that begins as a directive, or with `export`.
    pub(crate) fn modules(&self, file: SourceFile) -> Modules {
        let db = self.db();
        let mut out = Modules::default();
        let knows_modules = file.dialect(db).standard >= Standard::Cpp20;
        let reportable = self.stretches.iter().flat_map(|stretch| {
            let numbers = self.reportable(stretch).modules.iter();
            numbers.map(move |&number| (stretch, number))
        });
        for (stretch, number) in reportable {
            let item = &stretch.skeleton.items[number as usize];
            let w = Words::new(item, stretch);
            let index = stretch.first + number;
            // Number 0 is the global namespace.
            let global = item.scope == 0;
            let reportable = match knows_modules {
                true => self.directive(&w, index, global, &mut out),
                false => w.word(0) == "export" && self.exported(&w, &mut out),
            };
            if reportable {
                out.items.insert(index);
            }
            if out.end.is_some() {
                break;
            }
        }
        if knows_modules {
            self.names_like_directives(file, &mut out);
        }
        out
    }

    /// Names at the beginning of a line that would begin a directive, were it not for what follows ([cpp.pre]).
    fn names_like_directives(&self, file: SourceFile, out: &mut Modules) {
        let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
        for stretch in &self.stretches {
            let text = stretch.text.as_bytes();
            for &(start, end) in user_ranges(self.db(), file, stretch.part) {
                let (start, end) = (start as usize, end as usize);
                for word in ["module", "import"] {
                    for at in memchr::memmem::find_iter(&text[start..end], word) {
                        let (at, after) = (start + at, start + at + word.len());
                        let line = text[..at].rsplit(|b| *b == b'\n').next();
                        let begins = line.unwrap_or_default().trim_ascii().is_empty();
                        if !begins || text.get(after).is_some_and(is_word) {
                            continue;
                        }
                        let rest = text[after..].trim_ascii_start();
                        let directive = match rest.first() {
                            Some(b':') => rest.get(1) != Some(&b':'),
                            Some(b';') => word == "module",
                            Some(b'<' | b'"') => word == "import",
                            Some(b) => is_word(b),
                            None => true,
                        };
                        if !directive {
                            let code = codes::KEYWORD_PARSED_AS_IDENTIFIER;
                            self.say(out, stretch.start + at, code, Some(Arg::name(word)));
                        }
                    }
                }
            }
        }
    }

    fn say(&self, out: &mut Modules, offset: usize, code: Code, arg: Option<Arg>) {
        let mut d = Diagnostic::new(code).at(self.here_or_end(offset));
        if let Some(arg) = arg {
            d = d.arg(arg);
        }
        out.found.push(((offset, Order::Syntax), d));
    }

    /// `export` before C++20; whether nothing else is to be said of the item.
    fn exported(&self, w: &Words<'_>, out: &mut Modules) -> bool {
        self.say(out, w.offset(0), codes::EXPORTED_TEMPLATES_REMOVED, None);
        let template = w.word(1) == "template";
        if !template {
            self.say(out, w.offset(1), codes::EXPECTED_TEMPLATE_KEYWORD, None);
        }
        !template
    }

    /// An item since C++20; whether nothing else is to be said of it.
    fn directive(&self, w: &Words<'_>, index: u32, global: bool, out: &mut Modules) -> bool {
        let export = w.word(0) == "export";
        let first = usize::from(export);
        let (word, next) = (w.word(first), w.word(first + 1));
        let names_one = |i: usize| {
            i < w.lexed.len() && w.lexed.kind(i) == SyntaxKind::IDENT
                || matches!(w.word(i), ":" | ";")
        };
        let ends = |i: usize| matches!(w.word(i), ";" | "[" | "");
        let at_start = w.line.trim().is_empty() || export;
        let import = at_start
            && word == "import"
            && (matches!(next, "<" | ":") || next.starts_with('"') || names_one(first + 1))
            && (matches!(next, "<") || next.starts_with('"') || ends(w.name(first + 1).1));
        let module =
            at_start && word == "module" && names_one(first + 1) && ends(w.name(first + 1).1);
        if !export && !import && !module {
            return false;
        }
        if !std::mem::replace(&mut out.reported, true) {
            self.say(out, w.offset(0), codes::MODULES_NOT_ENABLED, None);
        }
        if !global && (import || module) {
            self.say(out, w.offset(0), codes::DIRECTIVE_NOT_IN_GLOBAL_SCOPE, None);
            return true;
        }
        if module {
            self.module(w, index, first + 1, out);
            return true;
        }
        if export && out.module.is_none() {
            self.say(
                out,
                w.offset(0),
                codes::EXPORT_OUTSIDE_MODULE_INTERFACE,
                None,
            );
        }
        if import {
            self.import(w, first + 1, out);
        }
        true
    }

    /// `module …;` from its name on.
    fn module(&self, w: &Words<'_>, index: u32, name: usize, out: &mut Modules) {
        let exported = w.word(0) == "export";
        let preceded = index > 0;
        match w.word(name) {
            ";" if preceded => self.say(
                out,
                w.offset(0),
                codes::GLOBAL_MODULE_FRAGMENT_NOT_FIRST,
                None,
            ),
            ";" => out.fragment = true,
            ":" if out.module.is_none() => self.say(
                out,
                w.offset(name + 1),
                codes::PRIVATE_FRAGMENT_WITHOUT_MODULE,
                None,
            ),
            ":" => {}
            _ if out.module.is_some() => {
                self.say(out, w.offset(name), codes::SEVERAL_MODULES, None)
            }
            _ => {
                let (module, end) = w.name(name);
                if preceded && !out.fragment {
                    self.say(
                        out,
                        w.offset(name),
                        codes::MODULE_DECLARATION_NOT_FIRST,
                        None,
                    );
                } else if !exported {
                    // Looked for when the whole name has been read.
                    let name = Some(Arg::name(module.as_str()));
                    self.say(out, w.offset(end), codes::MODULE_FILE_NOT_FOUND, name);
                    out.end = Some(w.offset(end));
                }
                if w.word(end) == "[" {
                    self.say(out, w.offset(end), codes::EXP_SEMICOLON, None);
                }
                out.module = exported.then_some(module);
            }
        }
    }

    /// `import …;` from what it names on.
    fn import(&self, w: &Words<'_>, name: usize, out: &mut Modules) {
        let word = w.word(name);
        let (code, what) = match word {
            ":" if out.module.is_none() => {
                return self.say(out, w.offset(name), codes::IMPORT_OF_UNNAMED_MODULE, None);
            }
            "<" => {
                let rest = &w.text[w.offset(name) - w.start + 1..];
                (
                    codes::IMPORTED_HEADER_NOT_FOUND,
                    rest.split(['>', '\n'])
                        .next()
                        .unwrap_or_default()
                        .to_owned(),
                )
            }
            _ if word.starts_with('"') => (
                codes::IMPORTED_HEADER_NOT_FOUND,
                word.trim_matches('"').to_owned(),
            ),
            _ => {
                let part = w.name(name).0;
                let own = out.module.clone().filter(|_| part.starts_with(':'));
                (
                    codes::MODULE_FILE_NOT_FOUND,
                    own.unwrap_or_default() + &part,
                )
            }
        };
        self.say(out, w.offset(name), code, Some(Arg::name(what)));
        out.end = Some(w.offset(name));
    }
}
