//! How much processor time and memory a run may take before the toolkit's cudafe++ is asked in its place. A thread looks from time to
//! time; a run that is over before it looks costs nothing.

use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use super::Again;
use super::reason::Reason;

/// Seconds of processor time, all threads together; 0 for no limit.
const TIME_VARIABLE: &str = "CLEAVE_TIME_LIMIT";
/// The usual limit in milliseconds: far more than any unit takes that was tried.
const TIME: u64 = 60_000;
/// MiB of memory; 0 for no limit.
const MEMORY_VARIABLE: &str = "CLEAVE_MEMORY_LIMIT";
/// The usual limit in MiB, on machines that have twice as much; half of the memory on others.
const MEMORY: u64 = 8 << 10;
/// How often the thread looks.
const INTERVAL: Duration = Duration::from_millis(50);

/// Stops this run when it takes too much: unless the run is decided, the process becomes what `again` says.
pub(super) fn watch(again: Again, decided: Arc<Mutex<bool>>) {
    let look = move || {
        let mut limits = None;
        loop {
            std::thread::sleep(INTERVAL);
            let limits = limits.get_or_insert_with(Limits::of_this_process);
            let Some(reason) = limits.exceeded(processor_time(), memory().unwrap_or(0)) else {
                continue;
            };
            let decided = decided.lock().unwrap_or_else(PoisonError::into_inner);
            if !*decided {
                let words = again.words(&reason);
                // It returns only if it fails; then the run goes on without limits.
                drop(
                    Command::new("/proc/self/exe")
                        .arg0(&words[0])
                        .args(&words[1..])
                        .exec(),
                );
            }
            return;
        }
    };
    // Without a thread there are no limits.
    drop(
        std::thread::Builder::new()
            .name("cleave-limits".into())
            .stack_size(128 << 10)
            .spawn(look),
    );
}

/// What a run may take; nothing where there is no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Limits {
    /// In milliseconds.
    time: Option<u64>,
    /// In MiB.
    memory: Option<u64>,
}

impl Limits {
    fn of_this_process() -> Limits {
        let variable = |name: &str| std::env::var(name).ok();
        let machine = physical_memory().map_or(MEMORY, |mib| MEMORY.min(mib / 2));
        Limits::new(variable(TIME_VARIABLE), variable(MEMORY_VARIABLE), machine)
    }

    /// From the variables' values and the usual limit of memory. A value that is no number is as good as none.
    fn new(time: Option<String>, memory: Option<String>, usual_memory: u64) -> Limits {
        let number = |text: Option<String>| {
            let number = text?.trim().parse::<f64>().ok()?;
            (number.is_finite() && number >= 0.0).then_some(number)
        };
        let limit = |number: u64| (number > 0).then_some(number);
        Limits {
            time: limit(number(time).map_or(TIME, |seconds| (seconds * 1000.0) as u64)),
            memory: limit(number(memory).map_or(usual_memory, |mib| mib as u64)),
        }
    }

    fn exceeded(&self, time: u64, memory: u64) -> Option<Reason> {
        let time_limit = self.time.filter(|&limit| time > limit);
        let memory_limit = self.memory.filter(|&limit| memory > limit);
        time_limit
            .map(Reason::Time)
            .or(memory_limit.map(Reason::Memory))
    }
}

/// The processor time of this process in milliseconds.
fn processor_time() -> u64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    (time.tv_sec * 1000 + time.tv_nsec / 1_000_000) as u64
}

/// The memory of this process that is in use, in MiB.
fn memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    Some((pages * rustix::param::page_size() as u64) >> 20)
}

/// The memory of the machine or of the container, whichever is less, in MiB.
fn physical_memory() -> Option<u64> {
    let machine = std::fs::read_to_string("/proc/meminfo").ok();
    let machine = machine.as_deref().and_then(|text| {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("MemTotal:"))?;
        let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
        Some(kib >> 10)
    });
    let container = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let container = container.and_then(|text| text.trim().parse::<u64>().ok());
    [machine, container.map(|bytes| bytes >> 20)]
        .into_iter()
        .flatten()
        .min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_set_limits() {
        let limits = |time: &str, memory: &str| {
            let value = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            let limits = Limits::new(value(time), value(memory), 100);
            (limits.time, limits.memory)
        };
        assert_eq!(limits("", ""), (Some(TIME), Some(100)));
        assert_eq!(limits("0.5", "32"), (Some(500), Some(32)));
        assert_eq!(limits("0", "0"), (None, None));
        assert_eq!(limits("-1", "much"), (Some(TIME), Some(100)));
    }

    #[test]
    fn what_is_exceeded_is_named() {
        let limits = Limits {
            time: Some(1000),
            memory: Some(64),
        };
        assert_eq!(limits.exceeded(1000, 64), None);
        assert_eq!(limits.exceeded(1001, 65), Some(Reason::Time(1000)));
        assert_eq!(limits.exceeded(0, 65), Some(Reason::Memory(64)));
    }

    #[test]
    fn the_machine_answers() {
        assert!(memory().is_some_and(|mib| mib > 0));
        assert!(physical_memory().is_some_and(|mib| mib > 64));
    }
}
