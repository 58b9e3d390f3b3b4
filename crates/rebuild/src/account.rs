//! The account of a build: what ran, what was used again, and why. Each tool adds one line to a file that the environment names.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use cleave_toolkit::Env;
use serde::{Deserialize, Serialize};

/// The variable that names the file.
pub const REPORT: &str = "CLEAVE_REPORT";

/// What became of one run of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The tool ran, and its outputs are kept.
    Ran,
    /// The outputs of an earlier run were written.
    Reused,
    /// Cleave wrote the outputs itself.
    Made,
    /// The tool ran as it would have run without Cleave.
    Passed,
}

/// One run of a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// `cicc`, `ptxas`, or the name of the host compiler.
    pub tool: String,
    /// The source that it compiles, as far as the command line says.
    pub input: String,
    /// The architecture, as the command line spells it; empty if it does not.
    pub architecture: String,
    /// What became of it.
    pub outcome: Outcome,
    /// Why, in words.
    pub why: String,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// How long the tool took whose outputs were used again, in seconds.
    pub saved: f64,
    /// What a host compiler was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Step>,
    /// What became of its kernels, where they are compiled by themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernels: Option<Kernels>,
    /// What came from a cache that machines share, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<FromShared>,
}

/// What came from a cache that machines share.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FromShared {
    /// Values that were used.
    pub values: usize,
    /// Their bytes.
    pub bytes: u64,
    /// Values that were not what they had to be, and were not used.
    pub damaged: usize,
    /// How long the run has waited for it, in seconds.
    pub seconds: f64,
    /// Why it is not asked any longer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

/// What a host compiler makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// A preprocessed text.
    Text,
    /// An object.
    Object,
}

/// Why a host compiler had less to do than a whole text.
pub(crate) const ON_HEADERS: &str = "on precompiled headers";
/// The same, and it had read them before.
pub(crate) const AHEAD: &str = "on precompiled headers that the compiler had read before";

/// Why the assembler alone has run.
pub(crate) const ASSEMBLED: &str = "the device code alone is another one";

/// How many kernels were compiled, and how many were not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kernels {
    /// Compiled in this run.
    pub compiled: usize,
    /// Compiled in an earlier one.
    pub reused: usize,
}

/// Several runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Account {
    /// In the order in which they ended.
    pub steps: Vec<Entry>,
    /// Why nvcc has built a unit as a whole that is built by steps otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<String>,
}

impl Account {
    /// Reads a file that runs have written lines to. A line that is none is left out: a build that was killed may leave half of one.
    pub fn read(path: &Path) -> Account {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let steps = text.lines().filter_map(|l| serde_json::from_str(l).ok());
        Account {
            steps: steps.collect(),
            whole: None,
        }
    }

    /// One line for a terminal; nothing where no tool ran that Cleave stands in for and there is nothing else to say.
    pub fn summary(&self) -> Option<String> {
        let mut sides = Vec::new();
        let device = self.device();
        if !device.is_empty() {
            sides.push(format!("device: {}", device.join(", ")));
        }
        if let Some(host) = self.host() {
            sides.push(format!("host: {host}"));
        }
        sides.extend(self.shared());
        let whole = self.whole.iter();
        sides.extend(whole.map(|why| format!("by nvcc as a whole: {why}")));
        let saved = self.steps.iter().map(|e| (e.saved - e.seconds).max(0.0));
        let saved: f64 = saved.sum();
        let mut line = sides.join("; ");
        if saved >= 0.05 {
            line += &format!(" ({saved:.1} s saved)");
        }
        (!sides.is_empty()).then_some(line)
    }

    /// What became of the device's side.
    fn device(&self) -> Vec<String> {
        let mut parts = Vec::new();
        let kernels = self.steps.iter().filter_map(|e| e.kernels);
        let (compiled, reused) = kernels.fold((0, 0), |(c, r), k| (c + k.compiled, r + k.reused));
        if compiled + reused > 0 {
            let all = compiled + reused;
            parts.push(format!(
                "{compiled} of {all} kernels compiled, {reused} reused"
            ));
        }
        for tool in ["cicc", "ptxas"] {
            let all = self.steps.iter().filter(|e| e.tool == tool);
            let again = all.clone().filter(|e| e.outcome == Outcome::Reused).count();
            match all.count() {
                0 => {}
                all if all == again => parts.push(format!("{tool} reused")),
                1 => parts.push(format!("{tool} ran")),
                all => parts.push(format!("{tool} ran {} of {all} times", all - again)),
            }
        }
        parts
    }

    /// What came from a cache that machines share, and whether there is trouble with it.
    fn shared(&self) -> Option<String> {
        let all = self.steps.iter().filter_map(|e| e.shared.as_ref());
        let values: usize = all.clone().map(|s| s.values).sum();
        let trouble = all.clone().find_map(|s| s.trouble.as_ref());
        match (values, trouble) {
            (0, None) => None,
            (_, Some(why)) => Some(format!("the shared cache is not used: {why}")),
            (1, None) => Some("1 value from the shared cache".to_owned()),
            (n, None) => Some(format!("{n} values from the shared cache")),
        }
    }

    /// What became of the host's objects.
    fn host(&self) -> Option<String> {
        let is_object = |e: &&Entry| e.step == Some(Step::Object);
        let all = self.steps.iter().filter(is_object);
        let reused = all.clone().filter(|e| e.outcome == Outcome::Reused).count();
        let why = |e: &Entry| match &*e.why {
            ON_HEADERS | AHEAD => "compiled on precompiled headers",
            ASSEMBLED => "only assembled",
            _ => "compiled",
        };
        Some(match (all.clone().count(), all.clone().next()) {
            (0, _) | (_, None) => return None,
            (n, _) if n == reused => "reused".to_owned(),
            (1, Some(only)) => why(only).to_owned(),
            (n, _) => format!("{} of {n} compiled", n - reused),
        })
    }
}

/// Adds a run to the account, if the environment asks for one. Failing to is no failure.
pub(crate) fn add(env: &dyn Env, entry: &Entry) {
    let Some(path) = env.nonempty_var(REPORT) else {
        return;
    };
    let Ok(mut line) = serde_json::to_vec(entry) else {
        return;
    };
    line.push(b'\n');
    let file = OpenOptions::new().append(true).create(true).open(path);
    // One write, so that tools that run at once do not mix their lines.
    let _ = file.and_then(|mut file| file.write_all(&line));
}

/// How long something has taken, in seconds.
pub(crate) fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(tool: &str, outcome: Outcome, why: &str) -> Entry {
        Entry {
            tool: tool.to_owned(),
            input: String::new(),
            architecture: String::new(),
            outcome,
            why: why.to_owned(),
            seconds: 0.25,
            saved: match outcome {
                Outcome::Reused => 1.25,
                _ => 0.0,
            },
            step: (tool == "gcc").then_some(Step::Object),
            kernels: None,
            shared: None,
        }
    }

    #[test]
    fn one_line_says_what_came_from_elsewhere() {
        let line = |values: usize, trouble: Option<&str>| {
            let mut entry = entry("cicc", Outcome::Reused, "");
            entry.saved = 0.0;
            entry.shared = Some(FromShared {
                values,
                trouble: trouble.map(str::to_owned),
                ..FromShared::default()
            });
            let account = Account {
                steps: vec![entry],
                ..Account::default()
            };
            account.summary().unwrap()
        };
        assert_eq!(line(0, None), "device: cicc reused");
        assert_eq!(
            line(2, None),
            "device: cicc reused; 2 values from the shared cache"
        );
        assert_eq!(
            line(0, Some("it is full")),
            "device: cicc reused; the shared cache is not used: it is full"
        );
    }

    #[test]
    fn one_line_says_what_became_of_both_sides() {
        use Outcome::{Passed, Ran, Reused};
        let line = |steps: &[(&str, Outcome, &str)]| {
            let steps = steps
                .iter()
                .map(|(tool, outcome, why)| entry(tool, *outcome, why));
            let account = Account {
                steps: steps.collect(),
                ..Account::default()
            };
            account.summary().unwrap_or_default()
        };
        assert_eq!(line(&[]), "");
        assert_eq!(line(&[("cicc", Passed, "")]), "device: cicc ran");
        assert_eq!(
            line(&[
                ("cicc", Reused, ""),
                ("ptxas", Ran, ""),
                ("gcc", Ran, ON_HEADERS)
            ]),
            "device: cicc reused, ptxas ran; host: compiled on precompiled headers (1.0 s saved)"
        );
        let assembled = [("gcc", Ran, ASSEMBLED)];
        assert_eq!(line(&assembled), "host: only assembled");
        let hosts = [("gcc", Ran, ""), ("gcc", Reused, "")];
        assert_eq!(line(&hosts), "host: 1 of 2 compiled (1.0 s saved)");
        assert_eq!(line(&hosts[1..]), "host: reused (1.0 s saved)");
        assert_eq!(line(&hosts[..1]), "host: compiled");
    }

    #[test]
    fn one_line_says_why_a_unit_is_built_as_a_whole() {
        let account = |steps: Vec<Entry>| Account {
            steps,
            whole: Some("--keep asks for more than the steps".to_owned()),
        };
        let whole = "by nvcc as a whole: --keep asks for more than the steps";
        assert_eq!(account(Vec::new()).summary().unwrap(), whole);
        let ran = account(vec![entry("cicc", Outcome::Ran, "")]);
        assert_eq!(ran.summary().unwrap(), format!("device: cicc ran; {whole}"));
        let json = serde_json::to_value(ran).unwrap();
        assert_eq!(json["whole"], "--keep asks for more than the steps");
    }
}
