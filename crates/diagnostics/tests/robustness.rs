//! Nonsense in, text out: no input of this crate may make it panic, and work stays proportional to its size.

use cleave_codes::{Code, codes};
use cleave_diagnostics::{
    Action, Arg, Colours, Context, Control, Diagnostic, Layout, Location, Options, OutputMode,
    Pass, Place, Pragma, PragmaMap, Session, Severity, Template, catalog, listing_lines,
};

/// A small generator of numbers (xorshift), so that failures repeat.
struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below.max(1)
    }

    fn pick<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.next(all.len() as u64) as usize]
    }

    fn bytes(&mut self) -> Vec<u8> {
        let pieces: [&[u8]; 12] = [
            b"a",
            b" ",
            b"\t",
            b"\0",
            b"\r",
            b"\n",
            b"\xff",
            b"\xc3",
            b"\xa9",
            b"\xe4\xb8\xad",
            b"\xf0\x9f\x98\x80",
            b"\xed\xa0\x80",
        ];
        (0..self.next(40))
            .flat_map(|_| self.pick(&pieces).to_vec())
            .collect()
    }

    fn text(&mut self) -> String {
        let pieces = [
            "a",
            " ",
            "\"",
            "{",
            "}",
            "\n",
            "é",
            "中",
            "\u{1b}[1m",
            "\t",
            "wordwordword",
            "",
            "  ",
        ];
        (0..self.next(30)).map(|_| self.pick(&pieces)).collect()
    }

    fn place(&mut self) -> Place {
        Place::new(self.text(), self.number())
    }

    fn code(&mut self) -> Code {
        Code::from_user(1 + self.next(3794)).expect("a number")
    }

    fn number(&mut self) -> u32 {
        match self.next(5) {
            0 => 0,
            1 => 1,
            2 => u32::MAX,
            _ => self.next(60) as u32,
        }
    }

    fn arg(&mut self) -> Arg {
        match self.next(6) {
            0 => Arg::text(self.text()),
            1 => Arg::name(self.text()),
            2 => Arg::entity(self.text(), self.text()),
            3 => Arg::declared(self.text(), self.text(), self.place()),
            4 => Arg::ty_aka(self.text(), self.text()),
            _ => Arg::Place(self.place()),
        }
    }

    fn location(&mut self) -> Option<Location> {
        let location = match self.next(5) {
            0 => return None,
            1 => Location::end_of_source(self.text(), self.number()),
            2 => Location {
                column: self.number(),
                ..Location::line(self.text(), self.number())
            },
            _ => Location::new(self.text(), self.number(), self.number(), self.bytes()),
        };
        let location = location.at_offset(self.number());
        Some(if self.next(8) == 0 {
            location.in_system_header()
        } else {
            location
        })
    }

    fn diagnostic(&mut self, depth: u32) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(self.code());
        diagnostic.args = (0..self.next(4)).map(|_| self.arg()).collect();
        diagnostic.at = self.location();
        diagnostic.severity = match self.next(6) {
            0 => Some(Severity::Note),
            1 => Some(Severity::Warning),
            2 => Some(Severity::Remark),
            3 => Some(Severity::DiscretionaryError),
            _ => None,
        };
        diagnostic.details = (0..self.next(3))
            .map(|_| vec![self.arg(), self.arg()])
            .collect();
        if depth > 0 {
            diagnostic.notes = (0..self.next(3))
                .map(|_| self.diagnostic(depth - 1))
                .collect();
        }
        diagnostic.contexts = (0..self.next(15))
            .map(|_| Context {
                what: vec![self.arg()],
                place: self.place(),
            })
            .collect();
        diagnostic
    }
}

#[test]
fn any_diagnostic_in_any_layout() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for round in 0..3000 {
        let layout = Layout {
            display_numbers: random.next(2) == 0,
            brief: random.next(2) == 0,
            wrap: [None, Some(79), Some(20), Some(1), Some(0)][random.next(5) as usize],
            colours: [
                None,
                Some(Colours::default()),
                Some(Colours::parse("quote=4:locus=x:=:error")),
            ][random.next(3) as usize]
                .clone(),
            context_limit: [0, 1, 10, usize::MAX][random.next(4) as usize],
        };
        let mode = [OutputMode::Text, OutputMode::Sarif, OutputMode::JsonLines][round % 3];
        let options = Options {
            mode,
            layout,
            error_limit: random.next(5) as u32,
            ..Options::default()
        };
        let mut control = Control::new(Pass::Device);
        control.remarks = true;
        control.set(random.code(), Action::Once);
        let mut session = Session::new(options, control, PragmaMap::default());
        for _ in 0..random.next(6) {
            let diagnostic = random.diagnostic(2);
            session.report(&diagnostic);
            assert!(listing_lines(&diagnostic, Severity::Warning).ends_with('\n'));
        }
        let report = session.finish();
        let text = report.bytes();
        assert!(text.is_empty() || text.ends_with(b"\n"));
        if mode != OutputMode::Text {
            for line in text.split(|b| *b == b'\n').filter(|line| !line.is_empty()) {
                assert!(
                    serde_json::from_slice::<serde_json::Value>(line).is_ok(),
                    "{}",
                    text.escape_ascii()
                );
            }
        }
    }
}

#[test]
fn any_pragma_and_any_list() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let pieces = [
        "nv_diag_suppress",
        "nv_diag_default",
        "nv_diag_once",
        "nv_diagnostic",
        "push",
        "pop",
        " ",
        ",",
        "=",
        "68",
        "20048",
        "0x",
        "1.",
        "\"",
        "/*",
        "*/",
        "//",
        "é",
        "integer_sign_change",
        "99999999999999999999",
        "-",
        "\t",
    ];
    let mut map = PragmaMap::default();
    let mut read = 0;
    for round in 0..20_000 {
        let text: String = (0..random.next(8)).map(|_| random.pick(&pieces)).collect();
        let text = if round % 2 == 0 {
            format!(" nv_diag_error {text}")
        } else {
            text
        };
        if let Some(pragma) = Pragma::parse(&text) {
            read += 1;
            assert!(
                pragma
                    .problems
                    .iter()
                    .all(|problem| problem.offset <= text.len()),
                "{text}"
            );
            map.add(round, &pragma);
        }
        let _ = Control::new(Pass::Host).apply_list(Action::Error, &text);
        let _ = map.at(codes::INTEGER_SIGN_CHANGE, random.number());
    }
    assert!(read >= 10_000, "{read}");
}

#[test]
fn long_input_takes_one_pass() {
    let long = "word ".repeat(200_000);
    let source = "\té".repeat(300_000);
    let mut options = Options::default();
    options.layout.wrap = Some(79);
    let mut session = Session::new(options, Control::new(Pass::Host), PragmaMap::default());
    let column = source.len() as u32;
    let diagnostic = Diagnostic::new(codes::UNDEFINED_IDENTIFIER).arg(Arg::name(long.as_str()));
    session.report(&diagnostic.at(Location::new("x.cu", 1, column, source.into_bytes())));
    assert!(session.finish().body.len() > long.len());
}

#[test]
fn every_entry_renders_with_its_arguments_and_without() {
    for entry in catalog().entries() {
        let args: Vec<Arg> = entry
            .message()
            .holes()
            .map(|(name, _)| Arg::name(name))
            .collect();
        for args in [args, Vec::new()] {
            let mut diagnostic = Diagnostic::new(entry.code).severity(Severity::Error);
            diagnostic.args = args;
            let mut session = Session::new(
                Options::default(),
                Control::new(Pass::Host),
                PragmaMap::default(),
            );
            session.report(&diagnostic);
            let text = session.finish().body;
            assert!(text.starts_with(b"Error: "), "{:?}", entry.code);
        }
    }
    assert_eq!(Template::parse("{a:name").map(|t| t.source()), None);
}
