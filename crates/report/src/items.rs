//! What the rules found in a unit: item by item in source order, what is found when everything has been read behind it, and each
//! finding at the place where it is reported.
//!
//! It must not know how a rule finds anything, nor what options and pragmas make of a diagnostic.

use cleave_base_db::{Db, SourceFile};
use cleave_checks::{
    Emitted, Extent, device_findings, implicit_calls, item_findings, unreferenced, unused_variables,
};
use cleave_diagnostics::{Diagnostic, Pass, Place, Severity, catalog};
use cleave_names::{ItemId, ItemNode, file_parts, flat_bodies, item_index, part_user_nodes};
use cleave_syntax::SyntaxErrorKind;
use cleave_syntax::lexer::Lexed;
use rustc_hash::FxHashSet;

use crate::places::Places;
use crate::suppression::Suppression;
use crate::{Over, Unit};

/// Whether an item of the user's nests deeper than the parser reads. What is said of such an item is not about the program.
pub fn too_deep(db: &dyn Db, file: SourceFile) -> bool {
    let deep = |item: &ItemNode<'_>| {
        let errors = &flat_bodies(db, *item).errors;
        errors.iter().any(|e| e.kind == SyntaxErrorKind::TooDeep)
    };
    let parts = file_parts(db, file).iter();
    let mut own = parts.flat_map(|placed| part_user_nodes(db, file, placed.part));
    own.any(|(item, _)| deep(item))
}

/// Whether a diagnostic is an error, as long as nothing controls it.
fn is_error(d: &Diagnostic, pass: Pass) -> bool {
    let own = || catalog().get(d.code).map(|entry| entry.severity(pass));
    d.severity.or_else(own).is_some_and(Severity::is_error)
}

impl Places<'_> {
    /// What the rules found, item by item, and what is reported of it when everything has been read.
    pub(crate) fn item_findings(
        &self,
        unit: Unit<'_>,
        over: Over,
        unused: bool,
        silent: &FxHashSet<u32>,
    ) -> (Vec<(usize, Diagnostic)>, Vec<Diagnostic>) {
        let Unit {
            db, file, options, ..
        } = unit;
        let pass = over.pass();
        let mut out = Vec::new();
        let (mut behind, mut late, mut last) = (Vec::new(), Vec::new(), Vec::new());
        let in_pragmas = match unused {
            false => FxHashSet::default(),
            true => self.words_in_pragmas(),
        };
        let mut errors = false;
        // What is reported together as long as nothing is wrong: the group that was, and those behind the last item.
        let mut reported_group = None;
        let (mut groups, mut initializations) = (Vec::new(), Vec::new());
        let mut suppression = Suppression::new(pass, in_pragmas);
        // Of code that is not the user's nothing is said.
        let own = self.stretches.iter().flat_map(|stretch| {
            let nodes = part_user_nodes(db, file, stretch.part).iter();
            nodes.map(move |&(node, number)| (stretch, node, number))
        });
        for (stretch, node, number) in own {
            let index = stretch.first + number;
            if silent.contains(&index) {
                continue;
            }
            let ask = || match over {
                Over::Host if !unused => {
                    item_findings(db, file, node, options, Extent::Needed).to_vec()
                }
                Over::Host => unused_variables(db, file, node, options),
                Over::Device { architecture } => {
                    device_findings(db, file, node, options, architecture).to_vec()
                }
            };
            // Of an item whose code has no end nothing is known, and the others go on.
            let found = cleave_typing::outermost(db, Vec::new, ask);
            if found.is_empty() {
                continue;
            }
            let span = stretch.skeleton.items[number as usize].span;
            let lexed = Lexed::new(span.of(stretch.text));
            for finding in &found {
                let group = finding.group.map(|group| (index, group));
                let is_late = finding.while_right && errors;
                if suppression.is_silent(finding)
                    || is_late && (group.is_none() || group != reported_group)
                {
                    continue;
                }
                let start = stretch.start + span.start as usize;
                let offset_of = |token: u32| start + lexed.range(token as usize).start;
                let offset = match finding.item {
                    None => offset_of(finding.at) + finding.within as usize,
                    Some(item) => match self.offset_in(db, item, finding.at) {
                        Some(offset) => offset,
                        None => continue,
                    },
                };
                if suppression.is_repeated(finding, offset, index) {
                    continue;
                }
                let reported_at = match finding.reported_last {
                    // Of instances those come first that were asked for first. Functions with closures come behind, and closures
                    // before them.
                    true => {
                        let asked = finding.contexts.last();
                        let asked = asked.and_then(|(_, item, at)| self.offset_in(db, *item, *at));
                        let round = match (asked, finding.while_right, finding.emitted) {
                            (None, true, Emitted::Closure) => 2,
                            (None, true, _) => 3,
                            _ => 1,
                        };
                        round * self.end + asked.unwrap_or(0)
                    }
                    false => {
                        let class = finding.behind_class.map(|(end, _)| end);
                        class.or(finding.reported_at).map_or(offset, offset_of)
                    }
                };
                if finding.at_end {
                    let asked = finding.asked;
                    let asked = asked.and_then(|(item, token)| self.offset_in(db, item, token));
                    let at = (finding.emitted, asked.unwrap_or(start));
                    let said = (at, self.finding(db, finding, offset, false));
                    match finding.while_right {
                        _ if finding.hinders_emission() => initializations.push(said),
                        true => last.push(said),
                        false => late.push(said),
                    }
                    continue;
                }
                let d = self.finding(db, finding, offset, errors);
                if let Some(group) = group.filter(|_| finding.reported_last) {
                    let asked = finding.contexts.last();
                    let asked = asked.and_then(|(_, item, at)| self.offset_in(db, *item, *at));
                    groups.push(((asked, group), d));
                    continue;
                }
                reported_group = group;
                errors |= is_error(&d, pass);
                match finding.reported_last && finding.while_right {
                    true => behind.push((reported_at, d)),
                    false => out.push((reported_at, d)),
                }
            }
        }
        if !errors {
            out.append(&mut behind);
        }
        groups.sort_by_key(|(at, _)| *at);
        for ((_, group), d) in groups {
            if !errors || reported_group == Some(group) {
                reported_group = Some(group);
                errors |= is_error(&d, pass);
                out.push((self.end, d));
            }
        }
        // Nothing is emitted if variables cannot get their values. Otherwise they are made last.
        let emits = !errors && initializations.is_empty();
        match emits {
            true => late.append(&mut last),
            false => late = initializations,
        }
        if pass == Pass::Device && emits {
            let last = (Emitted::InnerFunction, usize::MAX);
            for (item, finding) in implicit_calls(db, file, options) {
                let offset = self.offset(db, item, finding.at);
                late.push((last, self.finding(db, &finding, offset, false)));
            }
        }
        late.sort_by_key(|(at, _)| *at);
        let late = late.into_iter().map(|(_, d)| d).collect();
        if unused {
            // Known when everything has been read, and reported of the file itself, not of what it includes.
            let mut lines = self.stretches.iter().map(|s| &s.skeleton.lines);
            let main = lines.find_map(|l| l.first_file()).unwrap_or(self.name);
            for (item, finding) in unreferenced(db, file, options) {
                if suppression.is_used(&finding) {
                    continue;
                }
                let offset = self.offset(db, item, finding.at);
                let d = self.finding(db, &finding, offset, errors);
                if d.at.as_ref().is_some_and(|at| &*at.file == main) {
                    out.push((self.end, d));
                }
            }
        }
        (out, late)
    }

    /// The words in pragmas: `#pragma unroll N` uses N.
    fn words_in_pragmas(&self) -> FxHashSet<&str> {
        let directives = self.stretches.iter().flat_map(|stretch| {
            let spans = stretch.skeleton.directives.iter();
            spans.map(|span| span.of(stretch.text))
        });
        directives
            .filter(|directive| directive.contains("pragma"))
            .flat_map(|d| d.split(|c: char| !c.is_alphanumeric() && c != '_'))
            .collect()
    }

    /// Where a token of an item begins.
    pub(crate) fn offset<'db>(&self, db: &'db dyn Db, item: ItemNode<'db>, token: u32) -> usize {
        self.offset_at(item.index(db), token).unwrap_or(0)
    }

    /// The place of an item's token.
    pub(crate) fn place<'db>(&self, db: &'db dyn Db, item: ItemNode<'db>, token: u32) -> Place {
        let p = self.location(self.offset(db, item, token));
        Place::new(p.file, p.line)
    }

    /// Where a token of any item begins.
    pub(crate) fn offset_in<'db>(
        &self,
        db: &'db dyn Db,
        item: ItemId<'db>,
        token: u32,
    ) -> Option<usize> {
        self.offset_at(item_index(db, item)?, token)
    }

    /// Where a token of an item begins, by the item's number among all.
    fn offset_at(&self, index: u32, token: u32) -> Option<usize> {
        let (stretch, item) = self.item_at(index)?;
        let lexed = Lexed::new(item.span.of(stretch.text));
        let within = item.span.start as usize + lexed.range(token as usize).start;
        Some(stretch.start + within)
    }
}
