//! Requests on their way: to the thread of a unit for a snapshot, to a thread that computes, and back to the main loop. How they
//! are cancelled.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::Sender;
use lsp_server::RequestId;
use serde_json::Value;

use crate::handlers;
use crate::pool::Pool;
use crate::position::Encoding;
use crate::texts::Texts;
use crate::units::{Asker, Snapshot, Unit};
use crate::view::{Answer, Failure, View};

/// How a request is cancelled.
#[derive(Default)]
pub(crate) struct Cancel {
    flag: AtomicBool,
    token: Mutex<Option<salsa::CancellationToken>>,
}

impl Cancel {
    pub(crate) fn cancel(&self) {
        self.flag.store(true, Ordering::SeqCst);
        let token = self.token.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(token) = &*token {
            token.cancel();
        }
    }

    /// Whether it is cancelled already; otherwise `token` will be.
    fn begin(&self, token: salsa::CancellationToken) -> bool {
        *self.token.lock().unwrap_or_else(PoisonError::into_inner) = Some(token);
        self.flag.load(Ordering::SeqCst)
    }
}

/// What has been done elsewhere.
pub(crate) struct Done {
    pub(crate) id: RequestId,
    pub(crate) answer: Answer,
}

/// A request on its way.
#[derive(Clone)]
pub(crate) struct Job {
    pub(crate) id: RequestId,
    pub(crate) params: Arc<Value>,
    pub(crate) path: String,
    pub(crate) texts: Texts,
    pub(crate) encoding: Encoding,
    pub(crate) cancelled: Arc<Cancel>,
    pub(crate) done: Sender<Done>,
    pub(crate) pool: Arc<Pool>,
}

impl Job {
    pub(crate) fn answer(&self, answer: Answer) {
        let _ = self.done.send(Done {
            id: self.id.clone(),
            answer,
        });
    }

    /// Asks one unit.
    pub(crate) fn run(self, unit: &Unit, handler: handlers::Handler) {
        unit.look(move |snapshot| {
            let pool = Arc::clone(&self.pool);
            pool.spawn(move || {
                let answer = match snapshot {
                    None => Ok(Value::Null),
                    Some(snapshot) => self.on_snapshot(snapshot, handler),
                };
                self.answer(answer);
            });
        });
    }

    /// Computes something on a snapshot.
    fn on_snapshot<T>(
        &self,
        snapshot: Snapshot,
        f: impl FnOnce(&View, Value) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let view = View::new(snapshot, &self.path, self.texts.clone(), self.encoding);
        let Some(token) = view.cancellation() else {
            return Err(Failure::Cancelled);
        };
        if self.cancelled.begin(token) {
            return Err(Failure::Cancelled);
        }
        let params = Value::clone(&self.params);
        let run = std::panic::AssertUnwindSafe(|| f(&view, params));
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            salsa::Cancelled::catch(run)
        }));
        match caught {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(Failure::Cancelled),
            Err(_) => Err(Failure::Panicked),
        }
    }

    /// Asks the first unit what it is about, and then each for what it has of that.
    pub(crate) fn run_all(
        self,
        units: Vec<Asker>,
        what: handlers::What,
        each: handlers::Each,
        all: handlers::Together,
    ) {
        let Some(first) = units.first().cloned() else {
            self.answer(Ok(Value::Null));
            return;
        };
        first.look(move |snapshot| {
            let pool = Arc::clone(&self.pool);
            pool.spawn(move || {
                let wanted = match snapshot {
                    None => Ok(Value::Null),
                    Some(snapshot) => self.on_snapshot(snapshot, what),
                };
                let wanted = match wanted {
                    Ok(Value::Null) => return self.answer(Ok(Value::Null)),
                    Ok(wanted) => Arc::new(wanted),
                    Err(failure) => return self.answer(Err(failure)),
                };
                let asked = units.len();
                let found: Arc<Mutex<Vec<Option<Answer>>>> = Arc::default();
                for unit in units {
                    let (job, wanted) = (self.clone(), Arc::clone(&wanted));
                    let found = Arc::clone(&found);
                    unit.look(move |snapshot| {
                        let pool = Arc::clone(&job.pool);
                        pool.spawn(move || {
                            let answer = snapshot.map(|snapshot| {
                                job.on_snapshot(snapshot, |view, _| each(view, &wanted))
                            });
                            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                            found.push(answer);
                            if found.len() < asked {
                                return;
                            }
                            let parts: Result<Vec<Value>, Failure> =
                                found.drain(..).flatten().collect();
                            job.answer(parts.map(|parts| all(&wanted, parts)));
                        });
                    });
                }
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use salsa::Database as _;

    use super::*;

    #[test]
    fn whichever_comes_first_a_cancelled_request_ends() {
        let db = salsa::DatabaseImpl::default();
        let before = Cancel::default();
        before.cancel();
        assert!(before.begin(db.cancellation_token()));
        let after = Cancel::default();
        let token = db.cancellation_token();
        assert!(!after.begin(token.clone()));
        after.cancel();
        assert!(token.is_cancelled());
    }
}
