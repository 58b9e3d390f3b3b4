//! Threads with room for recursion that do what they are given, in order. It knows no work.

use std::thread;

use crossbeam_channel::{Sender, unbounded};

pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// Threads that share one queue. They end with it.
pub(crate) struct Pool {
    jobs: Sender<Job>,
}

impl Pool {
    pub(crate) fn new(name: &str, threads: usize) -> Pool {
        let (jobs, queue) = unbounded::<Job>();
        for _ in 0..threads {
            let queue = queue.clone();
            let run = move || {
                for job in queue {
                    // A job reports its own failures; one that does not must not end the thread.
                    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(job));
                }
            };
            let started = thread::Builder::new()
                .name(name.to_owned())
                .stack_size(cleave_driver::STACK)
                .spawn(run);
            drop(started);
        }
        Pool { jobs }
    }

    pub(crate) fn spawn(&self, job: impl FnOnce() + Send + 'static) {
        let _ = self.jobs.send(Box::new(job));
    }
}
