//! What the device pass calls otherwise in messages (reference: diagnostics, Types in messages): `bool` is `__nv_bool` there,
//! and `wchar_t` is `int`.
//! Only the holes that take types and entities are spelled so; names of callees are a demangler's (reference: diagnostics, Names of
//! callees).

use crate::diagnostic::Diagnostic;
use crate::message::Arg;

/// The words that types have in the source, and in messages of the device pass.
const WORDS: [(&str, &str); 2] = [("bool", "__nv_bool"), ("wchar_t", "int")];

/// Spells a diagnostic as the device pass does.
pub(crate) fn respell(diagnostic: &mut Diagnostic) {
    let details = diagnostic.details.iter_mut().flatten();
    let contexts = diagnostic.contexts.iter_mut().flat_map(|c| &mut c.what);
    for arg in diagnostic.args.iter_mut().chain(details).chain(contexts) {
        match arg {
            Arg::Type { spelling, aka } => {
                respell_text(spelling);
                aka.iter_mut().for_each(respell_text);
            }
            Arg::Entity { name, .. } => respell_text(name),
            Arg::Text(_) | Arg::Name(_) | Arg::Place(_) => {}
        }
    }
    diagnostic.notes.iter_mut().for_each(respell);
}

fn respell_text(text: &mut String) {
    for (word, other) in WORDS {
        replace_word(text, word, other);
    }
}

fn replace_word(text: &mut String, word: &str, other: &str) {
    if !text.contains(word) {
        return;
    }
    let in_word = |c: char| c == '_' || c == '$' || c.is_alphanumeric();
    let mut out = String::with_capacity(text.len() + other.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find(word) {
        let (before, behind) = (&rest[..at], &rest[at + word.len()..]);
        out.push_str(before);
        let part = out.ends_with(in_word) || behind.starts_with(in_word);
        out.push_str(if part { word } else { other });
        rest = behind;
    }
    out.push_str(rest);
    *text = out;
}

#[cfg(test)]
mod tests {
    use cleave_codes::codes;

    use super::*;

    #[test]
    fn words_are_whole() {
        let text = |t: &str| {
            let mut t = t.to_owned();
            respell_text(&mut t);
            t
        };
        assert_eq!(text("S<bool, bool2>"), "S<__nv_bool, bool2>");
        assert_eq!(text("bool (*)(my_bool)"), "__nv_bool (*)(my_bool)");
        assert_eq!(text("A::operator bool()"), "A::operator __nv_bool()");
        assert_eq!(text("boolbool"), "boolbool");
        assert_eq!(text("const wchar_t [bool]"), "const int [__nv_bool]");
    }

    #[test]
    fn names_stay() {
        let mut d = Diagnostic::new(codes::UNDEFINED_IDENTIFIER)
            .arg(Arg::name("f(bool)"))
            .detail(vec![Arg::ty("bool *"), Arg::text("bool")]);
        respell(&mut d);
        assert_eq!(d.args, [Arg::name("f(bool)")]);
        assert_eq!(d.details, [[Arg::ty("__nv_bool *"), Arg::text("bool")]]);
    }
}
