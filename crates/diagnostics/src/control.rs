//! Which severity a diagnostic ends up with: defaults, options, pragmas, system headers. Knows no layout.

use std::fmt;

use cleave_codes::Code;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::catalog::{TagTarget, catalog};
use crate::diagnostic::Diagnostic;
use crate::pragma::PragmaMap;
use crate::severity::{Pass, Severity};

/// What an option or a pragma does to a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Never report it.
    Suppress,
    /// Make it a remark.
    Remark,
    /// Make it a warning.
    Warning,
    /// Make it an error.
    Error,
    /// Report it only if it has not been reported before. This leaves the severity alone, and nothing takes it
    /// back.
    Once,
}

/// What is wrong with the list of a diagnostic option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListError {
    /// Something that starts like a number and is none.
    NotANumber(String),
    /// No diagnostic has this number.
    UnknownNumber(String),
    /// No diagnostic has this tag.
    UnknownTag(String),
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ListError::NotANumber(item) => write!(f, "invalid number: {item}"),
            ListError::UnknownNumber(item) => {
                write!(
                    f,
                    "invalid error number in diagnostic control option: {item}"
                )
            }
            ListError::UnknownTag(item) => {
                write!(f, "invalid error tag in diagnostic control option: {item}")
            }
        }
    }
}

impl std::error::Error for ListError {}

/// What is to happen with a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing is printed or counted.
    Drop,
    /// It is reported.
    Report {
        /// With this severity.
        severity: Severity,
        /// Whether its number is worth showing: it is a remark or a warning, or an error that was a warning
        /// until `--promote_warnings`.
        numbered: bool,
        /// Whether it counts as a warning for the hint on how to suppress warnings.
        is_warning: bool,
    },
}

/// Severities as the command line sets them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Control {
    pass: Pass,
    /// Severities only; never holds [`Action::Once`].
    actions: FxHashMap<Code, Action>,
    once: FxHashSet<Code>,
    /// Drop warnings and remarks (`-w`); wins over `promote_warnings`.
    pub suppress_warnings: bool,
    /// Make warnings errors (`--promote_warnings`).
    pub promote_warnings: bool,
    /// Show remarks (`--remarks`).
    pub remarks: bool,
}

impl Control {
    /// The defaults of a pass.
    pub fn new(pass: Pass) -> Control {
        Control {
            pass,
            ..Control::default()
        }
    }

    /// Sets what happens to one diagnostic, in place of what was set before.
    pub fn set(&mut self, number: Code, action: Action) {
        if action == Action::Once {
            self.once.insert(number);
        } else {
            self.actions.insert(number, action);
        }
    }

    /// Takes back the severity that was set for one diagnostic.
    pub fn reset(&mut self, number: Code) {
        self.actions.remove(&number);
    }

    /// Applies an option such as `--diag_suppress`, whose value is a list of numbers and tags with commas
    /// between; blanks do not matter. Items before a bad one are applied.
    pub fn apply_list(&mut self, action: Action, list: &str) -> Result<(), ListError> {
        let list: String = list.chars().filter(|c| !c.is_ascii_whitespace()).collect();
        for item in list.split(',') {
            if let Some(number) = parse_item(item)? {
                self.set(number, action);
            }
        }
        Ok(())
    }

    /// Severity of a number before options and pragmas.
    pub fn default_severity(&self, number: Code) -> Severity {
        catalog()
            .get(number)
            .map_or(Severity::Error, |entry| entry.severity(self.pass))
    }

    /// Whether a diagnostic of the default severity may be reported somewhere.
    pub fn may_report(&self, number: Code, pragmas: &PragmaMap) -> bool {
        let severity = match self.actions.get(&number) {
            Some(Action::Suppress) => Severity::Suppressed,
            Some(Action::Remark) => Severity::Remark,
            Some(Action::Warning) => Severity::Warning,
            Some(Action::Error) => Severity::DiscretionaryError,
            Some(Action::Once) | None => self.default_severity(number),
        };
        let hidden = match severity {
            Severity::Suppressed => true,
            Severity::Remark => !self.remarks,
            _ => false,
        };
        !hidden || pragmas.may_report(number)
    }

    /// Decides on a diagnostic. `seen` holds the numbers reported so far.
    pub fn judge(
        &self,
        diagnostic: &Diagnostic,
        pragmas: &PragmaMap,
        seen: &FxHashSet<Code>,
    ) -> Verdict {
        let number = diagnostic.code;
        let default = diagnostic
            .severity
            .unwrap_or_else(|| self.default_severity(number));
        let report = |severity, numbered| Verdict::Report {
            severity,
            numbered,
            is_warning: false,
        };
        if default.is_hard() {
            return report(default, false);
        }
        if diagnostic.at.as_ref().is_some_and(|at| at.in_system_header) {
            return Verdict::Drop;
        }
        let offset = diagnostic.at.as_ref().map(|at| at.offset);
        let once =
            self.once.contains(&number) || offset.is_some_and(|at| pragmas.is_once(number, at));
        if once && seen.contains(&number) {
            return Verdict::Drop;
        }
        let pragma = offset.and_then(|at| pragmas.at(number, at));
        let option = self.actions.get(&number).copied();
        let severity = match pragma.or(option) {
            Some(Action::Suppress) => Severity::Suppressed,
            Some(Action::Remark) => Severity::Remark,
            Some(Action::Warning) => Severity::Warning,
            Some(Action::Error) => Severity::DiscretionaryError,
            Some(Action::Once) | None => default,
        };
        match severity {
            Severity::Suppressed => Verdict::Drop,
            Severity::Remark
                if catalog()
                    .get(number)
                    .is_some_and(|entry| entry.always_shown) =>
            {
                report(severity, true)
            }
            Severity::Remark if self.suppress_warnings || !self.remarks => Verdict::Drop,
            Severity::Warning if self.suppress_warnings => Verdict::Drop,
            Severity::Warning => {
                let severity = if self.promote_warnings {
                    Severity::DiscretionaryError
                } else {
                    Severity::Warning
                };
                Verdict::Report {
                    severity,
                    numbered: true,
                    is_warning: true,
                }
            }
            Severity::Note | Severity::Remark => report(severity, true),
            _ => report(severity, false),
        }
    }

    /// Whether a note is shown. Notes only go away; other actions make no sense for them.
    pub(crate) fn shows_note(&self, number: Code) -> bool {
        self.actions.get(&number) != Some(&Action::Suppress)
    }
}

/// One item of a list: `Ok(None)` for a tag that stands for nothing ever reported.
fn parse_item(item: &str) -> Result<Option<Code>, ListError> {
    if item.starts_with(|c: char| c.is_ascii_digit()) {
        let written = item
            .parse::<u64>()
            .map_err(|_| ListError::NotANumber(item.to_owned()))?;
        return match Code::from_user(written) {
            Some(number) => Ok(Some(number)),
            None => Err(ListError::UnknownNumber(item.to_owned())),
        };
    }
    match catalog().tag(item) {
        Some(TagTarget::Code(number)) => Ok(Some(number)),
        Some(TagTarget::Unnumbered) => Ok(None),
        None => Err(ListError::UnknownTag(item.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use cleave_codes::codes;

    use super::*;
    use crate::location::Location;

    fn code(number: u64) -> Code {
        Code::from_user(number).expect("a number")
    }

    fn judged(control: &Control, number: u64) -> Verdict {
        control.judge(
            &Diagnostic::new(code(number)),
            &PragmaMap::default(),
            &FxHashSet::default(),
        )
    }

    fn severity(control: &Control, number: u64) -> Option<Severity> {
        match judged(control, number) {
            Verdict::Drop => None,
            Verdict::Report { severity, .. } => Some(severity),
        }
    }

    fn with(action: Action, list: &str) -> Control {
        let mut control = Control::new(Pass::Host);
        assert_eq!(control.apply_list(action, list), Ok(()));
        control
    }

    #[test]
    fn lists_take_numbers_of_both_kinds_and_tags() {
        let control = with(
            Action::Suppress,
            "68, 20048 ,integer_truncated,partial_override",
        );
        assert_eq!(severity(&control, 68), None);
        assert_eq!(severity(&control, 3505), None);
        assert_eq!(severity(&control, 69), None);
        assert_eq!(severity(&control, 186), Some(Severity::Warning));
    }

    #[test]
    fn bad_lists() {
        for (list, message) in [
            ("186-D", "invalid number: 186-D"),
            ("0x44", "invalid number: 0x44"),
            (
                "99999999999999999999",
                "invalid number: 99999999999999999999",
            ),
            ("0", "invalid error number in diagnostic control option: 0"),
            (
                "99999",
                "invalid error number in diagnostic control option: 99999",
            ),
            (
                "68 69",
                "invalid error number in diagnostic control option: 6869",
            ),
            ("68,", "invalid error tag in diagnostic control option: "),
            ("-3", "invalid error tag in diagnostic control option: -3"),
            (
                "not_a_tag",
                "invalid error tag in diagnostic control option: not_a_tag",
            ),
        ] {
            let error = Control::default().apply_list(Action::Error, list);
            assert_eq!(error.map_err(|e| e.to_string()), Err(message.to_owned()));
        }
    }

    #[test]
    fn hard_errors_stay() {
        for action in [Action::Suppress, Action::Warning, Action::Remark] {
            assert_eq!(
                severity(&with(action, "20007,20"), 3464),
                Some(Severity::Error)
            );
            assert_eq!(
                severity(&with(action, "20007,20"), 20),
                Some(Severity::Error)
            );
        }
    }

    #[test]
    fn a_demoted_error_shows_its_number_and_a_raised_warning_hides_it() {
        let report = |severity, numbered| Verdict::Report {
            severity,
            numbered,
            is_warning: numbered,
        };
        assert_eq!(
            judged(&with(Action::Warning, "20048"), 3505),
            report(Severity::Warning, true)
        );
        assert_eq!(
            judged(&with(Action::Error, "68"), 68),
            report(Severity::DiscretionaryError, false)
        );
    }

    #[test]
    fn switches() {
        let mut control = Control::new(Pass::Host);
        assert_eq!(severity(&control, 177), None, "a remark in the host pass");
        assert_eq!(
            severity(&Control::new(Pass::Device), 177),
            Some(Severity::Warning)
        );
        control.remarks = true;
        assert_eq!(severity(&control, 177), Some(Severity::Remark));
        control.promote_warnings = true;
        let promoted = Verdict::Report {
            severity: Severity::DiscretionaryError,
            numbered: true,
            is_warning: true,
        };
        assert_eq!(judged(&control, 68), promoted);
        assert_eq!(severity(&control, 177), Some(Severity::Remark));
        control.suppress_warnings = true;
        assert_eq!(severity(&control, 68), None);
        assert_eq!(severity(&control, 177), None);
        control.set(codes::INTEGER_SIGN_CHANGE, Action::Error);
        assert_eq!(severity(&control, 68), Some(Severity::DiscretionaryError));
        assert_eq!(severity(&control, 3505), Some(Severity::DiscretionaryError));
    }

    #[test]
    fn a_remark_may_be_reported_when_something_asks_for_it() {
        let number = code(177);
        let silent = PragmaMap::default();
        assert!(!Control::new(Pass::Host).may_report(number, &silent));
        assert!(Control::new(Pass::Device).may_report(number, &silent));
        for action in [Action::Warning, Action::Error] {
            assert!(with(action, "177").may_report(number, &silent));
        }
        for action in [Action::Suppress, Action::Remark] {
            assert!(!with(action, "177").may_report(number, &silent));
        }
        let mut remarks = Control::new(Pass::Host);
        remarks.remarks = true;
        assert!(remarks.may_report(number, &silent));
        for (pragma, asks) in [
            ("nv_diag_warning 177", true),
            ("nv_diag_suppress 177", false),
        ] {
            let mut map = PragmaMap::default();
            let read = crate::pragma::Pragma::parse(pragma).unwrap_or_default();
            assert_eq!(map.add(0, &read), None);
            assert_eq!(
                Control::new(Pass::Host).may_report(number, &map),
                asks,
                "{pragma}"
            );
        }
    }

    #[test]
    fn system_headers_report_only_hard_errors() {
        let control = with(Action::Error, "68");
        let at = |number| {
            let place = Location::line("sys.h", 3).in_system_header();
            let diagnostic = Diagnostic::new(code(number)).at(place);
            control.judge(&diagnostic, &PragmaMap::default(), &FxHashSet::default())
        };
        assert_eq!(at(68), Verdict::Drop);
        assert_eq!(at(3505), Verdict::Drop);
        assert_ne!(at(20), Verdict::Drop);
    }
}
