//! What silences what. The reference stops to report, or to read, where something else is wrong; the table says where, from top
//! to bottom, and [`apply`] applies it. Must not know how anything is found.
//!
//! Rules that are no rows, as they do not depend on what else is reported, or replace one finding by another:
//!
//! | what is reported | what it silences | where | function |
//! |---|---|---|---|
//! | nothing | an undefined name, which is reported once for its scope | outside of instances | [`is_left_to_names`] |
//! | a diagnostic | the same one of an earlier reader | the same token | [`replace`] |
//! | nothing | what the device pass reports otherwise | everywhere | [`is_left_to_device`] |
//! | nothing | everything | bodies that the device pass does not read | [`remove_inside`] |
//!
//! Where one diagnostic is reported once for all uses of a name, see [`crate::cxx::names::undeclared`]; what is reported once in a program is the
//! driver's to know.

use cleave_codes::{Code, codes};
use cleave_names::decl::DeclKind;
use cleave_syntax::SyntaxKind::{L_BRACE, R_BRACE, SEMICOLON};

use crate::Finding;
use crate::engine::source::{Sink, Source};

/// One row of the table.
struct Rule {
    /// Any of these is reported.
    reported: &'static [Code],
    /// By whom.
    by: Reader,
    /// Then this is not.
    silences: Silenced,
    /// If it is there.
    place: Place,
}

/// Who finds something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    /// The rules that read what is written, and those of calls between spaces.
    Tokens,
    /// Anybody.
    Anyone,
}

/// What is silenced.
enum Silenced {
    /// These, if types report them.
    OfTypes(&'static [Code]),
    /// Everything that types report but these.
    OfTypesBut(&'static [Code]),
    /// These, whoever reports them.
    These(&'static [Code]),
    /// Everything in this item.
    Everything,
}

/// Where it is silenced, seen from the token where the other is reported.
#[derive(Clone, Copy)]
enum Place {
    /// At the same token.
    SameToken,
    /// In all of the item.
    Item,
    /// In the statement or declaration around it.
    Statement,
    /// In the explicit instantiation that it names.
    Instantiation,
    /// Behind the name that it stands at, in the definition of a template or specialisation.
    Definition,
}

const TABLE: &[Rule] = &[
    // `auto int i;` has no type to deduce, so no initializer is missed.
    Rule {
        reported: &[codes::BAD_COMBINATION_OF_TYPE_SPECIFIERS],
        by: Reader::Tokens,
        silences: Silenced::OfTypes(&[codes::AUTO_WITHOUT_INITIALIZER]),
        place: Place::Item,
    },
    // What may have no qualified name is not looked for.
    Rule {
        reported: &[codes::QUALIFIED_NAME_NOT_ALLOWED],
        by: Reader::Tokens,
        silences: Silenced::OfTypes(&[
            codes::NO_SUCH_MEMBER,
            codes::DATA_MEMBER_DEFINED_OUTSIDE_CLASS,
        ]),
        place: Place::Statement,
    },
    // What is no destructor declares nothing a second time.
    Rule {
        reported: &[codes::INVALID_DESTRUCTOR_DECLARATION],
        by: Reader::Tokens,
        silences: Silenced::OfTypes(&[codes::MEMBER_REDECLARED]),
        place: Place::SameToken,
    },
    // What only looked like a constructor is none.
    Rule {
        reported: &[codes::MISSING_TYPE_SPECIFIER],
        by: Reader::Tokens,
        silences: Silenced::OfTypes(&[codes::NO_INSTANCE_OF_SPECIFIED_TYPE, codes::NO_SUCH_MEMBER]),
        place: Place::SameToken,
    },
    Rule {
        reported: &[codes::MISSING_TYPE_SPECIFIER],
        by: Reader::Tokens,
        silences: Silenced::OfTypes(&[codes::CONSTRUCTOR_RETURNS_VALUE]),
        place: Place::Item,
    },
    // After a lambda that may not stand there, the reference knows no types in the rest of the statement. What it reports there
    // comes of how it reads on.
    Rule {
        reported: &[
            codes::LAMBDA_IN_UNEVALUATED_EXPRESSION,
            codes::LAMBDA_IN_CONSTANT_EXPRESSION,
            codes::LAMBDA_NOT_PERMITTED,
        ],
        by: Reader::Tokens,
        silences: Silenced::OfTypesBut(&[
            codes::EXP_RPAREN,
            codes::EXP_IDENTIFIER,
            codes::EXP_SEMICOLON,
            codes::EXP_TYPE_SPECIFIER,
            codes::ALREADY_DECLARED_IN_SCOPE,
            codes::NOT_A_TYPE_NAME,
        ]),
        place: Place::Statement,
    },
    // What differs in its return type from the function before is no redeclaration of it.
    Rule {
        reported: &[codes::OVERLOADS_DIFFER_IN_RETURN_TYPE_ONLY],
        by: Reader::Anyone,
        silences: Silenced::These(&[
            codes::PREVIOUSLY_DECLARED_CONSTEXPR,
            codes::PREVIOUSLY_NOT_DECLARED_CONSTEXPR,
            codes::INCOMPATIBLE_LINKAGE,
            codes::ILLEGAL_MEMORY_SPACE_COMBINATION,
        ]),
        place: Place::SameToken,
    },
    // What an explicit instantiation does not fit is not instantiated.
    Rule {
        reported: REFUSED,
        by: Reader::Anyone,
        silences: Silenced::These(&[codes::UNDEFINED_TEMPLATE_INSTANTIATED]),
        place: Place::Instantiation,
    },
    // Of a definition that fits no declaration the reference reads no more than what is declared.
    Rule {
        reported: REFUSED,
        by: Reader::Anyone,
        silences: Silenced::Everything,
        place: Place::Definition,
    },
];

/// What is reported of a name that a template or a specialisation declares and that fits nothing.
const REFUSED: &[Code] = &[
    codes::NO_SUCH_MEMBER,
    codes::NOT_COMPATIBLE_WITH_PREVIOUS_DECL,
    codes::NO_INSTANCE_OF_SPECIFIED_TYPE,
    codes::TEMPLATE_DEPTH_MISMATCH,
    codes::NOT_A_TEMPLATE_NAME_IN_SCOPE,
    codes::TEMPLATE_ARGUMENTS_ON_PRIMARY,
    codes::NOT_A_TEMPLATE,
    codes::TEMPLATE_NOT_DEFINABLE,
    codes::SPECIALIZATION_AFTER_USE,
];

/// Leaves out what the table silences. The first `by_tokens` findings are those of [`Reader::Tokens`].
pub(crate) fn apply<'db>(s: &Source<'db>, by_tokens: usize, out: &mut Sink<'db>) {
    let mut by_tokens = by_tokens.min(out.len());
    for rule in TABLE {
        let reporters = match rule.by {
            Reader::Tokens => &out[..by_tokens],
            Reader::Anyone => &out[..],
        };
        let spans: Vec<(u32, u32)> = (reporters.iter())
            .filter(|f| rule.reported.contains(&f.code))
            .flat_map(|f| rule.place.spans(s, f))
            .collect();
        if spans.is_empty() {
            continue;
        }
        let mut index = 0;
        let mut kept = by_tokens;
        out.retain(|f| {
            let of_tokens = index < by_tokens;
            index += 1;
            let silenced = spans.iter().any(|&(from, to)| from <= f.at && f.at < to)
                && match rule.silences {
                    Silenced::OfTypes(these) => !of_tokens && these.contains(&f.code),
                    Silenced::OfTypesBut(these) => !of_tokens && !these.contains(&f.code),
                    Silenced::These(these) => these.contains(&f.code),
                    Silenced::Everything => f.item.is_none(),
                };
            kept -= usize::from(silenced && of_tokens);
            !silenced
        });
        by_tokens = kept;
    }
}

impl Place {
    /// The first token and one past the last.
    fn spans(self, s: &Source<'_>, reported: &Finding<'_>) -> Vec<(u32, u32)> {
        let at = reported.at;
        let named = s.decls.iter().filter(|d| d.name_tokens.start == at);
        match self {
            Place::SameToken => vec![(at, at + 1)],
            Place::Item => vec![(0, u32::MAX)],
            Place::Statement => vec![statement(s, at)],
            Place::Instantiation | Place::Definition if reported.item.is_some() => Vec::new(),
            Place::Instantiation => (named.filter(|d| d.instantiation))
                .map(|d| (d.tokens.start, d.tokens.end))
                .collect(),
            Place::Definition => named
                .filter(|d| !d.heads.is_empty() && d.parent.is_none() && !d.instantiation)
                .filter(|d| match d.kind {
                    DeclKind::Function | DeclKind::Variable => true,
                    // The members of an explicit specialisation are read.
                    DeclKind::Class => d.heads.last().is_some_and(|h| !h.params.is_empty()),
                    _ => false,
                })
                .map(|d| (d.name_tokens.end, d.tokens.end))
                .collect(),
        }
    }
}

/// The tokens of the statement or declaration around a token.
fn statement(s: &Source<'_>, at: u32) -> (u32, u32) {
    let edge = |i: u32| matches!(s.kind(i), SEMICOLON | L_BRACE | R_BRACE);
    let start = (0..at).rev().find(|&i| edge(i)).map_or(0, |i| i + 1);
    let mut depth = 0i32;
    let end = (at..s.lexed.len() as u32).find(|&i| {
        match s.kind(i) {
            L_BRACE => depth += 1,
            R_BRACE => depth -= 1,
            _ => {}
        }
        depth < 0 || depth == 0 && s.kind(i) == SEMICOLON
    });
    (start, end.unwrap_or(s.lexed.len() as u32))
}

/// An undefined name outside of instances, which is reported once for a name and scope
/// ([`crate::cxx::names::undeclared::reported`]).
pub(crate) fn is_once_in_scope(finding: &Finding<'_>) -> bool {
    finding.contexts.is_empty() && finding.code == codes::UNDEFINED_IDENTIFIER
}

/// Adds what a better reader has found; what is the same goes.
pub(crate) fn replace<'db>(
    out: &mut Sink<'db>,
    mut found: Sink<'db>,
    same: impl Fn(&Finding<'db>, &Finding<'db>) -> bool,
) {
    out.retain(|f| !(found.iter()).any(|g| f.code == g.code && f.at == g.at && same(f, g)));
    out.append(&mut found);
}

/// What the rules of the host pass find that the device pass, which has found `own`, reports otherwise or not at all. `clusters`:
/// the architecture has clusters. `redeclared`: the token stands in a redeclaration.
pub(crate) fn is_left_to_device(
    finding: &Finding<'_>,
    own: &[Finding<'_>],
    clusters: bool,
    redeclared: bool,
) -> bool {
    match finding.code {
        // What older architectures lack.
        codes::NV_ATOMIC_LOAD_STORE_SCOPE_CLUSTER_CHANGE_TO_DEVICE
        | codes::NV_ATOMIC_OPERATIONS_SCOPE_CLUSTER_CHANGE_TO_DEVICE
        | codes::NV_ATOMIC_EXCH_CAS_B128_NOT_SUPPORTED => clusters,
        // It says more than that the spaces do not go together.
        codes::ILLEGAL_MEMORY_SPACE_COMBINATION => redeclared,
        // Of an expression that device code may not have no more is said.
        codes::EXPR_HAS_NO_EFFECT | codes::TYPEINFO_NOT_INCLUDED => (own.iter())
            .any(|f| f.code == codes::CUDA_DEVICE_CODE_UNSUPPORTED_OPERATOR && f.at == finding.at),
        _ => false,
    }
}

/// Leaves out what is found in code that is not read.
pub(crate) fn remove_inside<'db>(
    out: &mut Sink<'db>,
    unread: &[cleave_names::decl::Tokens],
    which: impl Fn(&Finding<'db>) -> bool,
) {
    out.retain(|f| !(which(f) && unread.iter().any(|body| body.contains(f.at))));
}
