//! What of a part of the text may have to be reported: most parts are headers with nothing to report.
//!
//! Granularity: [`reportable`] runs when its part changes. Positions are the part's own.

use cleave_base_db::{Db, SourceFile, may_hold_stray_bytes};
use cleave_diagnostics::Pragma;
use cleave_names::{Part, part_skeleton, part_text, part_user_nodes};

use crate::{directives, modules, pragmas};

/// What the report looks at in a part, in source order.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Reportable {
    /// The pragmas that control diagnostics, by the numbers of their directives.
    pub(crate) control: Box<[(u32, Pragma)]>,
    /// Directives that stand for a diagnostic of their own.
    pub(crate) words: Box<[u32]>,
    /// Inclusions that are left.
    pub(crate) includes: Box<[u32]>,
    /// Pragmas that say something of the construct behind them, to some pass, but for those that are fine for certain.
    pub(crate) placed: Box<[u32]>,
    /// Items that begin as directives of modules.
    pub(crate) modules: Box<[u32]>,
    /// There may be bytes that are no text.
    pub(crate) stray: bool,
}

/// What may have to be reported in a part.
#[salsa::tracked(returns(ref))]
pub(crate) fn reportable<'db>(db: &'db dyn Db, file: SourceFile, part: Part<'db>) -> Reportable {
    let (text, skeleton) = (part_text(db, part), part_skeleton(db, part));
    let user = part_user_nodes(db, file, part);
    let is_user = |number: u32| user.binary_search_by_key(&number, |n| n.1).is_ok();
    let (mut control, mut words) = (Vec::new(), Vec::new());
    let (mut includes, mut placed) = (Vec::new(), Vec::new());
    for (number, span) in (0..).zip(&skeleton.directives) {
        let directive = span.of(text);
        if let Some(pragma) = directives::controlling(directive) {
            control.push((number, pragma));
        }
        if directives::is_reportable(directive) {
            words.push(number);
        }
        if directives::included(directive).is_some() {
            includes.push(number);
        }
        if pragmas::may_be_wrong(directive, text, *span, skeleton, is_user) {
            placed.push(number);
        }
    }
    let items = (0..).zip(&skeleton.items);
    let modules = items.filter(|(_, item)| modules::begins_as_directive(item.span.of(text)));
    Reportable {
        control: control.into(),
        words: words.into(),
        includes: includes.into(),
        placed: placed.into(),
        modules: modules.map(|(number, _)| number).collect(),
        stray: may_hold_stray_bytes(text),
    }
}
