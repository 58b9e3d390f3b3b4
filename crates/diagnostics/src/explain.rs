//! Explanations of CUDA's diagnostics: what a rule is for, an example that breaks it, and what to do. The texts
//! are in `catalog/explain.txt`, by topic; several diagnostics may share one.

use std::fmt::Write as _;
use std::sync::LazyLock;

use crate::catalog::Entry;
use crate::severity::{Pass, Severity};

const TOPICS: &str = include_str!("catalog/explain.txt");

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

/// A page about an entry: its message, its severity, how to control it, and the explanation if there is one.
pub fn explain(entry: &Entry) -> String {
    let mut page = format!("{}", entry.number);
    if let Some(tag) = entry.tag {
        let _ = write!(page, " ({tag})");
    }
    let _ = writeln!(page, "\n\n    {}\n", entry.message.describe());
    let describe = |severity| match severity {
        Severity::Suppressed => "off unless asked for",
        Severity::Note => "a note",
        Severity::Remark => "a remark, shown only with --remarks",
        Severity::Warning => "a warning",
        Severity::DiscretionaryError => "an error that options can demote",
        Severity::Error => "an error",
        Severity::Catastrophe => "a catastrophic error",
        Severity::CommandLineError => "a command-line error",
        Severity::InternalError => "an internal error",
    };
    let (host, device) = (entry.severity(Pass::Host), entry.severity(Pass::Device));
    let _ = match (entry.passes.host, entry.passes.device) {
        (true, true) if host == device => {
            writeln!(page, "Both passes report it as {}.", describe(host))
        }
        (true, true) => writeln!(
            page,
            "For the host pass it is {}, for the device pass {}.",
            describe(host),
            describe(device)
        ),
        (true, false) => writeln!(page, "The host pass reports it as {}.", describe(host)),
        (false, _) => writeln!(page, "The device pass reports it as {}.", describe(device)),
    };
    if let Some(topic) = entry.topic.and_then(topic) {
        let _ = write!(
            page,
            "\n{}\n\nExample:\n{}\n\nWhat to do: {}\n",
            topic.why, topic.example, topic.fix
        );
    }
    page
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
            .map(explain)
            .unwrap_or_default();
        expect_test::expect![[r#"
            20007 (d_h_illegal_call)

                calling a __device__ function("<callee>") from a __host__ function("<caller>") is not allowed

            The host pass reports it as an error.

            A function marked __device__ has no code on the host, and an unmarked or __host__ function has none on the
            GPU, so a call from one side to the other has nothing to jump to. The host pass finds calls of device functions,
            the device pass finds calls of host functions. In a __host__ __device__ function a call of a host function is only
            a warning, because the function may never run on the GPU.

            Example:
                __device__ int lane();
                int work() { return lane(); }

            What to do: Mark the callee __host__ __device__, or guard the call with `#ifdef __CUDA_ARCH__`. A constexpr function may
            be called from either side with --expt-relaxed-constexpr.
        "#]].assert_eq(&page);
    }
}
