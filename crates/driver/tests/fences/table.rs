//! `fences.txt`: what is said of a file, and what follows from it for its code.

/// A sentence and what holds of the code that it is about.
pub(crate) struct Row {
    /// The file that says it; of a crate in the table of ARCHITECTURE.md: `ARCHITECTURE.md, CRATE`.
    pub(crate) file: String,
    pub(crate) sentence: String,
    /// The line of the table.
    pub(crate) line: usize,
    pub(crate) rules: Vec<Rule>,
    /// What else than the file's own module it is about.
    pub(crate) scope: Vec<String>,
    /// What it is not about, though it stands there.
    pub(crate) except: Vec<String>,
}

/// What holds of code.
pub(crate) enum Rule {
    /// No path begins so.
    No(Vec<String>),
    /// No word of a path is one of these.
    NoWord(Vec<String>),
    /// No crate is one of these, or rests on them.
    NoCrate(Vec<String>),
    /// Every path into a crate, the own module left out, begins so.
    Only(Vec<String>),
    /// Nothing that a program could find out.
    NotFenced,
}

/// What makes a rule of its words.
type Build = fn(Vec<String>) -> Rule;

/// Reads the table.
pub(crate) fn rows(text: &str) -> Vec<Row> {
    let mut out: Vec<Row> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let content = line.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        if !line.starts_with(' ') {
            let parts = content.split_once(": ");
            let (file, sentence) =
                parts.unwrap_or_else(|| panic!("line {}: FILE: SENTENCE", i + 1));
            out.push(Row {
                file: file.to_owned(),
                sentence: sentence.to_owned(),
                line: i + 1,
                rules: Vec::new(),
                scope: Vec::new(),
                except: Vec::new(),
            });
            continue;
        }
        let row = out.last_mut().expect("a sentence");
        let words = |rest: &str| {
            rest.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let rules: [(&str, Build); 5] = [
            ("no crate ", Rule::NoCrate),
            ("no word ", Rule::NoWord),
            ("no ", Rule::No),
            ("only", Rule::Only),
            ("not fenced: ", |_| Rule::NotFenced),
        ];
        if let Some(rest) = content.strip_prefix("in ") {
            row.scope.extend(words(rest));
        } else if let Some(rest) = content.strip_prefix("except ") {
            row.except
                .extend(words(rest.split(':').next().unwrap_or_default()));
        } else {
            let found = (rules.iter())
                .find_map(|(start, rule)| Some(rule(words(content.strip_prefix(start)?))));
            row.rules
                .push(found.unwrap_or_else(|| panic!("line {}: what is `{content}`?", i + 1)));
        }
    }
    out
}
