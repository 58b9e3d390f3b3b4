//! Parses preprocessed files whole and prints speed, error count and the first errors with their lines.
//! `parse_stats [--std 03|11|14|17|20|23] [--lazy] [--items] [--show N] FILE...`; `--items` parses each namespace-level item alone.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use cleave_syntax::{
    lexer::Lexed,
    parse::{Bodies, Dialect, Entry, NoNames, ParseMode, Standard, SyntaxError, parse_item},
    skeleton::Skeleton,
};

fn main() {
    let mut dialect = Dialect::default();
    let mut mode = ParseMode::default();
    let mut show = 10;
    let mut items = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--lazy" => mode.bodies = Bodies::Lazy,
            "--items" => items = true,
            "--show" => {
                show = arguments
                    .next()
                    .and_then(|n| n.parse().ok())
                    .unwrap_or(show)
            }
            "--std" => {
                dialect.standard = match arguments.next().as_deref() {
                    Some("03") => Standard::Cpp03,
                    Some("11") => Standard::Cpp11,
                    Some("14") => Standard::Cpp14,
                    Some("20") => Standard::Cpp20,
                    Some("23") => Standard::Cpp23,
                    _ => Standard::Cpp17,
                }
            }
            path if items => by_item(path, dialect, mode, show),
            path => file(path, dialect, mode, show),
        }
    }
}

fn file(path: &str, dialect: Dialect, mode: ParseMode, show: usize) {
    let text = String::from_utf8_lossy(&std::fs::read(path).expect("a readable file")).into_owned();
    let start = Instant::now();
    let lexed = Lexed::new(&text);
    let lexing = start.elapsed();
    let start = Instant::now();
    let parse = parse_item(
        &text,
        &lexed,
        Entry::TranslationUnit,
        &dialect,
        &NoNames,
        mode,
    );
    let parsing = start.elapsed();
    let lossless = parse.syntax().text() == text.as_str();
    let megabytes = text.len() as f64 / 1e6;
    println!(
        "{path}: {megabytes:.1} MB, {} tokens, lex {:.0} MB/s, parse {:.0} ms = {:.0} MB/s, {} errors, {}",
        lexed.len(),
        megabytes / lexing.as_secs_f64(),
        parsing.as_secs_f64() * 1e3,
        megabytes / parsing.as_secs_f64(),
        parse.errors.len(),
        if lossless { "lossless" } else { "NOT LOSSLESS" },
    );
    for error in parse.errors.iter().take(show) {
        print_error(&text, &lexed, error);
    }
}

/// Each item on its own, as an incremental front end parses them.
fn by_item(path: &str, dialect: Dialect, mode: ParseMode, show: usize) {
    let text = String::from_utf8_lossy(&std::fs::read(path).expect("a readable file")).into_owned();
    let start = Instant::now();
    let skeleton = Skeleton::new(&text);
    let cutting = start.elapsed();
    let start = Instant::now();
    let (mut errors, mut bytes) = (0, 0);
    for item in &skeleton.items {
        use cleave_syntax::skeleton::ItemKind::{
            LinkageClose, LinkageOpen, NamespaceClose, NamespaceOpen,
        };
        if matches!(
            item.kind,
            NamespaceOpen | NamespaceClose | LinkageOpen | LinkageClose
        ) {
            continue;
        }
        let text = item.span.of(&text);
        bytes += text.len();
        let lexed = Lexed::new(text);
        let parse = parse_item(text, &lexed, Entry::Declaration, &dialect, &NoNames, mode);
        for error in &parse.errors {
            if errors < show {
                print_error(text, &lexed, error);
            }
            errors += 1;
        }
    }
    println!(
        "{path}: {} items of {bytes} bytes, cut in {:.0} ms, parsed in {:.0} ms, {errors} errors",
        skeleton.items.len(),
        cutting.as_secs_f64() * 1e3,
        start.elapsed().as_secs_f64() * 1e3,
    );
}

fn print_error(text: &str, lexed: &Lexed, error: &SyntaxError) {
    {
        let token = error.token as usize;
        let around = |from: usize, to: usize| {
            (from..to.min(lexed.len()))
                .map(|i| lexed.text(text, i))
                .collect::<Vec<_>>()
                .join(" ")
        };
        println!(
            "  {:?} at {token}: {} @@ {}",
            error.kind,
            around(token.saturating_sub(25), token),
            around(token, token + 12)
        );
    }
}
