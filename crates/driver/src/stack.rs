//! Room for recursion: the grammar and tree walks nest as the input does, within a limit that this stack is sized for.

/// Bytes of stack. Only what is touched is ever backed by memory.
const STACK: usize = 512 << 20;

/// Runs `f` on a thread with a big stack and gives its result. A panic in `f` goes on in the caller.
pub fn with_big_stack<T: Send + 'static>(f: impl FnOnce() -> T + Send + 'static) -> T {
    match std::thread::Builder::new()
        .name("cleave".into())
        .stack_size(STACK)
        .spawn(f)
    {
        Ok(thread) => thread
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        Err(e) => {
            // Without a thread there is nothing to fall back on: `f` is gone with the failed call.
            std::panic::panic_any(format!("cannot start a thread: {e}"))
        }
    }
}
