//! Whether what a unit reads is complete. A program may empty a file and write it later, or write the one half and then the other. So a
//! build waits for files that have just become empty, and an error is not
//! reported until its files have stayed as they are. A file that was written while a build ran may have been another one for a moment, even
//! if it is the same again. So such a build is done again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use crate::build::Built;

/// What has not changed for so long is complete.
const SETTLED: Duration = Duration::from_millis(300);

/// How often a build is done again in a row because equal files were written: somebody may write them all the time.
const MOST_REPEATS: u32 = 3;
/// The clock by which the system says when a file was written goes in steps of at most this.
const TICK: Duration = Duration::from_millis(10);

/// What is known of the last changes of a unit's inputs.
#[derive(Debug, Default)]
pub(crate) struct Settling {
    /// When one changed last; none have since the session began.
    changed: Option<Instant>,
    /// Those that have become empty, or are gone, since the last build began.
    blank: BTreeSet<PathBuf>,
    /// When the build began that is under way or has not been reported.
    began: Option<SystemTime>,
    /// Whether that build may have read what was there for a moment.
    is_doubtful: bool,
    /// How many builds in a row were done again for that.
    repeats: u32,
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
        (self.is_doubtful, self.repeats) = (false, 0);
        for path in changed {
            match is_blank(path) {
                true => self.blank.insert(path.clone()),
                false => self.blank.remove(path),
            };
        }
    }

    /// Some input that is what it was has been written at some time. Says whether a build that has failed is done again for that.
    pub(crate) fn rewritten(&mut self, at: SystemTime) -> bool {
        let is_since = self.began.is_some_and(|began| at + TICK >= began);
        if !is_since || self.repeats >= MOST_REPEATS {
            return false;
        }
        self.is_doubtful = true;
        self.unreported.is_some()
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
        self.began = Some(SystemTime::now());
        if std::mem::take(&mut self.is_doubtful) {
            self.repeats += 1;
        }
        self.unreported.take().is_some()
    }

    /// A build is over. Gives it back if it is to be reported at once. Those that are not are reported later, or done again.
    pub(crate) fn takes(&mut self, built: Built) -> Option<Built> {
        let is_early = self.settles(Instant::now()).is_some();
        if !self.is_doubtful && (built.ok || !is_early) {
            self.began = None;
            return Some(built);
        }
        self.unreported = Some(built);
        None
    }

    /// Whether the build that is over has to be done again.
    pub(crate) fn repeats(&self) -> bool {
        self.is_doubtful
    }

    /// The build that has failed, once it is to be reported.
    pub(crate) fn reportable(&mut self, now: Instant) -> Option<Built> {
        match self.settles(now) {
            Some(_) => None,
            None => {
                self.began = None;
                self.unreported.take()
            }
        }
    }

    /// When the inputs are complete, unless they are.
    fn settles(&self, now: Instant) -> Option<Instant> {
        let settled = self.changed? + SETTLED;
        (settled > now).then_some(settled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(ok: bool) -> Built {
        Built {
            ok,
            said: Vec::new(),
            account: cleave_rebuild::Account::default(),
            began: SystemTime::now(),
            took: Duration::ZERO,
            inputs: None,
        }
    }

    #[test]
    fn what_was_written_before_a_build_is_no_reason_to_repeat_it() {
        let mut settling = Settling::default();
        settling.begin();
        assert!(!settling.rewritten(SystemTime::now() - Duration::from_secs(1)));
        assert!(settling.takes(built(true)).is_some());
        assert!(!settling.repeats());
    }

    #[test]
    fn a_build_in_doubt_is_repeated_and_not_reported() {
        for ok in [true, false] {
            let mut settling = Settling::default();
            settling.begin();
            settling.rewritten(SystemTime::now());
            assert!(settling.takes(built(ok)).is_none());
            assert!(settling.repeats() && settling.begin());
            assert!(settling.takes(built(ok)).is_some());
            assert!(!settling.repeats());
        }
    }

    /// It waits to be reported when news come.
    #[test]
    fn a_build_that_has_failed_is_repeated() {
        let mut settling = Settling::default();
        settling.note(Instant::now(), &[], |_| false);
        settling.begin();
        assert!(settling.takes(built(false)).is_none());
        assert!(settling.rewritten(SystemTime::now()));
        assert!(settling.begin());
    }

    #[test]
    fn somebody_who_writes_all_the_time_does_not_stop_reports() {
        let mut settling = Settling::default();
        let mut builds = 0;
        loop {
            settling.begin();
            builds += 1;
            settling.rewritten(SystemTime::now());
            if settling.takes(built(true)).is_some() {
                break;
            }
        }
        assert_eq!(builds, MOST_REPEATS + 1);
        settling.note(Instant::now(), &[], |_| false);
        settling.begin();
        settling.rewritten(SystemTime::now());
        assert!(settling.takes(built(true)).is_none());
    }
}
