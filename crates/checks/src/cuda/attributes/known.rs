//! Whether CUDA's attributes have the arguments that they take (reference: attributes, Names and places), and how rules find
//! attributes in tokens. What there is to know of each attribute is in `cleave_attributes`.

use cleave_attributes::Arguments;
pub(crate) use cleave_attributes::{bare, find};
use cleave_codes::codes;
use cleave_names::decl::{Attribute, Tokens};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::{Sink, Source};

/// The arguments of every attribute of the item's declarations, parameters included.
pub(crate) fn declarations<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    for decl in s.decls {
        // An attribute in the decl-specifiers belongs to every declarator, and is complained about once.
        let first = decl.place.index == 0;
        for a in &decl.attributes {
            if first || !decl.specifiers.contains(a.tokens.start) {
                arguments(s, a, out);
            }
        }
        for p in decl.function.iter().flat_map(|f| f.params.iter()) {
            for i in gnu_words(s, p.tokens) {
                let known = find(bare(s.word(i))).filter(|k| k.most_arguments().is_none());
                if let Some(known) = known.filter(|_| s.kind(i + 1) == L_PAREN) {
                    out.push(
                        Finding::new(codes::ATTRIBUTE_TAKES_NO_ARGUMENTS, i + 1).name(known.shown),
                    );
                }
            }
        }
    }
}

fn arguments<'db>(s: &Source<'db>, a: &Attribute, out: &mut Sink<'db>) {
    let Some(known) = find(&a.name) else { return };
    let given = a.arguments.start > a.tokens.start;
    if given && known.arguments == Arguments::Never {
        out.push(
            Finding::new(codes::ATTRIBUTE_TAKES_NO_ARGUMENTS, a.arguments.start - 1)
                .name(known.shown),
        );
    }
    let closed = matches!(s.kind(a.tokens.end), R_PAREN | R_BRACK);
    if !given && known.most_arguments().is_some() && closed {
        out.push(Finding::new(codes::EXP_LPAREN, a.tokens.end));
    }
}

/// The tokens that name an attribute in `__attribute__((name))`, one name each, outside of any brackets.
pub(crate) fn gnu_words(s: &Source<'_>, tokens: Tokens) -> Vec<u32> {
    let mut out = Vec::new();
    let mut depth = 0i32;
    let mut i = tokens.start;
    while i < tokens.end {
        match s.kind(i) {
            ATTRIBUTE_KW if depth == 0 && s.kind(i + 1) == L_PAREN && s.kind(i + 2) == L_PAREN => {
                out.push(i + 3);
            }
            L_PAREN | L_BRACE | L_BRACK => depth += 1,
            R_PAREN | R_BRACE | R_BRACK => depth -= 1,
            _ => {}
        }
        i += 1;
    }
    out
}

/// Whether a parameter is annotated with `grid_constant`.
pub(crate) fn is_grid_constant(s: &Source<'_>, param: Tokens) -> bool {
    gnu_words(s, param)
        .iter()
        .any(|&i| bare(s.word(i)) == "grid_constant")
}

/// The namespaces of standard attributes that the reference knows.
const NAMESPACES: [&str; 4] = ["gnu", "__gnu__", "clang", "msvc"];

/// `[[ns::name]]` anywhere.
pub(crate) fn namespaces<'db>(s: &Source<'db>, root: Node<'_>, out: &mut Sink<'db>) {
    for node in root.descendants_of(ATTRIBUTE) {
        let at = s.tokens(node).start;
        let standard = node.parent().is_some_and(|p| !p.has(ATTRIBUTE_KW));
        let scoped = standard && s.kind(at) == IDENT && s.kind(at + 1) == COLON2;
        if scoped && !NAMESPACES.contains(&s.word(at)) {
            out.push(Finding::new(codes::UNRECOGNIZED_ATTRIBUTE_NAMESPACE, at).name(s.word(at)));
        }
    }
}

/// As messages print an attribute.
pub(crate) fn shown(name: &str) -> &'static str {
    find(name).map_or("", |k| k.shown)
}
