//! CUDA's attributes: how they are called, what they may be put on, and whether they take arguments (reference: attributes, Names
//! and places; attributes, Minor attributes).

use cleave_codes::codes;
use cleave_names::decl::{Attribute, Tokens};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::{Sink, Source};

/// What an attribute of CUDA may be put on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Applies {
    /// Functions only.
    Functions,
    /// Variables only.
    Variables,
    /// Both.
    Both,
    /// Parameters.
    Parameters,
    /// Whatever can be declared.
    Anything,
}

/// One attribute of CUDA.
pub(crate) struct Known {
    name: &'static str,
    /// As messages print it.
    shown: &'static str,
    pub(crate) applies: Applies,
    /// Whether it takes arguments at all.
    arguments: bool,
}

const fn known(
    name: &'static str,
    shown: &'static str,
    applies: Applies,
    arguments: bool,
) -> Known {
    Known {
        name,
        shown,
        applies,
        arguments,
    }
}

const KNOWN: [Known; 24] = [
    known("host", "__host__", Applies::Functions, false),
    known("global", "__global__", Applies::Functions, false),
    known("device", "__device__", Applies::Both, false),
    known("shared", "__shared__", Applies::Variables, false),
    known("constant", "__constant__", Applies::Variables, false),
    known("managed", "__managed__", Applies::Variables, false),
    known("nv_pure", "__nv_pure__", Applies::Functions, false),
    known(
        "launch_bounds",
        "__launch_bounds__",
        Applies::Functions,
        true,
    ),
    known("maxnreg", "__maxnreg__", Applies::Functions, true),
    known(
        "local_maxnreg",
        "__local_maxnreg__",
        Applies::Functions,
        true,
    ),
    known("cluster_dims", "__cluster_dims__", Applies::Functions, true),
    known("block_size", "__block_size__", Applies::Functions, true),
    known("grid_constant", "grid_constant", Applies::Parameters, false),
    known(
        "nv_inline_hint",
        "nv_inline_hint",
        Applies::Functions,
        false,
    ),
    known(
        "nv_register_params",
        "nv_register_params",
        Applies::Functions,
        false,
    ),
    known("noinline", "noinline", Applies::Functions, false),
    known("always_inline", "always_inline", Applies::Functions, false),
    known("tile", "__tile__", Applies::Anything, false),
    known("tile_global", "__tile_global__", Applies::Functions, false),
    known(
        "tile_builtin",
        "__tile_builtin__",
        Applies::Functions,
        false,
    ),
    known("device_builtin", "device_builtin", Applies::Anything, false),
    known(
        "device_builtin_texture_type",
        "device_builtin_texture_type",
        Applies::Anything,
        false,
    ),
    known(
        "device_builtin_surface_type",
        "device_builtin_surface_type",
        Applies::Anything,
        false,
    ),
    known("cudart_builtin", "cudart_builtin", Applies::Anything, false),
];

impl Known {
    /// Its name without underscores.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// As messages print it.
    pub(crate) fn shown(&self) -> &'static str {
        self.shown
    }

    /// Whether others than CUDA gave it its meaning.
    pub(crate) fn foreign(&self) -> bool {
        matches!(self.name, "noinline" | "always_inline")
    }
}

pub(crate) fn find(name: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|k| k.name == name)
}

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
                let known = find(bare(s.word(i))).filter(|k| !k.arguments);
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
    if given && !known.arguments && known.name != "tile" {
        out.push(
            Finding::new(codes::ATTRIBUTE_TAKES_NO_ARGUMENTS, a.arguments.start - 1)
                .name(known.shown),
        );
    }
    let closed = matches!(s.kind(a.tokens.end), R_PAREN | R_BRACK);
    if !given && known.arguments && closed {
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
    for node in root.descendants().filter(|n| n.kind() == ATTRIBUTE) {
        let at = s.tokens(node).start;
        let standard = node.parent().is_some_and(|p| !p.has(ATTRIBUTE_KW));
        let scoped = standard && s.kind(at) == IDENT && s.kind(at + 1) == COLON2;
        if scoped && !NAMESPACES.contains(&s.word(at)) {
            out.push(Finding::new(codes::UNRECOGNIZED_ATTRIBUTE_NAMESPACE, at).name(s.word(at)));
        }
    }
}

/// An attribute's name without the underscores around it.
pub(crate) fn bare(word: &str) -> &str {
    word.strip_prefix("__")
        .and_then(|w| w.strip_suffix("__"))
        .unwrap_or(word)
}

/// As messages print an attribute.
pub(crate) fn shown(name: &str) -> &'static str {
    find(name).map_or("", |k| k.shown)
}
