//! From a token of a preprocessed text to the column of the user's line that it comes from.

use cleave_diagnostics::Location;
use cleave_preprocessor::Stream;

/// The column of the user's line that a token comes from: where it is spelled, as an argument of a macro or by itself, or else where
/// the macro is named that made it.
pub(crate) fn column(tokens: &Stream, at: &Location) -> Option<u32> {
    let offset = at.offset as usize;
    let token = tokens.token_at(offset)?;
    let begins = tokens.start(token) == offset;
    let places = [tokens.spelled_at(token), tokens.stands_at(token)];
    let on_line = |&(file, line, _): &(&str, u32, u32)| file == &*at.file && line == at.line;
    let place = places.into_iter().flatten().find(on_line);
    place.filter(|_| begins).map(|place| place.2)
}
