//! The thread that has the source open: versions come in, views go out, one after the other. It must not know who asks.

use std::sync::mpsc::{Receiver, Sender, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use cleave_driver::halves::Editing;
use cleave_il::c::{Purpose, print};

use crate::facts::Kernel;
use crate::view::View;

/// How many versions may wait. A page has one under way, so it takes many pages to come here.
pub(crate) const WAITING: usize = 16;

/// What the thread receives.
pub(crate) enum Order {
    /// A version of the source, and where its view goes, as JSON.
    Version(String, Sender<String>),
    /// It is over.
    Stop,
}

/// The device half of the newest version, for those who make PTX of it.
pub(crate) struct Latest {
    pub(crate) number: u64,
    /// It as C.
    pub(crate) code: String,
    pub(crate) kernels: Vec<Kernel>,
}

/// The orders, and what came of the newest.
#[derive(Clone)]
pub(crate) struct Engine {
    pub(crate) orders: SyncSender<Order>,
    pub(crate) latest: Arc<Mutex<Option<Arc<Latest>>>>,
}

impl Engine {
    /// The view of a version as JSON; nothing where too many wait, or where it is over.
    pub(crate) fn view(&self, text: String) -> Option<String> {
        let (sender, receiver) = std::sync::mpsc::channel();
        match self.orders.try_send(Order::Version(text, sender)) {
            Ok(()) => receiver.recv().ok(),
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => None,
        }
    }

    /// The newest device half, if it is that of a version.
    pub(crate) fn latest(&self, number: u64) -> Option<Arc<Latest>> {
        let latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        latest.clone().filter(|latest| latest.number == number)
    }
}

/// Makes a view of each version until it receives the order to stop.
pub(crate) fn run(
    editing: &mut Editing<'_>,
    orders: &Receiver<Order>,
    latest: &Mutex<Option<Arc<Latest>>>,
) {
    let name = editing.name().to_owned();
    let mut number = 0;
    while let Ok(Order::Version(text, reply)) = orders.recv() {
        number += 1;
        let start = Instant::now();
        let made = editing.make(&text);
        let millis = start.elapsed().as_secs_f64() * 1e3;
        let view = View::new(&made, &name, number, millis);
        let device = made.halves.and_then(|halves| halves.device.ok());
        let newest = device.map(|device| {
            Arc::new(Latest {
                number,
                code: print(&device.module, Purpose::Compiling),
                kernels: view.kernels().to_vec(),
            })
        });
        *latest.lock().unwrap_or_else(PoisonError::into_inner) = newest;
        // Whoever has gone needs no answer.
        let _ = reply.send(serde_json::to_string(&view).unwrap_or_default());
    }
}
