//! Where `break` and `continue` lead ([stmt.jump]).

use cleave_il::{StmtId as IlStmt, StmtKind};

use crate::body::Body;
use crate::refusal::Res;

/// Where `break` or `continue` leads.
#[derive(Debug)]
pub(crate) struct Target {
    /// How many scopes there are around.
    scopes: usize,
    /// The label there, if what the statement itself says does not lead there: something is destroyed on the way, or comes behind.
    label: Option<Box<str>>,
    is_used: bool,
}

impl Target {
    /// The label, if something leads to it.
    pub(crate) fn used(self) -> Option<Box<str>> {
        self.label.filter(|_| self.is_used)
    }
}

impl<'db> Body<'_, 'db> {
    /// The target of jumps that leave all scopes but for the outermost: a label if what they leave destroys something by now.
    pub(crate) fn target(&mut self, word: &str, scopes: usize) -> Target {
        match self.has_cleanups(scopes) {
            true => self.labelled(word, scopes),
            false => Target {
                scopes,
                label: None,
                is_used: false,
            },
        }
    }

    /// The target of jumps to a label.
    pub(crate) fn labelled(&mut self, word: &str, scopes: usize) -> Target {
        self.targets += 1;
        let number = self.targets;
        Target {
            scopes,
            label: Some(format!("__{word}_{number}").into()),
            is_used: false,
        }
    }

    /// `break` or `continue`: what is left is destroyed.
    pub(crate) fn jump(
        &mut self,
        targets: impl Fn(&mut Self) -> &mut Vec<Target>,
        plain: StmtKind,
        out: &mut Vec<IlStmt>,
    ) -> Res<'db, ()> {
        let Some(target) = targets(self).last_mut() else {
            return self.refuse("a jump out of nothing");
        };
        target.is_used = true;
        let from = target.scopes;
        let jump = target.label.clone().map_or(plain, StmtKind::Goto);
        self.leave_scopes(from, out)?;
        self.push(out, jump);
        Ok(())
    }

    /// A label that something leads to.
    pub(crate) fn push_label(&mut self, label: Option<Box<str>>, out: &mut Vec<IlStmt>) {
        if let Some(label) = label {
            self.push(out, StmtKind::Label(label));
        }
    }
}
