//! A shared store as a process uses it.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::address::Address;
use crate::folder::Folder;
use crate::marker::Marker;
use crate::worker::{Open, Trouble, Worker};

/// How a shared store is used.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How long a process waits for all values that it asks for, and again for all that it sends.
    pub patience: Duration,
    /// How long nobody asks a store that has not answered.
    pub rest: Duration,
    /// How many bytes a value may have.
    pub most: u64,
    /// The file that says that a store has not answered.
    pub marker: PathBuf,
}

/// A shared store.
pub struct Shared {
    address: Address,
    most: u64,
    patience: Duration,
    marker: Marker,
    state: Mutex<State>,
}

struct State {
    worker: Option<Worker>,
    /// How much longer this process waits for what it asks for.
    asking: Duration,
    /// How much longer it waits for what it sends.
    sending: Duration,
    off: Option<String>,
}

impl Shared {
    /// The store at an address. Nobody has talked to it yet.
    pub fn new(address: Address, settings: Settings) -> Shared {
        let marker = Marker {
            file: settings.marker,
            rest: settings.rest,
            about: address.to_string(),
        };
        let off = marker.read().map(|off| off.why);
        Shared {
            address,
            most: settings.most,
            patience: settings.patience,
            marker,
            state: Mutex::new(State {
                worker: None,
                asking: settings.patience,
                sending: settings.patience,
                off,
            }),
        }
    }

    /// Its address, without secrets.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// The value under a name, as somebody has sent it: it may be anything. `None` where there is none, or no answer in time.
    pub fn get(&self, name: &str) -> Option<Vec<u8>> {
        self.ask(name, None)
            .filter(|value| value.len() as u64 <= self.most)
    }

    /// Sends a value, if it is not too large and the store takes it in time.
    pub fn put(&self, name: &str, value: Vec<u8>) {
        if value.len() as u64 <= self.most {
            self.ask(name, Some(value));
        }
    }

    /// Why it is not asked any longer.
    pub fn trouble(&self) -> Option<String> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.off.clone()
    }

    /// Whether it answers, in how long: asks for a value that nobody has sent, whatever was before.
    ///
    /// # Errors
    /// Why it does not, and for how long it is left alone.
    pub fn probe(&self) -> Result<Duration, (String, Option<Duration>)> {
        if let Some(off) = self.marker.read() {
            return Err((off.why, Some(off.left)));
        }
        let begin = Instant::now();
        let worker = Worker::start(self.open()).map_err(|t| (t.0, None))?;
        match worker.ask(NOBODYS, None, self.patience) {
            Ok(_) => Ok(begin.elapsed()),
            Err(trouble) => Err((trouble.0, None)),
        }
    }

    fn ask(&self, name: &str, value: Option<Vec<u8>>) -> Option<Vec<u8>> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.off.is_some() {
            return None;
        }
        let begin = Instant::now();
        let is_sent = value.is_some();
        let left = match is_sent {
            true => state.sending,
            false => state.asking,
        };
        let answer = match &state.worker {
            Some(worker) => worker.ask(name, value, left),
            None => Worker::start(self.open()).and_then(|worker| {
                let answer = worker.ask(name, value, left);
                state.worker = Some(worker);
                answer
            }),
        };
        let left = left.saturating_sub(begin.elapsed());
        match is_sent {
            true => state.sending = left,
            false => state.asking = left,
        }
        match answer {
            Ok(value) => value,
            Err(Trouble(why)) => {
                self.marker.write(&why);
                state.off = Some(why);
                None
            }
        }
    }

    fn open(&self) -> Open {
        let most = self.most;
        match self.address.folder() {
            Some(root) => Box::new(move || Ok(Box::new(Folder { root, most }))),
            #[cfg(feature = "network")]
            None => {
                let address = self.address.clone();
                Box::new(move || crate::network::open(&address, most))
            }
            #[cfg(not(feature = "network"))]
            None => Box::new(|| {
                Err(Trouble::new(
                    "this Cleave was built without the feature shared-cache, and knows folders only",
                ))
            }),
        }
    }
}

/// A name that no value has.
const NOBODYS: &str = "00cleave";

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn shared(folder: &std::path::Path, address: &str) -> Shared {
        let settings = Settings {
            patience: Duration::from_millis(300),
            rest: Duration::from_secs(20),
            most: 100,
            marker: folder.join("off"),
        };
        Shared::new(Address::parse(address).unwrap(), settings)
    }

    #[test]
    fn a_folder_keeps_values() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("s")).unwrap();
        let address = format!("file://{}/s", folder.path().display());
        let one = shared(folder.path(), &address);
        assert_eq!(one.get("abcd"), None);
        one.put("abcd", b"value".to_vec());
        one.put("large", vec![0; 101]);
        let other = shared(folder.path(), &address);
        assert_eq!(other.get("abcd").as_deref(), Some(&b"value"[..]));
        assert_eq!(other.get("large"), None);
        // Somebody else may put anything there.
        fs::create_dir_all(folder.path().join("s/hu")).unwrap();
        fs::write(folder.path().join("s/hu/huge"), [0; 101]).unwrap();
        assert_eq!(other.get("huge"), None);
        assert_eq!(other.trouble(), None);
        assert!(other.probe().is_ok());
    }

    #[test]
    fn a_store_that_fails_is_left_alone_by_all_processes() {
        let folder = tempfile::tempdir().unwrap();
        let address = format!("file://{}/nowhere", folder.path().display());
        let one = shared(folder.path(), &address);
        assert!(one.probe().is_err());
        assert_eq!(one.trouble(), None);
        assert_eq!(one.get("abcd"), None);
        assert_eq!(one.trouble().as_deref(), Some("there is no such folder"));
        fs::create_dir(folder.path().join("nowhere")).unwrap();
        let next = shared(folder.path(), &address);
        assert!(next.trouble().is_some());
        next.put("abcd", b"value".to_vec());
        assert!(!folder.path().join("nowhere/ab").exists());
        let (_, left) = next.probe().unwrap_err();
        assert!(left.is_some_and(|left| left <= Duration::from_secs(20)));
        // Another store is not meant, and an old marker does not count.
        fs::create_dir(folder.path().join("there")).unwrap();
        let other = format!("file://{}/there", folder.path().display());
        assert_eq!(shared(folder.path(), &other).trouble(), None);
        let old = std::time::SystemTime::now() - Duration::from_secs(60);
        let marker = fs::File::options()
            .write(true)
            .open(folder.path().join("off"))
            .unwrap();
        marker.set_modified(old).unwrap();
        assert_eq!(shared(folder.path(), &address).trouble(), None);
    }
}
