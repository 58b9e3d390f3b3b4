//! Which findings of the rules are not reported in a pass, by what was reported before in the program. Must not know the rules
//! themselves: what silences what inside of an item is theirs.
//!
//! | what is reported | what it silences | where | function |
//! |---|---|---|---|
//! | nothing | what the other pass reports | everywhere | [`Suppression::is_silent`] |
//! | a `#pragma` with a name | that nothing uses the name (device pass) | everywhere | [`Suppression::is_used`] |
//! | a feature of a later standard | the same feature | behind it | [`Suppression::is_silent`] |
//! | what is wrong in an instance | the same in the same instance | items behind it | [`Suppression::is_repeated`] |
//! | a dynamic initialization | what is found when code is emitted | everywhere | [`Finding::hinders_emission`] |
//! | an error | what concerns the whole program | the end | [`crate::report`] |
//! | where a module ends the program | everything | behind it | [`crate::report`] |

use std::collections::hash_map::Entry;

use cleave_checks::{Arg, Finding};
use cleave_codes::{Code, codes};
use cleave_diagnostics::{Pass, catalog};
use rustc_hash::{FxHashMap, FxHashSet};

/// Features of later standards that the reference warns of at their first use only.
const REPORTED_ONCE: [Code; 14] = [
    codes::RVALUE_REFERENCES_ARE_CPP11,
    codes::ATTRIBUTES_ARE_CPP11,
    codes::DELEGATING_CONSTRUCTORS_ARE_CPP11,
    codes::INHERITING_CONSTRUCTORS_ARE_CPP11,
    codes::FIELD_INITIALIZERS_ARE_CPP11,
    codes::DELETED_FUNCTIONS_ARE_CPP11,
    codes::DEFAULTED_FUNCTIONS_ARE_CPP11,
    codes::CONSTEXPR_IF_IS_CPP17,
    codes::FOLD_EXPRESSIONS_NONSTANDARD,
    codes::CPP17_INITIALIZER_NONSTANDARD,
    codes::RANGE_FOR_INITIALIZER_NONSTANDARD,
    codes::INLINE_VARIABLES_ARE_CPP17,
    codes::INIT_CAPTURE_PACK_IS_CPP20,
    codes::LAMBDA_TEMPLATE_PARAMETERS_ARE_CPP20,
];

/// What is reported as often as it is found at one place: of each argument of a launch attribute, and of each function that a call crosses
/// to.
const REPORTED_EACH: [Code; 8] = [
    codes::D_H_ILLEGAL_CALL,
    codes::D_H_ILLEGAL_CALL_CONSTEXPR,
    codes::D_HD_ILLEGAL_CALL,
    codes::D_HD_ILLEGAL_CALL_CONSTEXPR,
    codes::CLUSTER_DIMS_MUST_BE_POSITIVE,
    codes::CLUSTER_DIMS_TOO_LARGE,
    codes::BLOCK_SIZE_MUST_BE_POSITIVE,
    codes::BLOCK_SIZE_TOO_LARGE,
];

/// What is wrong with a bound in a class template, which is said of one of its instances.
const OF_BOUNDS: [Code; 2] = [codes::ARRAY_SIZE_NOT_POSITIVE, codes::ARRAY_TOO_LARGE];

/// What was reported so far.
pub(super) struct Suppression<'a> {
    pass: Pass,
    words: FxHashSet<&'a str>,
    once: FxHashSet<Code>,
    /// An instantiation is made once, whoever asks for it; what is wrong with it is reported to the first who does: the item.
    instantiated: FxHashMap<(Code, usize, String), u32>,
}

impl<'a> Suppression<'a> {
    /// Nothing yet. `words`: those in pragmas.
    pub(super) fn new(pass: Pass, words: FxHashSet<&'a str>) -> Suppression<'a> {
        Suppression {
            pass,
            words,
            once: FxHashSet::default(),
            instantiated: FxHashMap::default(),
        }
    }

    /// Whether a finding is not reported, wherever it stands. The other pass sees the same program and reports what is its own.
    pub(super) fn is_silent(&mut self, finding: &Finding<'_>) -> bool {
        let here = catalog().get(finding.code).is_none_or(|e| match self.pass {
            Pass::Host => e.passes.host,
            Pass::Device => e.passes.device,
        });
        finding.only.is_some_and(|only| only != self.pass)
            || !here
            || self.is_used(finding)
            || REPORTED_ONCE.contains(&finding.code) && !self.once.insert(finding.code)
    }

    /// Whether a finding says that nothing uses what a pragma names.
    pub(super) fn is_used(&self, finding: &Finding<'_>) -> bool {
        let unused = [codes::DECLARED_BUT_NOT_REFERENCED, codes::SET_BUT_NOT_USED];
        unused.contains(&finding.code)
            && finding.args.iter().any(|arg| match arg {
                Arg::Entity { name, .. } => {
                    let last = name.rsplit("::").next().unwrap_or(name);
                    self.words.contains(last)
                }
                _ => false,
            })
    }

    /// Whether a finding at this offset, of this item, was reported of the same instance already.
    pub(super) fn is_repeated(&mut self, finding: &Finding<'_>, offset: usize, item: u32) -> bool {
        let name = match finding.contexts.first() {
            // A bound is looked at where the first class is made that has it.
            Some((Arg::Entity { kind: "class", .. }, ..)) if OF_BOUNDS.contains(&finding.code) => {
                ""
            }
            Some((Arg::Entity { name, .. } | Arg::Text(name), ..)) => name,
            _ => return false,
        };
        if finding.item.is_none() {
            return false;
        }
        let first = self
            .instantiated
            .entry((finding.code, offset, name.to_owned()));
        let again = matches!(first, Entry::Occupied(_));
        let same = *first.or_insert(item) == item;
        again && !(same && REPORTED_EACH.contains(&finding.code))
    }
}
