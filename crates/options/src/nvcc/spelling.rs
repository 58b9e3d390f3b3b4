//! How an option of nvcc is written: a long name behind two dashes, a short one behind one, and a value. Knows no option.

use super::effect::Effect;

/// What follows an option's name, behind `=` or as the next word. A short name of one letter takes it in the same word too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    None,
    /// `true` or `false`.
    Bool,
    /// Any text, described by this word.
    Text(&'static str),
    /// Texts with commas between, each described by this word. The option may be repeated.
    List(&'static str),
    /// One of these.
    Choice(&'static [&'static str]),
    /// Some of these, with commas between. The option may be repeated.
    Choices(&'static [&'static str]),
}

/// A row of the table of options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NvccOption {
    /// The name behind two dashes.
    pub long: &'static str,
    /// The name behind one dash.
    pub short: Option<&'static str>,
    /// What follows.
    pub value: Value,
    /// What it does to a run of the front ends.
    pub effect: Effect,
    /// What it means, for people. Empty for options that are listed by name only.
    pub help: &'static str,
}

impl NvccOption {
    /// An option of the calling program, which has a long name only.
    pub const fn own(
        long: &'static str,
        value: Value,
        effect: Effect,
        help: &'static str,
    ) -> NvccOption {
        row(long, "", value, effect, help)
    }
}

/// A row with a help text.
pub(crate) const fn row(
    long: &'static str,
    short: &'static str,
    value: Value,
    effect: Effect,
    help: &'static str,
) -> NvccOption {
    NvccOption {
        long,
        short: if short.is_empty() { None } else { Some(short) },
        value,
        effect,
        help,
    }
}

/// An option that does not change what the front ends see.
pub(crate) const fn ignored(long: &'static str, short: &'static str, value: Value) -> NvccOption {
    row(long, short, value, Effect::Ignored, "")
}

/// How a word of the command line was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found<'a> {
    /// An option, with the value in the same word if there is one.
    Option(&'static NvccOption, Option<&'a str>),
    /// No option has this name.
    Unknown,
}

/// Looks a word up that begins with a dash.
pub(crate) fn find<'a>(tables: &[&'static [NvccOption]], word: &'a str) -> Found<'a> {
    let rows = || tables.iter().flat_map(|table| table.iter());
    let (name, value) = match word.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (word, None),
    };
    if let Some(long) = name.strip_prefix("--") {
        return match rows().find(|row| row.long == long) {
            Some(row) => Found::Option(row, value),
            None => Found::Unknown,
        };
    }
    let short = name.strip_prefix('-').unwrap_or(name);
    if let Some(row) = rows().find(|row| row.short == Some(short)) {
        return Found::Option(row, value);
    }
    let rest = word.strip_prefix('-').unwrap_or(word);
    let letter = rest.chars().next().map_or(0, char::len_utf8);
    let joined = rows().find(|row| {
        row.value != Value::None
            && row
                .short
                .is_some_and(|s| s == &rest[..letter] && s.len() == 1)
    });
    match joined {
        Some(row) => Found::Option(row, Some(&rest[letter..])),
        None => Found::Unknown,
    }
}

/// The spelling that is most like an unknown word, if one is much like it.
pub(crate) fn nearest(tables: &[&'static [NvccOption]], word: &str) -> Option<String> {
    let name = word.split('=').next().unwrap_or(word);
    let spellings = tables
        .iter()
        .flat_map(|table| table.iter())
        .flat_map(|row| {
            let short = row.short.map(|s| format!("-{s}"));
            [Some(format!("--{}", row.long)), short]
                .into_iter()
                .flatten()
        });
    let allowed = (name.len() / 4).clamp(1, 3);
    spellings
        .filter(|s| s.len() > 3)
        .map(|s| (distance(name, &s), s))
        .filter(|(d, _)| *d <= allowed)
        .min_by_key(|(d, _)| *d)
        .map(|(_, s)| s)
}

/// How many letters have to be added, dropped, replaced or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[i - 1][j - 1] + same)
                .min(rows[i - 1][j] + 1)
                .min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// Cuts a list at its commas. What stands in quotes or in brackets is not cut.
pub(crate) fn items(list: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let (mut start, mut quote, mut depth) = (0, None, 0u32);
    for (at, c) in list.char_indices() {
        match c {
            '"' | '\'' if quote == Some(c) => quote = None,
            '"' | '\'' if quote.is_none() => quote = Some(c),
            '[' if quote.is_none() => depth += 1,
            ']' if quote.is_none() => depth = depth.saturating_sub(1),
            ',' if quote.is_none() && depth == 0 => {
                out.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(&list[start..]);
    out.retain(|item| !item.is_empty());
    out
}
