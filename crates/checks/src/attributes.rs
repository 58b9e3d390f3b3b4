//! Attributes by themselves: whether they may stand where they stand, and whether they take arguments (spec 3-attrs 2, 7).

use cleave_diagnostics::Severity;
use cleave_names::decl::{Attribute, Decl, DeclKind, Spec, Tokens};
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::tree::SyntaxNode;

use crate::Finding;
use crate::source::{Sink, Source};

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
}

/// One attribute of CUDA.
pub(crate) struct Known {
    name: &'static str,
    /// As messages print it.
    shown: &'static str,
    applies: Applies,
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

const KNOWN: [Known; 16] = [
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
];

pub(crate) fn find(name: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|k| k.name == name)
}

/// `attribute "NAME" does not apply here`
const MISPLACED: u16 = 1835;
/// `attribute does not apply to any entity`
const NO_ENTITY: u16 = 1866;
/// `attribute "NAME" does not take arguments`
const NO_ARGUMENTS: u16 = 1094;
/// `expected a "("`
const EXPECTED_PAREN: u16 = 125;

/// Attributes of the item's declarations and of their parameters.
pub(crate) fn declarations<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    for decl in s.decls {
        // An attribute in the decl-specifiers belongs to every declarator, and is complained about once.
        let first = decl.place.index == 0;
        for a in &decl.attributes {
            if first || !decl.specifiers.contains(a.tokens.start) {
                arguments(s, a, out);
                misplaced(decl, a, out);
            }
        }
        for p in decl.function.iter().flat_map(|f| f.params.iter()) {
            parameter(s, p.tokens, out);
        }
    }
}

fn arguments<'db>(s: &Source<'db>, a: &Attribute, out: &mut Sink<'db>) {
    let Some(known) = find(&a.name) else { return };
    let given = a.arguments.start > a.tokens.start;
    if given && !known.arguments && known.name != "noinline" {
        out.push(Finding::new(NO_ARGUMENTS, a.arguments.start - 1).name(known.shown));
    }
    let required = matches!(known.name, "launch_bounds" | "maxnreg" | "local_maxnreg");
    if !given && required && s.kind(a.tokens.end) == R_PAREN {
        out.push(Finding::new(EXPECTED_PAREN, a.tokens.end));
    }
}

fn misplaced<'db>(decl: &Decl, a: &Attribute, out: &mut Sink<'db>) {
    let Some(known) = find(&a.name) else { return };
    let applies = match decl.kind {
        DeclKind::Function => matches!(known.applies, Applies::Functions | Applies::Both),
        DeclKind::Variable => {
            // A data member has no place in memory of its own; a static one is another rule's business.
            let field = decl.parent.is_some() && !decl.spec.any(Spec::STATIC);
            matches!(known.applies, Applies::Variables | Applies::Both) && !field
        }
        DeclKind::Class | DeclKind::Enum | DeclKind::Type => false,
    };
    // What others than CUDA give a meaning to is theirs.
    if !applies && (known.name != "noinline" || decl.kind == DeclKind::Variable) {
        out.push(Finding::new(MISPLACED, a.tokens.start).name(known.shown));
    }
}

/// The attributes within a parameter: only `grid_constant` belongs there.
fn parameter<'db>(s: &Source<'db>, tokens: Tokens, out: &mut Sink<'db>) {
    for i in gnu_words(s, tokens) {
        if let Some(known) = find(bare(s.word(i)))
            && known.applies != Applies::Parameters
        {
            out.push(Finding::new(MISPLACED, i).name(known.shown));
        }
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

/// Attributes on a declaration that declares nothing they could apply to.
pub(crate) fn without_entity<'db>(s: &Source<'db>, root: &SyntaxNode, out: &mut Sink<'db>) {
    for node in root.children() {
        match node.kind() {
            SIMPLE_DECLARATION => {
                let Some(seq) = child(&node, DECL_SPECIFIER_SEQ) else {
                    continue;
                };
                let declares = node.children().any(|c| c.kind() == INIT_DECLARATOR);
                let typed = seq
                    .children()
                    .any(|c| matches!(c.kind(), CLASS_SPECIFIER | ENUM_SPECIFIER));
                if !declares && typed {
                    each(s, &seq, |i, _| out.push(Finding::new(NO_ENTITY, i)));
                }
                if !declares && seq.children().all(|c| c.kind() == ATTRIBUTE_SPECIFIER) {
                    lone(s, &seq, out);
                }
            }
            ATTRIBUTE_DECLARATION => lone(s, &node, out),
            ALIAS_DECLARATION => {
                for id in node.children().filter(|c| c.kind() == TYPE_ID) {
                    for seq in id.children().filter(|c| c.kind() == DECL_SPECIFIER_SEQ) {
                        each(s, &seq, |i, k| {
                            out.push(Finding::new(MISPLACED, i).name(k.shown));
                        });
                    }
                }
            }
            _ => {}
        }
    }
}

/// The namespaces of standard attributes that the reference knows.
const NAMESPACES: [&str; 5] = ["gnu", "__gnu__", "clang", "msvc", "std"];

/// `[[ns::name]]` at the beginning of the item.
pub(crate) fn namespaces<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let mut i = 0;
    while s.kind(i) == L_BRACK && s.kind(i + 1) == L_BRACK {
        let end = crate::kernels::group_end(s, i, s.lexed.len() as u32);
        let scoped = s.kind(i + 2) == IDENT && s.kind(i + 3) == COLON2;
        if scoped && !NAMESPACES.contains(&s.word(i + 2)) {
            out.push(Finding::new(2803, i + 2).name(s.word(i + 2)));
        }
        i = end.max(i + 1);
    }
}

/// `__device__;` is an error where everything else of the kind is a warning.
fn lone<'db>(s: &Source<'db>, node: &SyntaxNode, out: &mut Sink<'db>) {
    each(s, node, |i, k| {
        let finding = Finding::new(MISPLACED, i).name(k.shown);
        out.push(finding.severity(Severity::Error));
    });
}

/// The GNU attributes of CUDA directly in a node.
fn each(s: &Source<'_>, node: &SyntaxNode, mut found: impl FnMut(u32, &'static Known)) {
    for a in node.children().filter(|c| c.kind() == ATTRIBUTE_SPECIFIER) {
        for i in gnu_words(s, s.tokens(&a)) {
            if let Some(known) = find(bare(s.word(i))) {
                found(i, known);
            }
        }
    }
}

pub(crate) fn child(node: &SyntaxNode, kind: SyntaxKind) -> Option<SyntaxNode> {
    node.children().find(|c| c.kind() == kind)
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
