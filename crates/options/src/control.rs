//! Severity controls from the command line: `--diag_error=177,tag`. Knows the syntax of the list and
//! nothing of the catalogue, which the caller brings.

use crate::bytes;
use crate::error::Complaint;

/// What a control makes of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// Not shown.
    Suppress,
    /// A remark.
    Remark,
    /// A warning.
    Warning,
    /// An error.
    Error,
    /// Shown the first time only.
    Once,
}

/// One item of a control's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selector {
    /// The diagnostic's number as the catalogue counts (`NNN` of `#NNN-D`); 0 for a tag that stands for nothing that is
    /// ever reported.
    pub number: u32,
    /// The tag, where the user wrote one in place of the number.
    pub tag: Option<String>,
}

/// One control in command-line order; a later one overrides an earlier one for the same number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiagnosticControl {
    /// The new severity.
    pub severity: Severity,
    /// What it applies to, in the order written.
    pub selectors: Vec<Selector>,
}

/// Reads a list of numbers and tags. Blanks are dropped wherever they stand, numbers keep their low 32
/// bits, and no item may be empty: all as observed.
pub(crate) fn selectors(
    list: &[u8],
    tag_number: &dyn Fn(&str) -> Option<u32>,
    number_known: &dyn Fn(u32) -> bool,
) -> Result<Vec<Selector>, Complaint> {
    let packed: Vec<u8> = list.iter().copied().filter(|&b| b != b' ').collect();
    packed
        .split(|&b| b == b',')
        .map(|item| selector(item, tag_number, number_known))
        .collect()
}

fn selector(
    item: &[u8],
    tag_number: &dyn Fn(&str) -> Option<u32>,
    number_known: &dyn Fn(u32) -> bool,
) -> Result<Selector, Complaint> {
    if item.first().is_some_and(u8::is_ascii_digit) {
        let wide = bytes::number(item).ok_or_else(|| Complaint::InvalidNumber(item.to_vec()))?;
        let number = (wide & u64::from(u32::MAX)) as u32;
        return if number_known(number) {
            Ok(Selector { number, tag: None })
        } else {
            Err(Complaint::InvalidErrorNumber(item.to_vec()))
        };
    }
    let unknown = || Complaint::InvalidErrorTag(item.to_vec());
    let tag = std::str::from_utf8(item).map_err(|_| unknown())?;
    let number = tag_number(tag).ok_or_else(unknown)?;
    Ok(Selector {
        number,
        tag: Some(tag.to_owned()),
    })
}
