//! What the text of a file tells by itself: brackets, comments, directives. It knows no database.

use std::ops::Range;

use cleave_syntax::SyntaxKind;
use cleave_syntax::lexer::next_token;

/// What may be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Braces.
    Code,
    /// A comment, or several in a row.
    Comment,
    /// From `#if` to `#endif`, or a branch of it.
    Region,
    /// Inclusions in a row.
    Imports,
}

/// An `#include`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Include {
    /// Where the name stands, quotes left out.
    pub range: Range<usize>,
    /// The name.
    pub name: String,
    /// `<name>`
    pub is_system: bool,
}

/// A token of a text, white space left out.
pub(crate) struct Raw {
    pub(crate) kind: SyntaxKind,
    pub(crate) range: Range<usize>,
}

/// The tokens of a text, comments and directives among them.
pub(crate) fn raw_tokens(text: &str) -> Vec<Raw> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let (mut pos, mut line_start) = (0, true);
    while pos < bytes.len() {
        let token = next_token(bytes, pos, line_start);
        let end = (pos + token.len.max(1) as usize).min(bytes.len());
        match token.kind {
            SyntaxKind::WHITESPACE => line_start |= text[pos..end].contains('\n'),
            kind => {
                out.push(Raw {
                    kind,
                    range: pos..end,
                });
                line_start = false;
            }
        }
        pos = end;
    }
    out
}

/// The lines of a text that may be folded, from 0: first and last.
pub fn folds(text: &str) -> Vec<(u32, u32, Fold)> {
    let ends: Vec<usize> = text
        .bytes()
        .enumerate()
        .filter(|(_, b)| *b == b'\n')
        .map(|(at, _)| at)
        .collect();
    let line = |at: usize| ends.partition_point(|&e| e < at) as u32;
    let mut out = Vec::new();
    let mut open: Vec<(u8, u32)> = Vec::new();
    let mut comments: Option<(u32, u32)> = None;
    for raw in raw_tokens(text) {
        let (first, last) = (line(raw.range.start), line(raw.range.end.saturating_sub(1)));
        if raw.kind == SyntaxKind::COMMENT {
            comments = Some(match comments {
                Some((from, to)) if to + 1 >= first => (from, last),
                before => {
                    out.extend(before.map(|(a, b)| (a, b, Fold::Comment)));
                    (first, last)
                }
            });
            continue;
        }
        match &text[raw.range.clone()] {
            "{" => open.push((b'{', first)),
            "}" => {
                if let Some((_, from)) = open.pop()
                    && from + 1 < last
                {
                    out.push((from, last - 1, Fold::Code));
                }
            }
            _ => {}
        }
    }
    out.extend(comments.map(|(a, b)| (a, b, Fold::Comment)));
    let mut branches: Vec<u32> = Vec::new();
    let mut imports: Option<(u32, u32)> = None;
    for (number, own) in (0u32..).zip(text.lines()) {
        let Some(directive) = own.trim_start().strip_prefix('#') else {
            continue;
        };
        let word: String = directive
            .trim_start()
            .chars()
            .take_while(|c| c.is_ascii_alphabetic())
            .collect();
        match word.as_str() {
            "if" | "ifdef" | "ifndef" => branches.push(number),
            "elif" | "else" | "endif" | "elifdef" | "elifndef" => {
                if let Some(from) = branches.pop()
                    && from + 1 < number
                {
                    out.push((from, number - 1, Fold::Region));
                }
                if word != "endif" {
                    branches.push(number);
                }
            }
            "include" => {
                imports = Some(match imports {
                    Some((from, to)) if number <= to + 2 => (from, number),
                    before => {
                        out.extend(before.map(|(a, b)| (a, b, Fold::Imports)));
                        (number, number)
                    }
                });
            }
            _ => {}
        }
    }
    out.extend(imports.map(|(a, b)| (a, b, Fold::Imports)));
    out.retain(|(a, b, _)| a < b);
    out.sort_by_key(|f| (f.0, f.1));
    out
}

/// The stretches around a byte, the innermost first: the word, what stands between brackets, and with them.
pub fn selections(text: &str, at: usize) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut around: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    let mut starts: Vec<usize> = vec![0];
    for raw in raw_tokens(text) {
        if raw.range.start <= at && at <= raw.range.end && raw.kind != SyntaxKind::COMMENT {
            out.push(raw.range.clone());
        }
        match &text[raw.range.clone()] {
            "{" | "(" | "[" => open.push(raw.range.start),
            "}" | ")" | "]" => {
                if let Some(from) = open.pop()
                    && from < at
                    && at <= raw.range.start
                {
                    around.push((from + 1..raw.range.start, from..raw.range.end));
                }
            }
            ";" if raw.range.end <= at => starts.push(raw.range.end),
            _ => {}
        }
    }
    // A word before a bracket: both touch the place.
    out.sort_by_key(|r| {
        (
            !text[r.clone()].starts_with(|c: char| c.is_alphanumeric() || c == '_'),
            r.len(),
        )
    });
    out.truncate(1);
    for (inner, outer) in around {
        let own = &text[inner.clone()];
        let from = inner.start + (own.len() - own.trim_start().len());
        let to = inner.end - (own.len() - own.trim_end().len());
        if from < to {
            out.push(from..to);
        }
        out.push(outer);
    }
    out.push(0..text.len());
    out.dedup();
    out
}

/// The inclusions of a text.
pub fn inclusions(text: &str) -> Vec<Include> {
    let mut out = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let Some(rest) = line.trim_start().strip_prefix('#') else {
            continue;
        };
        let rest = rest.trim_start();
        let Some(rest) = rest
            .strip_prefix("include_next")
            .or_else(|| rest.strip_prefix("include"))
        else {
            continue;
        };
        let rest = rest.trim_start();
        let close = match rest.as_bytes().first() {
            Some(b'"') => '"',
            Some(b'<') => '>',
            _ => continue,
        };
        let from = at + (line.len() - rest.len()) + 1;
        let Some(length) = rest[1..].find(close) else {
            continue;
        };
        out.push(Include {
            range: from..from + length,
            name: rest[1..1 + length].to_owned(),
            is_system: close == '>',
        });
    }
    out
}

/// Where a macro is defined in a text: the name in the `#define` that is nearest to a line, from 1.
pub fn definition_of_macro(text: &str, name: &str, line: u32) -> Option<(u32, u32)> {
    let defines = |own: &str| {
        let rest = own
            .trim_start()
            .strip_prefix('#')?
            .trim_start()
            .strip_prefix("define")?;
        let named = rest.trim_start();
        let behind = named.strip_prefix(name)?;
        let ends = !behind.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        (rest.len() > named.len() && ends).then(|| (own.len() - named.len()) as u32 + 1)
    };
    let all = (1u32..)
        .zip(text.lines())
        .filter_map(|(n, own)| Some((n, defines(own)?)));
    all.min_by_key(|(n, _)| n.abs_diff(line))
}

/// The macros that a text defines, each as often as it does.
pub fn macros_of(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.lines().filter_map(move |own| {
        let rest = own.trim_start().strip_prefix('#')?.trim_start();
        let named = rest
            .strip_prefix("define")?
            .strip_prefix([' ', '\t'])?
            .trim_start();
        let end = named.find(|c| !is_word(c)).unwrap_or(named.len());
        Some(&named[..end]).filter(|name| !name.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_are_brackets_comments_and_branches() {
        let text = "\
// one
// two
#if A
int a;
int b;
#else
int c() {
  return 1;
}
#endif
";
        let found = folds(text);
        assert_eq!(
            found,
            [
                (0, 1, Fold::Comment),
                (2, 4, Fold::Region),
                (5, 8, Fold::Region),
                (6, 7, Fold::Code),
            ]
        );
    }

    #[test]
    fn stretches_grow_from_the_word_to_the_file() {
        let text = "int f() { return g(a, (b)); }";
        let at = text.find("b)").expect("b");
        let shown: Vec<&str> = selections(text, at).into_iter().map(|r| &text[r]).collect();
        assert_eq!(
            shown,
            [
                "b",
                "(b)",
                "a, (b)",
                "(a, (b))",
                "return g(a, (b));",
                "{ return g(a, (b)); }",
                text
            ]
        );
    }

    #[test]
    fn inclusions_are_found_where_they_are_written() {
        let text = "#include <a/b.h>\n  # include \"c.cuh\" // x\n#include MACRO\nint include;\n";
        let found: Vec<(String, bool, &str)> = inclusions(text)
            .into_iter()
            .map(|i| (i.name.clone(), i.is_system, &text[i.range]))
            .collect();
        assert_eq!(
            found,
            [
                ("a/b.h".to_owned(), true, "a/b.h"),
                ("c.cuh".to_owned(), false, "c.cuh")
            ]
        );
    }

    #[test]
    fn the_nearest_definition_of_a_macro_is_found() {
        let text = "#define AB 1\n#define A 2\nint a;\n# define A(x) x\n";
        assert_eq!(definition_of_macro(text, "A", 1), Some((2, 9)));
        assert_eq!(definition_of_macro(text, "A", 4), Some((4, 10)));
        assert_eq!(definition_of_macro(text, "B", 1), None);
    }
}
