//! What pragmas do to the target that code is compiled for (`GCC target` and its like), as far as macros tell of it. Which macros a target
//! has is the compiler's knowledge: where one is asked for behind such a pragma, the compiler is asked. Knows nothing of how a pragma is
//! written.

use crate::engine::{NO_MACRO, Preprocessor};
use crate::intern::Sym;
use crate::token::{BUILTIN, Kind, Token};

/// The macros of x86 that a pragma may define or take away: those that change with `-march`, `-mtune` and the options for extensions.
const MACROS: &str = include_str!("target_macros.txt");

/// What pragmas have made of the target.
#[derive(Default)]
pub(crate) struct Targets {
    /// The arguments of all that hold, such as `avx2,fma`.
    given: Vec<String>,
    /// The same where `push_options` was.
    pushed: Vec<Vec<String>>,
    /// The macros that the compiler was asked for since: what they stand for without the pragmas, and with them.
    asked: Vec<(Sym, u32, u32)>,
    /// A macro that stands for `1`.
    one: Option<u32>,
}

impl Targets {
    /// Whether it is another one than at the beginning.
    pub(crate) fn are_changed(&self) -> bool {
        !self.given.is_empty()
    }
}

impl Preprocessor<'_> {
    /// A pragma that this version of GNU's cpp obeys when it preprocesses, and whose tokens were just read.
    pub(crate) fn target_pragma(&mut self, name: &[u8], at: &Token) {
        let targets = &mut self.targets;
        let given = match name {
            b"GCC target" => {
                let argument = self.target_argument();
                let mut given = self.targets.given.clone();
                match argument {
                    Some(argument) => given.push(argument),
                    None => self.warn_of_target("the target", at),
                }
                given
            }
            b"GCC push_options" => return targets.pushed.push(targets.given.clone()),
            b"GCC pop_options" => match targets.pushed.pop() {
                Some(given) => given,
                None => return,
            },
            b"GCC reset_options" => vec![],
            _ => return,
        };
        if given == self.targets.given {
            return;
        }
        self.targets.given = given;
        for (sym, without, with) in std::mem::take(&mut self.targets.asked) {
            let node = self.node_mut(sym);
            if node.makro == with {
                node.makro = without;
            }
        }
        let changed = self.targets.are_changed();
        for name in MACROS.lines() {
            let sym = self.names.intern(name.as_bytes());
            self.node_mut(sym).unsure = changed;
        }
    }

    /// `("avx2,fma")`
    fn target_argument(&self) -> Option<String> {
        let tokens = &self.deferred[1..];
        let kinds = [
            Kind::OpenParen,
            Kind::Str,
            Kind::CloseParen,
            Kind::PragmaEnd,
        ];
        if !tokens.iter().map(|t| t.kind).eq(kinds) {
            return None;
        }
        let spelled = std::str::from_utf8(self.spelling(&tokens[1])).ok()?;
        let argument = spelled.strip_prefix('"')?.strip_suffix('"')?;
        let plain = |c: char| c.is_ascii_alphanumeric() || ",.-_=+".contains(c);
        let x86 = self.names.get(b"__x86_64__")?;
        (argument.chars().all(plain) && self.is_defined(x86)).then(|| argument.to_owned())
    }

    /// A macro of the target is asked for where pragmas have changed that.
    pub(crate) fn ask_for_target(&mut self, sym: Sym) {
        let name = String::from_utf8_lossy(self.names.name(sym)).into_owned();
        let defined = self.host.answer(&question(&self.targets.given, &name)) != 0;
        let without = self.node(sym).makro;
        let with = match (defined, without) {
            (true, NO_MACRO) => self.one(),
            (true, _) => without,
            (false, _) => NO_MACRO,
        };
        self.targets.asked.push((sym, without, with));
        let node = self.node_mut(sym);
        (node.makro, node.unsure) = (with, false);
    }

    /// The macro that stands for `1`.
    fn one(&mut self) -> u32 {
        if let Some(one) = self.targets.one {
            return one;
        }
        let text = self.sources.add("<target>", b"1\n", false);
        let pos = self.sources.texts[text as usize].start;
        let body = Token {
            kind: Kind::Number,
            flags: BUILTIN,
            pos,
            len: 1,
            ..Token::end()
        };
        let one = self.object_macro(&[body], text);
        self.targets.one = Some(one);
        one
    }

    /// Something is not known, and the compiler must be asked for the text.
    pub(crate) fn warn_of_target(&mut self, what: &str, at: &Token) {
        let message = format!("{what} behind #pragma GCC target is not known");
        let column = self.said_column(at.at);
        let severity = crate::problems::Severity::Warning;
        self.report_anywhere(severity, self.b.name, at.line, column, message);
    }
}

/// What a question begins with that asks for a macro of a target.
const ASKS: &str = "target ";

fn question(given: &[String], name: &str) -> String {
    format!("{ASKS}{name} {}", given.join(" "))
}

/// The lines that ask a compiler such a question; nothing if it is another one.
pub(crate) fn lines(question: &str) -> Option<String> {
    let (name, given) = question.strip_prefix(ASKS)?.split_once(' ')?;
    let pragma = |argument: &str| format!("#pragma GCC target(\"{argument}\")\n");
    let pragmas: String = given.split(' ').map(pragma).collect();
    Some(format!(
        "#pragma GCC push_options\n{pragmas}#ifdef {name}\n@ \"{question}\" 1\n#else\n@ \"{question}\" 0\n#endif\n\
         #pragma GCC pop_options\n"
    ))
}
