//! What becomes of a run that dies of a signal: a stack that overflows, or an abort. The process starts itself anew, to ask the
//! toolkit's cudafe++. That is all this module does; it is the one place here that needs `unsafe`.
//!
//! In a signal handler little is allowed. Everything is prepared before: the handler reads a pointer and calls `execv`, which POSIX
//! allows there. It runs on the alternate stack that Rust's runtime gives each of its threads.
#![allow(
    unsafe_code,
    reason = "signal handlers can be set in no other way: Rust's own prints a message and aborts"
)]

use std::ffi::{CString, c_char, c_int};
use std::os::unix::ffi::OsStringExt;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use super::Again;
use super::reason::Reason;

/// The signals that end a program by its own fault.
const SIGNALS: [c_int; 4] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGABRT, libc::SIGILL];

/// For each signal the words to start with, ended by a null pointer. Set once, never freed.
static WORDS: [AtomicPtr<*const c_char>; SIGNALS.len()] =
    [const { AtomicPtr::new(ptr::null_mut()) }; SIGNALS.len()];

/// Whether a signal still starts the program anew.
static GUARDED: AtomicBool = AtomicBool::new(false);

/// From here on a deadly signal makes the process start anew, as `again` says.
pub(super) fn guard(again: &Again) {
    for (signal, slot) in SIGNALS.into_iter().zip(&WORDS) {
        let words = again.words(&Reason::Signal(signal)).into_iter();
        // Words of a command line have no zero bytes; if one had, there would be no guard.
        let Ok(words) = words
            .map(|word| CString::new(word.into_vec()))
            .collect::<Result<Vec<CString>, _>>()
        else {
            return;
        };
        let pointers: Vec<*const c_char> = words
            .into_iter()
            .map(|word| word.into_raw().cast_const())
            .chain([ptr::null()])
            .collect();
        slot.store(pointers.leak().as_mut_ptr(), Ordering::Release);
    }
    GUARDED.store(true, Ordering::Release);
    for signal in SIGNALS {
        set(signal, on_signal as *const () as libc::sighandler_t);
    }
}

/// From here on a deadly signal is deadly.
pub(super) fn release() {
    GUARDED.store(false, Ordering::Release);
}

fn set(signal: c_int, handler: libc::sighandler_t) {
    // SAFETY: a zeroed `sigaction` is a valid one, and all that counts is filled in. The handler is of the type that goes
    // without SA_SIGINFO, or it is SIG_DFL.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler;
        // The new program must not start with the signal blocked.
        action.sa_flags = libc::SA_ONSTACK | libc::SA_NODEFER;
        libc::sigemptyset(&raw mut action.sa_mask);
        libc::sigaction(signal, &raw const action, ptr::null_mut());
    }
}

extern "C" fn on_signal(signal: c_int) {
    if GUARDED.load(Ordering::Acquire)
        && let Some(at) = SIGNALS.iter().position(|&s| s == signal)
    {
        let words = WORDS[at].load(Ordering::Acquire);
        if !words.is_null() {
            // SAFETY: the pointers were leaked in `guard`, are to strings that end with a zero byte, and the last is null.
            // It returns only if it fails.
            unsafe { libc::execv(c"/proc/self/exe".as_ptr(), words) };
        }
    }
    set(signal, libc::SIG_DFL);
    // SAFETY: it takes any number.
    unsafe { libc::raise(signal) };
}
