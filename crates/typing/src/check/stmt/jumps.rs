//! What a jump enters: scopes of variables whose initialisation it passes ([stmt.dcl]/3), try-blocks, handlers and branches of
//! an `if constexpr` that nobody may jump into ([except.pre]/3, [stmt.if]/2); and the labels of a switch ([stmt.switch]).
//!
//! While a body is typed, [`Jumps`] keeps what is around the statement at hand. A jump enters what is around its label and not
//! around itself.

use std::collections::BTreeMap;

use cleave_codes::codes;
use cleave_hir::{DeclId, ExprId, Name, StmtId};
use rustc_hash::FxHashMap;

use crate::class::{Special, special};
use crate::convert::standard::is_null;
use crate::thir::{ExprKind, LocalId};
use crate::{At, Context, Detail, Fill, Problem, Site, Ty};

/// What is around a statement and may be entered.
#[derive(Clone, PartialEq)]
enum Around<'db> {
    /// The scope of an automatic variable that is initialised.
    Variable {
        name: Box<str>,
        site: Site<'db>,
        /// It has a destructor that does something.
        destroyed: bool,
        /// It is that of a range-based loop.
        of_range: bool,
    },
    /// What no jump may enter.
    Closed(codes::Code),
}

/// One of them, with a number of its own.
type Entered<'db> = (u32, Around<'db>);

/// The jumps and labels of a body.
#[derive(Default)]
pub(crate) struct Jumps<'db> {
    /// What is around the statement at hand, innermost last.
    around: Vec<Entered<'db>>,
    count: u32,
    labels: FxHashMap<Name, Vec<Entered<'db>>>,
    gotos: Vec<(Name, StmtId, Vec<Entered<'db>>)>,
    /// The switches around the statement at hand, innermost last.
    switches: Vec<Switch<'db>>,
}

/// A switch around the statement at hand.
struct Switch<'db> {
    /// How much is around its body.
    outside: usize,
    /// Its values.
    values: Values<'db>,
    /// What its labels enter.
    entered: Vec<Entered<'db>>,
}

/// The values of a switch: ranges that do not overlap by where they begin, each with where it ends, the number of its label, and the
/// place where that is written.
#[derive(Default)]
struct Values<'db> {
    ranges: BTreeMap<i128, (i128, usize, Site<'db>)>,
    labels: usize,
}

impl<'db> Values<'db> {
    /// Takes what a label says; the place of the first label that has some of it already.
    fn add(&mut self, from: i128, to: i128, site: Site<'db>) -> Option<Site<'db>> {
        let label = self.labels;
        self.labels += 1;
        // Backwards: they do not overlap, so the first that ends too early is the last one.
        let known = self.ranges.range(..=to).rev();
        let known: Vec<_> = known
            .map(|(start, &(end, label, site))| (*start, end, label, site))
            .take_while(|known| known.1 >= from)
            .collect();
        // What is free yet is this label's.
        let mut free = Some(to);
        for &(start, end, ..) in &known {
            if let Some(last) = free.filter(|last| end < *last) {
                self.ranges.insert(end + 1, (last, label, site));
            }
            free = start.checked_sub(1);
        }
        if let Some(last) = free.filter(|last| from <= *last) {
            self.ranges.insert(from, (last, label, site));
        }
        known.iter().min_by_key(|k| k.2).map(|k| k.3)
    }
}

impl<'db> Context<'db> {
    /// The operand of a computed goto: an address, converted to `void *`.
    pub(super) fn check_goto_target(&mut self, target: crate::thir::ExprId) {
        let db = self.db;
        let ty = self.ty(target).decayed(db);
        let open = self.in_template() || self.is_bad(target) || ty.is_unknown(db);
        // A `const void *` is one all the same.
        let converts = |to: Ty<'db>| to.is_void(db) || to.top_quals(db).is_empty();
        let address = ty.pointee(db).is_some_and(converts);
        if open || address || ty.is_class(db) || is_null(db, &self.operand(target)) {
            return;
        }
        let at = self.start_of(target);
        let problem = Problem::new(codes::COMPUTED_GOTO_NOT_A_VOID_POINTER, at);
        self.problems.push(problem.at(At::First));
    }

    fn surround(&mut self, by: Around<'db>) {
        self.body.jumps.count += 1;
        self.body.jumps.around.push((self.body.jumps.count, by));
    }

    /// What is around the statement at hand, as [`Context::leave_scope`] takes it.
    pub(super) fn surroundings(&self) -> usize {
        self.body.jumps.around.len()
    }

    /// The end of a scope that began with so much around it.
    pub(super) fn leave_scope(&mut self, outside: usize) {
        self.body.jumps.around.truncate(outside);
    }

    /// Types what no jump may enter.
    pub(super) fn closed<R>(
        &mut self,
        number: codes::Code,
        inner: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let outside = self.surroundings();
        self.surround(Around::Closed(number));
        let made = inner(self);
        self.leave_scope(outside);
        made
    }

    /// Types a statement expression.
    pub(in crate::check) fn in_statements<R>(&mut self, inner: impl FnOnce(&mut Self) -> R) -> R {
        self.closed(codes::JUMP_INTO_STATEMENT_EXPRESSION, inner)
    }

    /// A variable comes to life: what is behind is in its scope. `written`: so is its initialiser.
    pub(super) fn comes_to_life(
        &mut self,
        decl: DeclId,
        l: LocalId,
        value: Option<crate::thir::ExprId>,
        written: bool,
    ) {
        let db = self.db;
        let Some(local) = self.out.locals.get(l.0 as usize) else {
            return;
        };
        if !matches!(local.kind, crate::thir::LocalKind::Automatic) {
            return;
        }
        let (ty, name) = (local.ty, local.name.clone());
        let does_something = |which: Special| {
            let class = ty.innermost_element(db).unqualified(db);
            class.is_class(db) && special(db, class, which).is_some_and(|s| !s.trivial)
        };
        let destroyed = does_something(Special::Destructor);
        let made = value.is_some_and(|e| !matches!(self.node(e).kind, ExprKind::Error));
        if written || made && (destroyed || does_something(Special::Default)) {
            let name = match &*name {
                "" => "<unnamed>".into(),
                _ => name,
            };
            self.surround(Around::Variable {
                name,
                site: self.decl_site(decl),
                destroyed,
                of_range: false,
            });
        }
    }

    /// The variables that came to life behind so much are those of a range-based loop.
    pub(super) fn are_of_range(&mut self, outside: usize) {
        for (_, around) in self.body.jumps.around.iter_mut().skip(outside) {
            if let Around::Variable { of_range, .. } = around {
                *of_range = true;
            }
        }
    }

    pub(super) fn label(&mut self, name: &Name) {
        let jumps = &mut self.body.jumps;
        if !jumps.labels.contains_key(name) {
            jumps.labels.insert(name.clone(), jumps.around.clone());
        }
    }

    pub(super) fn goto(&mut self, name: &Name, at: StmtId) {
        let around = self.body.jumps.around.clone();
        self.body.jumps.gotos.push((name.clone(), at, around));
    }

    /// Types the body of a switch.
    pub(super) fn switched<R>(&mut self, switch: StmtId, inner: impl FnOnce(&mut Self) -> R) -> R {
        self.body.jumps.switches.push(Switch {
            outside: self.body.jumps.around.len(),
            values: Values::default(),
            entered: Vec::new(),
        });
        let made = inner(self);
        if let Some(done) = self.body.jumps.switches.pop() {
            let closed = (done.entered.iter()).filter_map(|(_, e)| match e {
                Around::Closed(number) => Some(*number),
                _ => None,
            });
            for number in closed.collect::<Vec<_>>() {
                self.jump_problem(Problem::new(number, self.owner_site()), switch);
            }
            self.passed(&done.entered, switch, |destroyed, _| destroyed);
        }
        made
    }

    /// A label of the innermost switch, with its values if it has some and they are known.
    pub(super) fn switch_label(&mut self, values: Option<(i128, i128)>, low: Option<ExprId>) {
        let Some(switch) = self.body.jumps.switches.last_mut() else {
            return;
        };
        let entered = self
            .body
            .jumps
            .around
            .get(switch.outside..)
            .unwrap_or_default();
        // Where it may not stand at all, no more is said.
        let closed = (entered.iter().rev()).find(|(_, e)| matches!(e, Around::Closed(_)));
        let entered = closed.map_or(entered, std::slice::from_ref);
        for entered in entered {
            if !switch.entered.contains(entered) {
                switch.entered.push(entered.clone());
            }
        }
        // In a template the values are compared only if what they are compared with has a type.
        let open = self.body.switch.is_some_and(|s| s.0.is_dependent(self.db));
        let (Some((from, to)), Some(low)) = (values.filter(|_| !open), low) else {
            return;
        };
        let site = self.site(low);
        let Some(switch) = self.body.jumps.switches.last_mut() else {
            return;
        };
        if let Some(before) = switch.values.add(from, to, site) {
            let problem = Problem::new(
                codes::DUPLICATE_CASE_LABEL {
                    previous: Fill::Line(before),
                },
                site,
            )
            .at(At::First);
            self.problems.push(problem);
        }
    }

    /// The end of a function's body: where its jumps lead to is known.
    pub(in crate::check) fn check_jumps(&mut self) {
        let jumps = std::mem::take(&mut self.body.jumps);
        for (name, at, from) in jumps.gotos {
            let Some(to) = jumps.labels.get(&name) else {
                continue;
            };
            let entered: Vec<_> = (to.iter())
                .filter(|t| from.iter().all(|f| f.0 != t.0))
                .cloned()
                .collect();
            let closed = (entered.iter().rev()).find_map(|(_, e)| match e {
                Around::Closed(number) => Some(*number),
                Around::Variable { .. } => None,
            });
            match closed {
                Some(number) => {
                    self.jump_problem(Problem::new(number, self.owner_site()), at);
                }
                None => self.passed(&entered, at, |_, of_range| !of_range),
            }
        }
    }

    /// Says which variables a jump passes, those of one severity together. `is_error`: by whether a variable is destroyed, and
    /// whether it is a range-based loop's.
    fn passed(
        &mut self,
        entered: &[Entered<'db>],
        jump: StmtId,
        is_error: impl Fn(bool, bool) -> bool,
    ) {
        let mut groups: Vec<Problem<'db>> = Vec::new();
        for (_, entered) in entered {
            let Around::Variable {
                name,
                site,
                destroyed,
                of_range,
            } = entered
            else {
                continue;
            };
            let hard = is_error(*destroyed, *of_range);
            let detail = Detail::Variable(name.clone(), *site);
            match groups.last_mut().filter(|g| g.hard == hard) {
                Some(group) => group.details.push(detail),
                None => {
                    let number = codes::BRANCH_PAST_INITIALIZATION;
                    let problem = Problem::new(number, self.owner_site());
                    groups.push(Problem {
                        hard,
                        soft: !hard,
                        ..problem.detail(detail)
                    });
                }
            }
        }
        for group in groups {
            self.jump_problem(group, jump);
        }
    }

    fn jump_problem(&mut self, problem: Problem<'db>, jump: StmtId) {
        let problem = problem.at(At::Statement(u32::from(jump.into_raw()), 0));
        match problem.soft {
            true => self.warnings.push(problem),
            false => self.problems.push(problem),
        }
    }

    /// What is wrong with the values of `case a ... b`.
    pub(super) fn is_ascending(&mut self, values: (i128, i128), high: ExprId) -> bool {
        let ascending = values.0 <= values.1;
        if !ascending {
            let site = self.site(high);
            let problem = Problem::new(codes::CASE_RANGE_NOT_ASCENDING, site);
            self.problems.push(problem.at(At::First));
        }
        ascending
    }
}
