//! Type traits and templates that the reference predefines for other host compilers only, or for newer ones (reference: language,
//! Built-in functions). The tree and the host compiler alone decide.

use cleave_base_db::HostCompiler;
use cleave_codes::codes;
use cleave_names::{Word, named_items};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::engine::source::{Sink, Source};
use crate::{Arg, Finding};

/// The first release of g++ for which a trait is predefined; those that are not here all releases have, or none that is known.
const SINCE: &[(&str, u32)] = &[
    ("__is_array", 140_000),
    ("__is_bounded_array", 140_000),
    ("__is_const", 140_000),
    ("__is_convertible", 130_000),
    ("__is_member_function_pointer", 140_000),
    ("__is_member_object_pointer", 140_000),
    ("__is_member_pointer", 140_000),
    ("__is_nothrow_convertible", 130_000),
    ("__is_object", 140_000),
    ("__is_reference", 140_000),
    ("__is_scoped_enum", 140_000),
    ("__reference_constructs_from_temporary", 130_000),
    ("__reference_converts_from_temporary", 130_000),
];

/// What is predefined for clang only; where another compiler is the host's, the grammar takes no more of clang's.
const OF_CLANG: &[&str] = &[
    "__array_rank",
    "__is_pointer",
    "__is_trivially_equality_comparable",
    "__is_trivially_relocatable",
    "__is_unbounded_array",
    "__is_void",
    "__is_volatile",
    "__reference_binds_to_temporary",
];

/// What only clang itself has.
const TEMPLATES: [&str; 2] = ["__make_integer_seq", "__type_pack_element"];

/// One node of an item.
pub(crate) fn check<'db>(s: &Source<'db>, node: Node<'_>, out: &mut Sink<'db>) {
    let HostCompiler::Gnu(version) = s.settings.compiler else {
        return;
    };
    let Some(name) = node.own_tokens().find(|t| !t.kind().is_trivia()) else {
        return;
    };
    let (text, at) = (name.text(), name.number());
    match node.kind() {
        TYPE_TRAIT_EXPRESSION => {
            let since = SINCE.iter().find(|(trait_, _)| *trait_ == text);
            if since.is_some_and(|(_, since)| version < *since) || OF_CLANG.contains(&text) {
                let name = Arg::Name(text.into());
                out.push(Finding::new(codes::UNDEFINED_IDENTIFIER { name }, at));
            }
        }
        BUILTIN_EXPRESSION if name.kind() == BUILTIN_TYPES_COMPATIBLE_KW => {
            out.push(Finding::new(codes::ALLOWED_ONLY_IN_C, at).name(text));
        }
        TEMPLATE_ID if TEMPLATES.contains(&text) => {
            let qualified =
                (node.parent()).is_some_and(|p| p.child(NESTED_NAME_SPECIFIER).is_some());
            if !qualified && named_items(s.db, s.file, Word::new(s.db, text)).is_empty() {
                let name = Arg::Text(text.into());
                out.push(Finding::new(codes::NOT_A_TEMPLATE { name }, at));
            }
        }
        _ => {}
    }
}
