//! Rust sources as the fences see them: what a file says of itself, and the paths that its code mentions. Tests are left out.

use std::fs;
use std::path::{Path, PathBuf};

/// A path that code mentions.
pub(crate) struct Mention {
    /// Its segments: absolute where the first is a crate, else as written.
    pub(crate) path: Vec<String>,
    pub(crate) line: usize,
}

/// One source file that is no test.
pub(crate) struct Source {
    /// Its path below the root of the checkout, with `/`.
    pub(crate) path: String,
    /// What its header says, sentence by sentence.
    pub(crate) header: Vec<String>,
    pub(crate) mentions: Vec<Mention>,
}

/// The sources of all crates, sorted. `roots` gives the crates that a crate's code can name.
pub(crate) fn sources(root: &Path, roots: &dyn Fn(&str) -> Vec<String>) -> Vec<Source> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root.join("crates")).expect("the crates") {
        collect(&entry.expect("a crate").path().join("src"), &mut files);
    }
    files.sort();
    let read = |file: PathBuf| {
        let path = file.strip_prefix(root).expect("a file of the checkout");
        let path = path.to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&file).expect("a source");
        Source {
            header: header(&text),
            mentions: mentions(&text, &module(&path), &roots(folder(&path))),
            path,
        }
    };
    files.into_iter().map(read).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_test = path.file_stem().is_some_and(|stem| stem == "tests");
        match path.is_dir() {
            _ if is_test => {}
            true => collect(&path, files),
            false if path.extension().is_some_and(|e| e == "rs") => files.push(path),
            false => {}
        }
    }
}

/// The folder of a crate in `crates`.
pub(crate) fn folder(path: &str) -> &str {
    path.split('/').nth(1).unwrap_or_default()
}

/// The path of the module that a file is, its crate first.
pub(crate) fn module(path: &str) -> Vec<String> {
    let mut out = vec![crate_name(folder(path))];
    let inner = path.splitn(4, '/').nth(3).unwrap_or_default();
    let parts = inner.trim_end_matches(".rs").split('/');
    out.extend(
        parts
            .filter(|part| !matches!(*part, "lib" | "main" | "mod"))
            .map(str::to_owned),
    );
    out
}

/// What code calls the crate in a folder.
pub(crate) fn crate_name(folder: &str) -> String {
    match folder {
        "cleave" => folder.to_owned(),
        _ => format!("cleave_{}", folder.replace('-', "_")),
    }
}

/// The sentences of a text: a full stop ends one where a new one begins behind it.
pub(crate) fn sentences(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let starts = |at: &usize| {
            let behind = &rest[at + 1..];
            behind.starts_with(' ')
                && (behind.trim_start()).starts_with(|c: char| c.is_uppercase() || c == '`')
        };
        let end = rest.match_indices('.').map(|(at, _)| at).find(starts);
        let (sentence, behind) = rest.split_at(end.map_or(rest.len(), |at| at + 1));
        out.push(sentence.trim().to_owned());
        rest = behind.trim();
    }
    out
}

fn header(text: &str) -> Vec<String> {
    let lines = text.lines().take_while(|line| line.starts_with("//!"));
    let mut paragraphs = vec![String::new()];
    for line in lines.map(|line| line[3..].trim()) {
        match paragraphs.last_mut() {
            Some(last) if !line.is_empty() => {
                last.push(' ');
                last.push_str(line);
            }
            _ => paragraphs.push(String::new()),
        }
    }
    paragraphs.iter().flat_map(|p| sentences(p)).collect()
}

struct Token<'t> {
    text: &'t str,
    line: usize,
}

/// The tokens of a source without comments, literals and lifetimes.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let is_word = |at: usize| {
        (bytes.get(at)).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80)
    };
    let mut out = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < bytes.len() {
        let start = at;
        let rest = &text[at..];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else if let Some(end) = raw_string(rest) {
            at += end;
        } else if bytes[at] == b'"' {
            at += 1;
            while at < bytes.len() && bytes[at] != b'"' {
                at += if bytes[at] == b'\\' { 2 } else { 1 };
            }
            at += 1;
        } else if bytes[at] == b'\'' {
            at += character(rest);
        } else if is_word(at) {
            while is_word(at) {
                at += 1;
            }
            out.push(Token {
                text: &text[start..at],
                line,
            });
        } else {
            at += if rest.starts_with("::") { 2 } else { 1 };
            if !bytes[start].is_ascii_whitespace() {
                out.push(Token {
                    text: &text[start..at],
                    line,
                });
            }
        }
        at = at.min(bytes.len());
        line += bytes[start..at].iter().filter(|b| **b == b'\n').count();
    }
    out
}

/// The length of a raw string literal, with its prefix.
fn raw_string(rest: &str) -> Option<usize> {
    let behind = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r'))?;
    let hashes = behind.len() - behind.trim_start_matches('#').len();
    let body = behind[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    let end = body
        .find(&close)
        .map_or(body.len(), |end| end + close.len());
    Some(rest.len() - body.len() + end)
}

/// The length of a character literal, or of the quote of a lifetime.
fn character(rest: &str) -> usize {
    let inner = &rest[1..];
    if let Some(escaped) = inner.strip_prefix('\\') {
        let end = escaped.char_indices().skip(1).find(|(_, c)| *c == '\'');
        return end.map_or(rest.len(), |(end, _)| end + 3);
    }
    let mut chars = inner.char_indices();
    match (chars.next(), chars.next()) {
        (Some(_), Some((end, '\''))) => end + 2,
        _ => 1,
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The paths that code outside of tests mentions.
pub(crate) fn mentions(text: &str, module: &[String], roots: &[String]) -> Vec<Mention> {
    let tokens = tokens(text);
    let is = |at: usize, word: &str| tokens.get(at).is_some_and(|t| t.text == word);
    let mut out = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let for_tests = ["#", "[", "cfg", "(", "test", ")", "]"];
        if (for_tests.iter().enumerate()).all(|(i, word)| is(at + i, word)) {
            at = behind_item(&tokens, at + for_tests.len());
        } else if is(at, "use") && !is(at + 1, "<") {
            at = tree(&tokens, at + 1, &[], &mut |segments, line| {
                out.push(Mention {
                    path: absolute(segments, module, roots, true),
                    line,
                });
            });
        } else if is_word(tokens[at].text) {
            let line = tokens[at].line;
            let mut segments = vec![tokens[at].text.to_owned()];
            at += 1;
            while is(at, "::") && tokens.get(at + 1).is_some_and(|t| is_word(t.text)) {
                segments.push(tokens[at + 1].text.to_owned());
                at += 2;
            }
            // The `crate` of a visibility names nothing.
            if segments.len() > 1 || !is_step(&segments[0]) {
                out.push(Mention {
                    path: absolute(segments, module, roots, false),
                    line,
                });
            }
        } else {
            at += 1;
        }
    }
    out
}

/// The token behind an item.
fn behind_item(tokens: &[Token<'_>], mut at: usize) -> usize {
    let mut depth = 0_usize;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token.text {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => {
                depth = depth.saturating_sub(1);
                if depth == 0 && token.text == "}" {
                    return at;
                }
            }
            ";" if depth == 0 => return at,
            _ => {}
        }
    }
    at
}

/// Reads what stands behind `use` or inside of its braces, and gives the token behind it.
fn tree(
    tokens: &[Token<'_>],
    mut at: usize,
    before: &[String],
    take: &mut dyn FnMut(Vec<String>, usize),
) -> usize {
    let mut path = before.to_vec();
    let mut line = tokens.get(at).map_or(0, |t| t.line);
    let mut nested = false;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token.text {
            "{" => {
                nested = true;
                at = tree(tokens, at, &path, take);
            }
            "}" | "," | ";" => {
                if path.len() > before.len() && !nested {
                    take(path.clone(), line);
                }
                if token.text != "," || before.is_empty() {
                    return at;
                }
                (path, nested) = (before.to_vec(), false);
            }
            "::" | "*" => {}
            // Its other name is no part of the path.
            "as" => at += 1,
            word => {
                if path.len() == before.len() {
                    line = token.line;
                }
                path.push(word.to_owned());
            }
        }
    }
    at
}

fn is_step(segment: &str) -> bool {
    matches!(segment, "crate" | "self" | "super")
}

/// A path from its crate on, where it has one.
fn absolute(path: Vec<String>, module: &[String], roots: &[String], imported: bool) -> Vec<String> {
    let known = |word: &String| matches!(&**word, "std" | "core" | "alloc") || roots.contains(word);
    let base: &[String] = match path[0].as_str() {
        "crate" => &module[..1],
        "self" | "super" if path.len() > 1 => {
            let up = path.iter().take_while(|s| *s == "super").count();
            &module[..module.len().saturating_sub(up)]
        }
        _ if imported && !known(&path[0]) => module,
        _ => &[],
    };
    let inner = path.iter().filter(|s| path.len() == 1 || !is_step(s));
    base.iter().chain(inner).cloned().collect()
}
