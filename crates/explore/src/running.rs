//! A server with its engine, from start to end.

use std::ffi::OsString;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use cleave_driver::halves::{self, Command};
use cleave_driver::with_big_stack;
use cleave_ptx::Tools;

use crate::access::Access;
use crate::cli::of_nvcc;
use crate::engine::{self, Engine, Order, WAITING};
use crate::server::{Server, accept};

/// A page that is served. It ends when this is dropped.
pub struct Running {
    server: Arc<Server>,
    address: SocketAddr,
    engine: Option<JoinHandle<()>>,
    listener: Option<JoinHandle<()>>,
}

impl Running {
    /// Opens a source and serves its page at a port of 127.0.0.1, or at one that is free. `args` are the command line that `command` was
    /// read from.
    ///
    /// # Errors
    /// Why that cannot be done, for people.
    pub fn start(command: Command, args: &[OsString], port: u16) -> Result<Running, String> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .map_err(|e| format!("port {port}: {e}"))?;
        let address = listener.local_addr().map_err(|e| e.to_string())?;
        let (orders, received) = sync_channel(WAITING);
        let latest = Arc::new(Mutex::new(None));
        let source = command.source().to_owned();
        let cuda_path = command.cuda_path().map(ToOwned::to_owned);
        let (opened, is_open) = sync_channel(1);
        let for_engine = Arc::clone(&latest);
        let engine = std::thread::spawn(move || {
            with_big_stack(move || {
                let failed = opened.clone();
                let done = halves::edit(&command, |editing| {
                    let _ = opened.send(Ok(editing.architecture()));
                    engine::run(editing, &received, &for_engine);
                });
                if let Err(message) = done {
                    let _ = failed.send(Err(message));
                }
            });
        });
        let architecture = is_open
            .recv()
            .map_err(|_| "the source cannot be opened".to_owned())??;
        let server = Arc::new(Server {
            access: Access::new(address.port())?,
            engine: Engine { orders, latest },
            source,
            tools: Tools::new(
                &of_nvcc(args),
                Path::new(""),
                cuda_path.as_deref(),
                architecture,
            ),
            stop: AtomicBool::new(false),
            connections: AtomicUsize::new(0),
        });
        let for_listener = Arc::clone(&server);
        let listener = std::thread::spawn(move || accept(&for_listener, &listener));
        Ok(Running {
            server,
            address,
            engine: Some(engine),
            listener: Some(listener),
        })
    }

    /// The address of the page, with the token.
    pub fn address(&self) -> String {
        self.server.access.address()
    }

    /// Serves until the process ends.
    ///
    /// # Errors
    /// The engine has ended, which it should not.
    pub fn wait(mut self) -> Result<(), String> {
        match self.engine.take().map(JoinHandle::join) {
            Some(Err(_)) => Err("the engine failed".into()),
            _ => Ok(()),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.server.stop.store(true, Ordering::SeqCst);
        // The listener looks up when somebody comes.
        let woken = TcpStream::connect(self.address).is_ok();
        let _ = self.server.engine.orders.send(Order::Stop);
        for thread in [self.engine.take(), self.listener.take().filter(|_| woken)] {
            let _ = thread.map(JoinHandle::join);
        }
    }
}
