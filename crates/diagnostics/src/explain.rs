//! Explanations of CUDA's diagnostics: what a rule is for, an example that breaks it, and what to do. The texts
//! are in `catalog/explain.txt`, by topic; several diagnostics may share one. Examples of single diagnostics are in
//! `catalog/examples.txt`.

use std::fmt::Write as _;
use std::sync::LazyLock;

use cleave_codes::Code;
use serde::Serialize;

use crate::catalog::Entry;
use crate::severity::Pass;

const TOPICS: &str = include_str!("catalog/explain.txt");
const EXAMPLES: &str = include_str!("catalog/examples.txt");

/// What is to be said about a group of diagnostics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// The key by which catalogue entries refer to it.
    pub key: &'static str,
    /// The rule and its reason, in a few sentences.
    pub why: &'static str,
    /// Code that breaks the rule.
    pub example: &'static str,
    /// What to do about it.
    pub fix: &'static str,
}

/// Reads `== key` sections with `why:`, `example:` and `fix:` parts; a section that lacks one is left out.
fn parse(text: &'static str) -> Vec<Topic> {
    let mut topics = Vec::new();
    for section in text.split("\n== ").skip(1) {
        let parsed = (|| {
            let (key, rest) = section.split_once("\nwhy:")?;
            let (why, rest) = rest.split_once("\nexample:\n")?;
            let (example, fix) = rest.split_once("\nfix:")?;
            Some(Topic {
                key: key.trim(),
                why: why.trim(),
                example: example.trim_end(),
                fix: fix.trim(),
            })
        })();
        topics.extend(parsed);
    }
    topics.sort_by_key(|topic| topic.key);
    topics
}

fn topics() -> &'static [Topic] {
    static PARSED: LazyLock<Vec<Topic>> = LazyLock::new(|| parse(TOPICS));
    &PARSED
}

/// The topic with this key.
pub fn topic(key: &str) -> Option<&'static Topic> {
    let topics = topics();
    topics
        .binary_search_by_key(&key, |topic| topic.key)
        .ok()
        .and_then(|index| topics.get(index))
}

/// Everything there is to say about an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The number that users see.
    pub number: u16,
    /// The number inside, as SARIF has it behind `EC`.
    pub internal: u16,
    /// The tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<&'static str>,
    /// The message; what differs from case to case stands in `<>`.
    pub message: String,
    /// Its severity in the host pass, if that reports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<&'static str>,
    /// Its severity in the device pass, if that reports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<&'static str>,
    /// Whether options and pragmas can change the severity.
    pub discretionary: bool,
    /// The rule and its reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<&'static str>,
    /// Code that brings it up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    /// Whether the example brings up this very diagnostic; otherwise it is one of its kind, as no program is known that
    /// brings this one up.
    pub exact: bool,
    /// What nvcc needs to be told for the example.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flags: Option<&'static str>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<&'static str>,
}

impl Explanation {
    /// What is known of an entry.
    pub fn of(entry: &Entry) -> Explanation {
        let severity = |reports: bool, pass| reports.then(|| entry.severity(pass).word());
        let topic = entry.topic.and_then(topic);
        let example = example(entry.code);
        Explanation {
            number: entry.code.shown(),
            internal: entry.code.internal(),
            tag: entry.tag,
            message: entry.message().describe(),
            host: severity(entry.passes.host, Pass::Host),
            device: severity(entry.passes.device, Pass::Device),
            discretionary: !entry.severity(Pass::Host).is_hard()
                || !entry.severity(Pass::Device).is_hard(),
            why: topic.map(|t| t.why),
            example: example
                .map(|e| e.code.to_owned())
                .or_else(|| topic.map(|t| unindented(t.example))),
            exact: example.is_some(),
            flags: example.and_then(|e| e.flags),
            fix: topic.map(|t| t.fix),
        }
    }

    /// A page to read.
    pub fn page(&self) -> String {
        let mut page = self.number.to_string();
        if let Some(tag) = self.tag {
            let _ = write!(page, " ({tag})");
        }
        let _ = writeln!(page, "\n\n    {}\n", self.message.trim_end());
        let _ = match (self.host, self.device) {
            (Some(host), Some(device)) if host == device => {
                writeln!(page, "Both passes report it as {}.", article(host))
            }
            (Some(host), Some(device)) => writeln!(
                page,
                "For the host pass it is {}, for the device pass {}.",
                article(host),
                article(device)
            ),
            (Some(host), None) => writeln!(page, "The host pass reports it as {}.", article(host)),
            (None, device) => writeln!(
                page,
                "The device pass reports it as {}.",
                article(device.unwrap_or("nothing"))
            ),
        };
        page.push_str(&self.control());
        if let Some(why) = self.why {
            let _ = write!(page, "\n{why}\n");
        }
        if let Some(example) = &self.example {
            match self.flags {
                Some(flags) => {
                    let _ = writeln!(page, "\nExample (nvcc {flags}):");
                }
                None if self.exact => page.push_str("\nExample:\n"),
                None => page.push_str("\nExample of this kind of problem:\n"),
            }
            for line in example.lines() {
                let _ = writeln!(page, "    {line}");
            }
        }
        if let Some(fix) = self.fix {
            let _ = write!(page, "\nWhat to do: {fix}\n");
        }
        page
    }

    /// What options and pragmas can do about it.
    fn control(&self) -> String {
        if !self.discretionary {
            return "No option and no pragma changes that.\n".to_owned();
        }
        let n = self.number;
        let hidden = [self.host, self.device]
            .into_iter()
            .flatten()
            .all(|word| matches!(word, "remark" | "suppressed"));
        if hidden {
            format!(
                "It is not shown unless asked for: -diag-warn {n}, or `#pragma nv_diag_warning {n}`.\n"
            )
        } else {
            format!("-diag-suppress {n} or `#pragma nv_diag_suppress {n}` silences it.\n")
        }
    }
}

/// The code without the indentation that its lines share.
fn unindented(code: &str) -> String {
    let indent = code
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let lines: Vec<&str> = code
        .lines()
        .map(|line| line.get(indent..).unwrap_or(""))
        .collect();
    lines.join("\n")
}

/// A severity's word in a sentence.
fn article(word: &str) -> String {
    match word {
        "error" | "internal error" => format!("an {word}"),
        "suppressed" => "off".to_owned(),
        _ => format!("a {word}"),
    }
}

/// One diagnostic's own example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// Which diagnostic the code brings up.
    pub number: Code,
    /// What nvcc needs to be told, beside the file's name.
    pub flags: Option<&'static str>,
    /// The code.
    pub code: &'static str,
}

/// Reads `== NUMBER` sections; `flags:` may follow the number.
fn parse_examples(text: &'static str) -> Vec<Example> {
    let mut examples: Vec<Example> = text
        .split("\n== ")
        .skip(1)
        .filter_map(|section| {
            let (head, code) = section.split_once('\n')?;
            let (number, flags) = match head.split_once(" flags: ") {
                Some((number, flags)) => (number, Some(flags)),
                None => (head, None),
            };
            Some(Example {
                number: Code::from_user(number.trim().parse().ok()?)?,
                flags,
                code: code.trim_end(),
            })
        })
        .collect();
    examples.sort_by_key(|e| e.number);
    examples
}

/// Every diagnostic's own example, by rising number.
pub fn examples() -> &'static [Example] {
    static PARSED: LazyLock<Vec<Example>> = LazyLock::new(|| parse_examples(EXAMPLES));
    &PARSED
}

fn example(number: Code) -> Option<&'static Example> {
    let all = examples();
    let index = all.binary_search_by_key(&number, |e| e.number).ok()?;
    all.get(index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::catalog;

    #[test]
    fn every_section_is_complete_and_used() {
        assert_eq!(topics().len(), TOPICS.matches("\n== ").count());
        for topic in topics() {
            assert!(
                !topic.why.is_empty() && !topic.example.is_empty() && !topic.fix.is_empty(),
                "{}",
                topic.key
            );
            assert!(
                catalog()
                    .entries()
                    .iter()
                    .any(|e| e.topic == Some(topic.key)),
                "{} unused",
                topic.key
            );
        }
        assert!(topics().windows(2).all(|pair| pair[0].key < pair[1].key));
    }

    #[test]
    fn a_page() {
        let page = catalog()
            .find("d_h_illegal_call")
            .map(|e| Explanation::of(e).page())
            .unwrap_or_default();
        expect_test::expect![[r#"
            20007 (d_h_illegal_call)

                calling a __device__ function("<callee>") from a __host__ function("<caller>") is not allowed

            The host pass reports it as an error.
            No option and no pragma changes that.

            A function marked __device__ has no code on the host, and an unmarked or __host__ function has none on the
            GPU, so a call from one side to the other has nothing to jump to. The host pass finds calls of device functions,
            the device pass finds calls of host functions. In a __host__ __device__ function a call of a host function is only
            a warning, because the function may never run on the GPU.

            Example:
                __device__ int lane() { return 0; }
                int work() { return lane(); }

            What to do: Mark the callee __host__ __device__, or guard the call with `#ifdef __CUDA_ARCH__`. A constexpr function may
            be called from either side with --expt-relaxed-constexpr.
        "#]].assert_eq(&page);
    }

    #[test]
    fn every_example_is_read_and_means_an_entry() {
        assert_eq!(examples().len(), EXAMPLES.matches("\n== ").count());
        assert!(
            examples()
                .windows(2)
                .all(|pair| pair[0].number < pair[1].number)
        );
        for example in examples() {
            assert!(catalog().get(example.number).is_some(), "{example:?}");
            assert!(!example.code.is_empty(), "{example:?}");
        }
    }
}
