//! `explain`: what a diagnostic means, with an example and what to do, as text or JSON. The texts are the catalogue's.

use std::io::Write;

use clap::{Args, ValueEnum};
use cleave_codes::Code;
use cleave_diagnostics::{Entry, Explanation, TagTarget, catalog};

/// What a diagnostic means, an example of it, and how to fix it
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// Numbers, as messages show them (20014) or as SARIF has them (3471 or EC3471), or tags
    #[arg(required_unless_present = "all")]
    diagnostics: Vec<String>,
    /// Explain every diagnostic that there is
    #[arg(long, conflicts_with = "diagnostics")]
    all: bool,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A page to read
    Text,
    /// One JSON object per diagnostic and line
    Json,
}

/// Prints what is known; the exit status is 1 when something asked for is not.
pub fn run(args: &ExplainArgs) -> i32 {
    let mut out = Vec::new();
    let mut status = 0;
    let all = catalog().entries().iter().filter(|_| args.all).map(Ok);
    for found in all.chain(args.diagnostics.iter().map(|written| find(written))) {
        match found {
            Ok(entry) => {
                let explanation = Explanation::of(entry);
                match args.format {
                    Format::Text => {
                        if !out.is_empty() {
                            out.extend_from_slice(b"\n");
                        }
                        out.extend_from_slice(explanation.page().as_bytes());
                    }
                    Format::Json => {
                        // Strings and booleans only: writing them cannot fail.
                        out.extend(serde_json::to_vec(&explanation).unwrap_or_default());
                        out.push(b'\n');
                    }
                }
            }
            Err(message) => {
                let _ = writeln!(std::io::stderr(), "cleave explain: {message}");
                status = 1;
            }
        }
    }
    let _ = std::io::stdout().write_all(&out);
    status
}

/// The entry that is meant, or why there is none.
fn find(written: &str) -> Result<&'static Entry, String> {
    // `EC3464` is SARIF's, `#20007-D` is how messages show a number.
    let word = written
        .strip_prefix("EC")
        .filter(|rest| rest.bytes().all(|b| b.is_ascii_digit()))
        .unwrap_or(written);
    let word = word.strip_prefix('#').unwrap_or(word);
    let word = word.strip_suffix("-D").unwrap_or(word);
    if let Some(entry) = catalog().find(word) {
        return Ok(entry);
    }
    if let Ok(number) = word.parse::<u64>() {
        return Err(match Code::from_user(number) {
            Some(number) => format!("nothing is known about diagnostic {number}"),
            None => format!(
                "there is no diagnostic {word}: numbers run from 1 to {} and from 20000 to {}",
                Code::LAST.internal(),
                Code::LAST
            ),
        });
    }
    Err(match catalog().tag(word) {
        Some(TagTarget::Unnumbered) => {
            format!("options take the tag {word}, but nothing is ever reported under it")
        }
        _ => format!("there is no diagnostic with the tag {word:?}"),
    })
}

/// The page of a diagnostic, by the number that messages show.
pub fn page(number: u16) -> Option<String> {
    let entry = catalog().get(Code::from_user(number.into())?)?;
    Some(Explanation::of(entry).page())
}

/// The folder for pages as files, of this version of Cleave; nothing if nothing is to be kept.
pub fn folder(version: &str) -> Option<std::path::PathBuf> {
    let cache = cleave_toolkit::cache::folder(&cleave_toolkit::ProcessEnv)?;
    Some(cache.join(format!("explain-{version}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(written: &str) -> String {
        match find(written) {
            Ok(entry) => entry.code.to_string(),
            Err(message) => message,
        }
    }

    #[test]
    fn every_spelling_of_a_diagnostic() {
        for written in [
            "20014",
            "3471",
            "EC3471",
            "#20014-D",
            "20014-D",
            "h_hd_illegal_call_generic",
        ] {
            assert_eq!(found(written), "20014", "{written}");
        }
        assert_eq!(found("186"), "186");
    }

    #[test]
    fn what_is_not_there() {
        assert_eq!(
            found("19999"),
            "there is no diagnostic 19999: numbers run from 1 to 3794 and from 20000 to 20337"
        );
        assert_eq!(found("20337"), "nothing is known about diagnostic 20337");
        assert_eq!(
            found("no_tag"),
            "there is no diagnostic with the tag \"no_tag\""
        );
        assert_eq!(found("EC"), "there is no diagnostic with the tag \"\"");
        assert_eq!(
            found("partial_override"),
            "options take the tag partial_override, but nothing is ever reported under it"
        );
    }
}
