//! A clock that other programs on the machine do not advance.

use std::time::Duration;

/// How long this thread has worked so far; the difference of two answers is what lies between them.
#[cfg(target_os = "linux")]
pub(super) fn worked() -> Duration {
    let t = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(t.tv_sec).unwrap_or(0),
        u32::try_from(t.tv_nsec).unwrap_or(0),
    )
}

/// How long this process has been there: elsewhere, wall time has to do.
#[cfg(not(target_os = "linux"))]
pub(super) fn worked() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}
