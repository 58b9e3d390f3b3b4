//! Parses every item of preprocessed files twice, by structure alone and with the names of the file, and prints where the trees
//! differ and how many names were asked: `names_stats [--std 14|17|20|23] [--show N] FILE...`
#![allow(clippy::print_stdout)]

use std::cell::Cell;
use std::time::{Duration, Instant};

use cleave_base_db::{RootDatabase, SourceFile, decode};
use cleave_names::{IndexNames, skeleton};
use cleave_syntax::skeleton::ItemKind;
use cleave_syntax::tree::SyntaxNode;
use cleave_syntax::{
    Dialect, Entry, Lexed, NameClass, NameQuery, Names, NoNames, Parse, ParseMode, Standard,
    SyntaxKind, parse_item,
};
use salsa::Setter;

struct Counted<'a> {
    names: IndexNames<'a>,
    asked: &'a Cell<[usize; 3]>,
    trace: bool,
}

impl Counted<'_> {
    fn count(&self, query: &NameQuery<'_>, how: usize, class: Option<NameClass>) {
        let mut n = self.asked.get();
        n[how] += 1;
        n[2] += usize::from(class.is_none_or(|c| c == NameClass::Unknown));
        self.asked.set(n);
        if self.trace {
            println!(
                "    {} {}: {class:?}",
                ["name", "member"][how],
                query.path.join("::")
            );
        }
    }
}

impl Names for Counted<'_> {
    fn classify(&self, query: &NameQuery<'_>) -> NameClass {
        let class = self.names.classify(query);
        self.count(query, 0, Some(class));
        class
    }

    fn member(&self, query: &NameQuery<'_>, inside: bool) -> Option<NameClass> {
        let class = self.names.member(query, inside);
        self.count(query, 1, class);
        class
    }
}

fn main() {
    let mut dialect = Dialect::default();
    let mut show = 10;
    let mut trace = String::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--show" => {
                show = arguments
                    .next()
                    .and_then(|n| n.parse().ok())
                    .unwrap_or(show)
            }
            "--trace" => trace = arguments.next().unwrap_or_default(),
            "--std" => {
                dialect.standard = match arguments.next().as_deref() {
                    Some("14") => Standard::Cpp14,
                    Some("20") => Standard::Cpp20,
                    Some("23") => Standard::Cpp23,
                    _ => Standard::Cpp17,
                }
            }
            path => file(path, dialect, show, &trace),
        }
    }
}

fn file(path: &str, dialect: Dialect, show: usize, trace: &str) {
    let text = decode(std::fs::read(path).expect("a readable file"));
    let mut db = RootDatabase::default();
    let file = SourceFile::new(&db, path.into(), text.as_str().into());
    file.set_dialect(&mut db).to(dialect);
    let asked = Cell::new([0; 3]);
    let mut spent = [Duration::ZERO; 2];
    let mut errors = [0; 2];
    let (mut items, mut different, mut either_way) = (0, 0, 0);
    for (i, item) in skeleton(&db, file).items.iter().enumerate() {
        use ItemKind::{LinkageClose, LinkageOpen, NamespaceClose, NamespaceOpen};
        let kind = item.kind;
        if matches!(
            kind,
            NamespaceOpen | NamespaceClose | LinkageOpen | LinkageClose
        ) {
            continue;
        }
        items += 1;
        let own = item.span.of(&text);
        let lexed = Lexed::new(own);
        let mut run = |which: usize, names: &dyn Names| {
            let start = Instant::now();
            let mode = ParseMode::default();
            let parse = parse_item(own, &lexed, Entry::Declaration, &dialect, names, mode);
            spent[which] += start.elapsed();
            errors[which] += parse.errors.len();
            parse
        };
        let alone = run(0, &NoNames);
        let names = Counted {
            names: IndexNames::new(&db, file, i as u32).expect("an item"),
            asked: &asked,
            trace: !trace.is_empty() && own.contains(trace),
        };
        let known = run(1, &names);
        if alone == known {
            continue;
        }
        let (a, b) = (nodes(&alone), nodes(&known));
        let Some(at) = (0..a.len().max(b.len())).find(|&at| a.get(at) != b.get(at)) else {
            continue;
        };
        if let (Some(a), Some(b)) = (a.get(at), b.get(at)) {
            use SyntaxKind::{ID_EXPRESSION, PAREN_EXPRESSION, TYPE_ID};
            let is_name = |kind| matches!(kind, ID_EXPRESSION | PAREN_EXPRESSION);
            if a.2 == TYPE_ID && is_name(b.2) || b.2 == TYPE_ID && is_name(a.2) {
                either_way += 1;
                if show < 1000 {
                    continue;
                }
            }
        }
        different += 1;
        if different <= show {
            let line = text[..item.span.start as usize].matches('\n').count() + 1;
            println!("item {i}, line {line}, {kind:?} {}", item.name.of(&text));
            println!("  structure: {}", piece(own, a.get(at)));
            println!("  names:     {}", piece(own, b.get(at)));
            let err = (alone.errors.len(), known.errors.len());
            if err.0 != err.1 {
                println!("  errors: {} and {}", err.0, err.1);
            }
        }
    }
    let [names, members, unknown] = asked.get();
    println!(
        "{path}: {items} items, {names} names and {members} members asked, {unknown} of them unknown; {different} trees differ, {either_way} more \
         only in a name as an argument; errors {errors:?}; {:.0} ms by structure, {:.0} ms by names",
        spent[0].as_secs_f64() * 1e3,
        spent[1].as_secs_f64() * 1e3
    );
}

type Piece = (usize, usize, SyntaxKind);

fn nodes(parse: &Parse) -> Vec<Piece> {
    (parse.syntax().descendants())
        .map(|n: SyntaxNode| {
            let range = n.text_range();
            (range.start().into(), range.end().into(), n.kind())
        })
        .collect()
}

fn piece(text: &str, piece: Option<&Piece>) -> String {
    let Some((from, to, kind)) = piece else {
        return String::new();
    };
    let words: Vec<&str> = text[*from..*to].split_whitespace().take(40).collect();
    format!("{kind:?} {}", words.join(" "))
}
