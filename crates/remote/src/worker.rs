//! The thread that talks to a store. Whoever asks waits for a bounded time and leaves it alone then: it ends with the process.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// Why a store does not do what it is asked for, in words that name nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trouble(pub(crate) String);

impl Trouble {
    pub(crate) fn new(why: &str) -> Trouble {
        Trouble(why.to_owned())
    }
}

/// What a kind of store can do. It may take as long as it likes.
pub(crate) trait Backend {
    /// The value under a name, if there is one that is not too large.
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, Trouble>;
    /// Puts a value under a name.
    fn put(&self, name: &str, value: Vec<u8>) -> Result<(), Trouble>;
}

/// How a store is opened, on the thread that talks to it.
pub(crate) type Open = Box<dyn FnOnce() -> Result<Box<dyn Backend>, Trouble> + Send>;

struct Ask {
    name: String,
    /// The value, where one is put.
    value: Option<Vec<u8>>,
    answer: Sender<Result<Option<Vec<u8>>, Trouble>>,
}

/// The thread, seen from outside.
pub(crate) struct Worker(Sender<Ask>);

impl Worker {
    /// Starts it.
    ///
    /// # Errors
    /// The system starts no thread.
    pub(crate) fn start(open: Open) -> Result<Worker, Trouble> {
        let (sender, receiver) = channel();
        std::thread::Builder::new()
            .name("shared cache".to_owned())
            .spawn(move || work(open, &receiver))
            .map_err(|_| Trouble::new("no thread can be started"))?;
        Ok(Worker(sender))
    }

    /// Asks for a value, or puts one.
    ///
    /// # Errors
    /// What the store says, or that it does not answer in time.
    pub(crate) fn ask(
        &self,
        name: &str,
        value: Option<Vec<u8>>,
        patience: Duration,
    ) -> Result<Option<Vec<u8>>, Trouble> {
        let (answer, answers) = channel();
        let ask = Ask {
            name: name.to_owned(),
            value,
            answer,
        };
        // A thread that is gone does not answer either.
        let _ = self.0.send(ask);
        match answers.recv_timeout(patience) {
            Ok(answer) => answer,
            Err(_) => Err(Trouble::new("it does not answer in time")),
        }
    }
}

fn work(open: Open, asks: &Receiver<Ask>) {
    let backend = open();
    for ask in asks {
        let answer = match (&backend, ask.value) {
            (Err(trouble), _) => Err(trouble.clone()),
            (Ok(backend), None) => backend.get(&ask.name),
            (Ok(backend), Some(value)) => backend.put(&ask.name, value).map(|()| None),
        };
        // Nobody waits any longer.
        let _ = ask.answer.send(answer);
    }
}
