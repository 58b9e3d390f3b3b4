//! Whether what a unit reads is complete. A program may empty a file and write it later, or write the one half and then the other. So a
//! build waits for files that have just become empty, and an error is not
//! reported until its files have stayed as they are.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::build::Built;

/// What has not changed for so long is complete.
const SETTLED: Duration = Duration::from_millis(300);

/// What is known of the last changes of a unit's inputs.
#[derive(Debug, Default)]
pub(crate) struct Settling {
    /// When one changed last; none have since the session began.
    changed: Option<Instant>,
    /// Those that have become empty, or are gone, since the last build began.
    blank: BTreeSet<PathBuf>,
    /// A build that has failed and has not been reported.
    unreported: Option<Built>,
}

impl Settling {
    /// Some inputs have changed.
    pub(crate) fn note(
        &mut self,
        now: Instant,
        changed: &[PathBuf],
        is_blank: impl Fn(&Path) -> bool,
    ) {
        self.changed = Some(now);
        for path in changed {
            match is_blank(path) {
                true => self.blank.insert(path.clone()),
                false => self.blank.remove(path),
            };
        }
    }

    /// Until when a build waits for files that are empty.
    pub(crate) fn waits(&self, now: Instant) -> Option<Instant> {
        self.settles(now).filter(|_| !self.blank.is_empty())
    }

    /// Until when a build that has failed is not reported.
    pub(crate) fn holds(&self, now: Instant) -> Option<Instant> {
        self.settles(now).filter(|_| self.unreported.is_some())
    }

    /// A build begins. Says whether it takes the place of one that has not been reported.
    pub(crate) fn begin(&mut self) -> bool {
        self.blank.clear();
        self.unreported.take().is_some()
    }

    /// A build is over. Gives it back if it is to be reported at once.
    pub(crate) fn takes(&mut self, built: Built) -> Option<Built> {
        let is_early = self.settles(Instant::now()).is_some();
        if built.ok || !is_early {
            return Some(built);
        }
        self.unreported = Some(built);
        None
    }

    /// The build that has failed, once it is to be reported.
    pub(crate) fn reportable(&mut self, now: Instant) -> Option<Built> {
        match self.settles(now) {
            Some(_) => None,
            None => self.unreported.take(),
        }
    }

    /// When the inputs are complete, unless they are.
    fn settles(&self, now: Instant) -> Option<Instant> {
        let settled = self.changed? + SETTLED;
        (settled > now).then_some(settled)
    }
}
