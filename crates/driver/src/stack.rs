//! Threads with room for recursion: the grammar and tree walks nest as the input does, within a limit that this stack is sized for.

/// Bytes of stack. Only what is touched is ever backed by memory.
pub const STACK: usize = 512 << 20;

/// Runs `f` on a thread with a big stack and gives its result. A panic in `f` goes on in the caller.
pub fn with_big_stack<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        match std::thread::Builder::new()
            .name("cleave".into())
            .stack_size(STACK)
            .spawn_scoped(scope, f)
        {
            Ok(thread) => thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(e) => {
                // Without a thread there is nothing to fall back on: `f` is gone with the failed call.
                std::panic::panic_any(format!("cannot start a thread: {e}"))
            }
        }
    })
}

/// Runs `beside` on a thread of its own, also with a big stack, while `f` runs here. Where there is no second core, or no thread
/// to be had, `beside` is left out: it must be work done ahead, or what is done later otherwise. A panic in it goes on here.
pub(crate) fn with_work_beside<T>(beside: impl FnOnce() + Send, f: impl FnOnce() -> T) -> T {
    if std::thread::available_parallelism().map_or(1, usize::from) < 2 {
        return f();
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("cleave-beside".into())
            .stack_size(STACK)
            .spawn_scoped(scope, beside);
        let result = f();
        if let Ok(Err(panic)) = thread.map(std::thread::ScopedJoinHandle::join) {
            std::panic::resume_unwind(panic);
        }
        result
    })
}

/// Runs each of `tasks` on a thread of its own with a big stack, and gives their results in order. A panic goes on here.
pub(crate) fn each_with_big_stack<T: Send, F: FnOnce() -> T + Send>(tasks: Vec<F>) -> Vec<T> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = tasks
            .into_iter()
            .map(|task| {
                std::thread::Builder::new()
                    .name("cleave-pass".into())
                    .stack_size(STACK)
                    .spawn_scoped(scope, task)
            })
            .collect();
        threads
            .into_iter()
            .map(
                |thread| match thread.map(std::thread::ScopedJoinHandle::join) {
                    Ok(Ok(result)) => result,
                    Ok(Err(panic)) => std::panic::resume_unwind(panic),
                    Err(e) => std::panic::panic_any(format!("cannot start a thread: {e}")),
                },
            )
            .collect()
    })
}
