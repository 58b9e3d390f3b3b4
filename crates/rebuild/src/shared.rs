//! What is kept, on this machine and on others: a value that is not here is asked of a cache that machines share, and what is made here
//! is sent there when the outputs of a run are written. Nothing from elsewhere is used before it is checked.
//!
//! It must not know what values are, nor how a shared cache is reached.

use std::fmt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use cleave_remote::{Address, Settings, Shared};
use cleave_snapshot::{Key, Store, seal, unseal};
use cleave_toolkit::Env;

use crate::account::{FromShared, seconds};

/// The variable that names a cache that machines share.
pub(crate) const REMOTE: &str = "CLEAVE_CACHE_REMOTE";
/// The variable that says how long a run of a tool waits for it, in seconds.
const TIMEOUT: &str = "CLEAVE_CACHE_REMOTE_TIMEOUT";

/// How long a run waits where nobody says it.
const PATIENCE: Duration = Duration::from_millis(500);
/// The longest that anybody can say.
const MOST_PATIENCE: f64 = 600.0;
/// How long a cache that has not answered is left alone.
const REST: Duration = Duration::from_secs(10);
/// The file in the user's cache folder that says so.
const MARKER: &str = "remote-off";
/// How many bytes a value may have that is sent or asked for.
const MOST: u64 = 64 << 20;

/// Where values are kept.
pub(crate) trait Keep {
    /// The value under a key.
    fn get(&self, key: Key) -> Option<Vec<u8>>;
    /// Keeps a value under a key.
    fn put(&self, key: Key, value: &[u8]);
}

impl Keep for Store {
    fn get(&self, key: Key) -> Option<Vec<u8>> {
        Store::get(self, key)
    }

    fn put(&self, key: Key, value: &[u8]) {
        Store::put(self, key, value);
    }
}

/// A store of this machine, and a cache that it shares with others if the user names one.
pub(crate) struct Cache {
    store: Store,
    remote: Option<Result<Shared, String>>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// What is to be sent.
    made: Vec<Key>,
    used: FromShared,
}

impl Cache {
    /// A store, and the cache that the environment names. `folder` is Cleave's in the user's cache folder.
    pub(crate) fn new(store: Store, folder: &Path, env: &dyn Env) -> Cache {
        Cache {
            store,
            remote: remote(folder, env),
            state: Mutex::default(),
        }
    }

    /// This machine's store alone: for what is true only here.
    pub(crate) fn local(&self) -> &Store {
        &self.store
    }

    /// Sends what was made. The outputs of the run are written by now, and what it says is said.
    pub(crate) fn send(&self) {
        let made = std::mem::take(&mut self.state().made);
        let Some(Ok(remote)) = &self.remote else {
            return;
        };
        for key in made {
            if remote.trouble().is_some() {
                return;
            }
            if let Some(value) = self.store.get(key) {
                remote.put(&key.name(), seal(key, &value));
            }
        }
    }

    /// What came from the shared cache; nothing where there is none.
    pub(crate) fn used(&self) -> Option<FromShared> {
        let trouble = match self.remote.as_ref()? {
            Ok(remote) => remote.trouble(),
            Err(why) => Some(why.clone()),
        };
        Some(FromShared {
            trouble,
            ..self.state().used.clone()
        })
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Keep for Cache {
    fn get(&self, key: Key) -> Option<Vec<u8>> {
        if let Some(value) = self.store.get(key) {
            return Some(value);
        }
        let Some(Ok(remote)) = &self.remote else {
            return None;
        };
        let begin = Instant::now();
        let said = remote.get(&key.name());
        let is_said = said.is_some();
        let value = said.and_then(|bytes| unseal(key, bytes));
        {
            let used = &mut self.state().used;
            used.seconds += seconds(begin.elapsed());
            match (&value, is_said) {
                (Some(value), _) => {
                    used.values += 1;
                    used.bytes += value.len() as u64;
                }
                (None, true) => used.damaged += 1,
                (None, false) => {}
            }
        }
        let value = value?;
        self.store.put(key, &value);
        Some(value)
    }

    fn put(&self, key: Key, value: &[u8]) {
        self.store.put(key, value);
        if matches!(self.remote, Some(Ok(_))) {
            self.state().made.push(key);
        }
    }
}

/// The shared cache that the environment names, if it names one.
///
/// # Errors
/// What is wrong with the address.
fn remote(folder: &Path, env: &dyn Env) -> Option<Result<Shared, String>> {
    let address = env.nonempty_var(REMOTE)?;
    let address = match address.to_str() {
        Some(text) => Address::parse(text),
        None => Err("it is no text"),
    };
    let patience = env.nonempty_var(TIMEOUT);
    let patience = patience.and_then(|seconds| seconds.to_str()?.parse::<f64>().ok());
    let patience = patience.filter(|seconds| (0.0..=MOST_PATIENCE).contains(seconds));
    let settings = Settings {
        patience: patience.map_or(PATIENCE, Duration::from_secs_f64),
        rest: REST,
        most: MOST,
        marker: folder.join(MARKER),
    };
    Some(match address {
        Ok(address) => Ok(Shared::new(address, settings)),
        Err(why) => Err(format!("{REMOTE} is no address: {why}")),
    })
}

/// One line about the shared cache that the environment names.
pub(crate) fn info(folder: &Path, env: &dyn Env) -> Option<String> {
    let shared = match remote(folder, env)? {
        Ok(shared) => shared,
        Err(why) => return Some(why),
    };
    let state: &dyn fmt::Display = &match shared.probe() {
        Ok(took) => format!("answers in {:.1} ms", took.as_secs_f64() * 1e3),
        Err((why, Some(left))) => format!("is left alone for {} s: {why}", left.as_secs() + 1),
        Err((why, None)) => format!("cannot be used: {why}"),
    };
    Some(format!("{} {state}", shared.address()))
}
