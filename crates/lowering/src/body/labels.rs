//! Where the labels of a function are among its statements.

use cleave_typing::thir::{Stmt, StmtId, Typed};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::{Body, Scope};
use crate::refusal::Res;

/// The labels of some code.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    by_name: FxHashMap<Box<str>, StmtId>,
    /// The statement around each statement.
    parents: FxHashMap<StmtId, StmtId>,
}

impl Labels {
    fn new(typed: &Typed<'_>) -> Labels {
        let mut out = Labels::default();
        let mut todo: Vec<StmtId> = typed.block.into_iter().collect();
        let (mut stmts, mut exprs) = (Vec::new(), Vec::new());
        while let Some(s) = todo.pop() {
            let Some(stmt) = typed.stmts.get(s.0 as usize) else {
                continue;
            };
            if let Stmt::Label(name, _) = stmt {
                out.by_name.insert(name.clone(), s);
            }
            stmt.parts(&mut stmts, &mut exprs);
            exprs.clear();
            out.parents.extend(stmts.iter().map(|part| (*part, s)));
            todo.append(&mut stmts);
        }
        out
    }

    /// A labelled statement and those around it.
    fn around(&self, label: &str) -> Option<FxHashSet<StmtId>> {
        let first = *self.by_name.get(label)?;
        let parent = |s: &StmtId| self.parents.get(s).copied();
        Some(std::iter::successors(Some(first), parent).collect())
    }
}

impl<'db> Body<'_, 'db> {
    /// How many of the scopes around hold a label too.
    pub(crate) fn scopes_around(&mut self, label: &str) -> Res<'db, usize> {
        let frame = self.frame_mut()?;
        let typed = frame.typed;
        let labels = frame.labels.get_or_insert_with(|| Labels::new(typed));
        let Some(around) = labels.around(label) else {
            return self.refuse("a jump to a label that is not there");
        };
        let holds = |scope: &&Scope<'db>| scope.of.is_none_or(|s| around.contains(&s));
        Ok(self.scopes.iter().take_while(holds).count())
    }
}
