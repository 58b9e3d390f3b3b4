//! How names, strings and numbers are written.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use crate::code::{Code, LocalId};
use crate::structure::raw;

/// Whether a character may stand in a name without quotes.
pub(super) fn in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$')
}

/// Whether a name may begin with a character without quotes.
pub(super) fn starts_word(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '_' | '$')
}

/// Writes a name, in quotes where it needs them.
pub(super) fn name(out: &mut String, name: &str) {
    if name.starts_with(starts_word) && name.chars().all(in_word) {
        out.push_str(name);
    } else {
        string(out, name);
    }
}

/// Writes a string in quotes.
pub(super) fn string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            // Characters that nobody sees, or that change the order of others, are numbers.
            c if c.is_control() || is_invisible(c) => unit(out, c as u32),
            '"' | '\\' => unit(out, c as u32),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Writes code units in quotes.
pub(super) fn units(out: &mut String, units: &[u32]) {
    out.push('"');
    for &u in units {
        unit(out, u);
    }
    out.push('"');
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

fn unit(out: &mut String, unit: u32) {
    match unit {
        0x22 => out.push_str("\\\""),
        0x5c => out.push_str("\\\\"),
        0x0a => out.push_str("\\n"),
        0x09 => out.push_str("\\t"),
        0x20..=0x7e => out.push(unit as u8 as char),
        _ => {
            let _ = write!(out, "\\{{{unit:x}}}");
        }
    }
}

/// Writes a floating value so that its bits come back.
pub(super) fn floating(out: &mut String, bits: u64) {
    let value = f64::from_bits(bits);
    let _ = match value.is_finite() {
        true => write!(out, "{value:?}"),
        false => write!(out, "bits {bits:#x}"),
    };
}

/// What each local is called in the text: its name, and a number where it has none or another one has it.
pub(super) fn locals(code: &Code) -> Vec<String> {
    let mut met: FxHashMap<&str, u32> = FxHashMap::default();
    let mut out = Vec::with_capacity(code.locals.len());
    for (_, local) in code.locals.iter() {
        let count = met.entry(&local.name).or_default();
        *count += 1;
        let mut text = String::from("%");
        if !local.name.is_empty() {
            name(&mut text, &local.name);
        }
        if *count > 1 || local.name.is_empty() {
            let _ = write!(text, "#{count}");
        }
        out.push(text);
    }
    out
}

/// The name of one of them.
pub(super) fn local(names: &[String], id: LocalId) -> &str {
    names.get(raw(id)).map_or("%", String::as_str)
}
