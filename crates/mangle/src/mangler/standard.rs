//! The components that have an abbreviation of their own (`Sa` to `Sd`), interned before anything else.

use rustc_hash::FxHashMap;

use super::{FIRST_COMPONENT, Token};

/// Abbreviations by component, from [`FIRST_COMPONENT`] on. Empty: needed to spell a later one only.
const ABBREVIATIONS: &[&str] = &["Sa", "Sb", "", "", "", "Ss", "", "Si", "", "So", "", "Sd"];

/// A part of a component: text, or an earlier component of the table.
enum Part {
    Text(&'static str),
    Component(Token),
}

use Part::{Component as C, Text as T};

/// How each component is put together, in the order of [`ABBREVIATIONS`].
const PARTS: &[&[Part]] = &[
    &[T("St9allocator")],
    &[T("St12basic_string")],
    &[T("St11char_traits")],
    &[C(2), T("IcE")],
    &[C(0), T("IcE")],
    &[C(1), T("Ic"), C(3), C(4), T("E")],
    &[T("St13basic_istream")],
    &[C(6), T("Ic"), C(3), T("E")],
    &[T("St13basic_ostream")],
    &[C(8), T("Ic"), C(3), T("E")],
    &[T("St14basic_iostream")],
    &[C(10), T("Ic"), C(3), T("E")],
];

/// The standard abbreviation of a component, if it has one.
pub(super) fn abbreviation(component: Token) -> Option<&'static str> {
    let code = *ABBREVIATIONS.get((component - FIRST_COMPONENT) as usize)?;
    (!code.is_empty()).then_some(code)
}

/// A fresh intern table that holds the standard components.
pub(super) fn components() -> FxHashMap<Box<[Token]>, Token> {
    (FIRST_COMPONENT..)
        .zip(PARTS)
        .map(|(component, parts)| {
            let tokens = parts.iter().flat_map(|part| match *part {
                T(text) => text.bytes().map(Token::from).collect(),
                C(component) => vec![FIRST_COMPONENT + component],
            });
            (tokens.collect(), component)
        })
        .collect()
}
