//! Parses preprocessed files whole and prints speed, error count and the first errors with their lines.
//! `parse_stats [--std 03|11|14|17|20|23] [--lazy] [--items] [--show N] FILE...`; `--items` parses each namespace-level item alone,
//! `--compare` prints where such a tree differs from the part of the whole file's.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use cleave_syntax::{
    SyntaxKind,
    lexer::Lexed,
    parse::{Bodies, Dialect, Entry, NoNames, ParseMode, Standard, SyntaxError, parse_item},
    skeleton::Skeleton,
    tree::SyntaxNode,
};

fn main() {
    let mut dialect = Dialect::default();
    let mut mode = ParseMode::default();
    let mut show = 10;
    let mut items = false;
    let mut compare = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--lazy" => mode.bodies = Bodies::Lazy,
            "--items" => items = true,
            "--compare" => compare = true,
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
            path if compare => compare_items(path, dialect, mode, show),
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

/// Trees of items alone against the whole file's, whose declarations are known to each other.
fn compare_items(path: &str, dialect: Dialect, mode: ParseMode, show: usize) {
    let text = String::from_utf8_lossy(&std::fs::read(path).expect("a readable file")).into_owned();
    let whole = parse_item(
        &text,
        &Lexed::new(&text),
        Entry::TranslationUnit,
        &dialect,
        &NoNames,
        mode,
    )
    .syntax();
    let (mut items, mut different, mut either_way) = (0, 0, 0);
    for item in &Skeleton::new(&text).items {
        use cleave_syntax::skeleton::ItemKind::{
            LinkageClose, LinkageOpen, NamespaceClose, NamespaceOpen,
        };
        if matches!(
            item.kind,
            NamespaceOpen | NamespaceClose | LinkageOpen | LinkageClose
        ) {
            continue;
        }
        items += 1;
        let part = item.span.of(&text);
        let alone = parse_item(
            part,
            &Lexed::new(part),
            Entry::Declaration,
            &dialect,
            &NoNames,
            mode,
        )
        .syntax();
        let nodes = |root: &SyntaxNode, from: u32, to: u32| -> Vec<(u32, u32, SyntaxKind)> {
            root.descendants()
                .map(|node| {
                    (
                        u32::from(node.text_range().start()),
                        u32::from(node.text_range().end()),
                        node.kind(),
                    )
                })
                .filter(|(start, end, kind)| {
                    *start >= from && *end <= to && *kind != SyntaxKind::ITEM_ROOT
                })
                .map(|(start, end, kind)| (start - from, end - from, kind))
                .collect()
        };
        let range = rowan::TextRange::new(item.span.start.into(), item.span.end.into());
        let mut covering = match whole.covering_element(range) {
            rowan::NodeOrToken::Node(node) => node,
            rowan::NodeOrToken::Token(_) => continue,
        };
        while let Some(parent) = covering
            .parent()
            .filter(|parent| parent.text_range() == covering.text_range())
        {
            covering = parent;
        }
        let inside = nodes(&covering, item.span.start, item.span.end);
        let outside = nodes(&alone, 0, part.len() as u32);
        if let Some(at) =
            (0..inside.len().max(outside.len())).find(|&at| inside.get(at) != outside.get(at))
        {
            // A name alone as an argument is a type or a value: that is for the reader of the tree to find out.
            let kind = |nodes: &[(u32, u32, SyntaxKind)]| nodes.get(at).map(|node| node.2);
            if let (Some(a), Some(b)) = (kind(&inside), kind(&outside)) {
                use SyntaxKind::{ID_EXPRESSION, PAREN_EXPRESSION, TYPE_ID};
                if matches!(
                    (a, b),
                    (TYPE_ID, ID_EXPRESSION | PAREN_EXPRESSION)
                        | (ID_EXPRESSION | PAREN_EXPRESSION, TYPE_ID)
                ) {
                    either_way += 1;
                    continue;
                }
            }
            if different < show {
                let piece = |nodes: &[(u32, u32, SyntaxKind)]| {
                    nodes.get(at).map_or(String::new(), |(from, to, kind)| {
                        format!(
                            "{kind:?} {}",
                            &part[*from as usize..*to as usize]
                                .split_whitespace()
                                .collect::<Vec<_>>()
                                .join(" ")
                        )
                    })
                };
                println!(
                    "  whole: {:.150}\n  alone: {:.150}",
                    piece(&inside),
                    piece(&outside)
                );
            }
            different += 1;
        }
    }
    println!(
        "{path}: {different} of {items} items differ, {either_way} only in type-id against name"
    );
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
