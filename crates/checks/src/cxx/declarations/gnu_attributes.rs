//! Arguments of GNU's attributes: those that take none, and the modes that there are.

use cleave_attributes::bare;
use cleave_codes::codes;
use cleave_names::decl::{Attribute, Decl};
use cleave_syntax::SyntaxKind::IDENT;

use crate::Finding;
use crate::engine::source::{Sink, Source};

/// Attributes without arguments.
const BARE: [&str; 21] = [
    "artificial",
    "cdecl",
    "cold",
    "common",
    "const",
    "externally_visible",
    "flatten",
    "gnu_inline",
    "hot",
    "may_alias",
    "no_instrument_function",
    "nocommon",
    "noplt",
    "noreturn",
    "nothrow",
    "packed",
    "pure",
    "stdcall",
    "unused",
    "used",
    "weak",
];

/// Attributes of the standard without arguments, not even an empty list of them ([dcl.attr.grammar]/4).
const STANDARD: [&str; 7] = [
    "carries_dependency",
    "fallthrough",
    "likely",
    "maybe_unused",
    "no_unique_address",
    "noreturn",
    "unlikely",
];

/// Machine modes; those of vectors begin with a `V`.
const MODES: [&str; 19] = [
    "QI",
    "HI",
    "SI",
    "DI",
    "TI",
    "SF",
    "DF",
    "XF",
    "TF",
    "SC",
    "DC",
    "XC",
    "TC",
    "byte",
    "word",
    "pointer",
    "unwind_word",
    "libgcc_cmp_return",
    "libgcc_shift_count",
];

pub(crate) fn check<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    for attribute in &decl.attributes {
        // Those in the decl-specifiers belong to every declarator, and are looked at once.
        if decl.place.index == 0 || !decl.specifiers.contains(attribute.tokens.start) {
            arguments(s, attribute, out);
        }
    }
}

fn arguments<'db>(s: &Source<'db>, attribute: &Attribute, out: &mut Sink<'db>) {
    let name = attribute.name.as_str();
    let plain = name.strip_prefix("gnu::").unwrap_or(name);
    let given = attribute.arguments;
    if given.start <= attribute.tokens.start {
        return;
    }
    if STANDARD.contains(&name) || BARE.contains(&plain) && !given.is_empty() {
        let at = given.start - 1;
        out.push(Finding::new(codes::ATTRIBUTE_TAKES_NO_ARGUMENTS, at).name(name));
    }
    if plain == "mode" && given.end == given.start + 1 && s.kind(given.start) == IDENT {
        let mode = bare(s.word(given.start));
        if !MODES.contains(&mode) && !mode.starts_with('V') {
            let at = given.start;
            out.push(Finding::new(codes::INVALID_ATTRIBUTE_ARGUMENT, at).name(name));
        }
    }
}
