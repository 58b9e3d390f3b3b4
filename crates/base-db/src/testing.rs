//! For the tests of every layer: a database that records which queries it ran.

use std::sync::{Arc, Mutex};

use salsa::{Database, EventKind};

use crate::RootDatabase;

/// A database and the list of queries executed since the list was last taken.
pub struct LoggedDatabase {
    /// The database itself.
    pub db: RootDatabase,
    log: Arc<Mutex<Vec<salsa::DatabaseKeyIndex>>>,
}

impl Default for LoggedDatabase {
    fn default() -> Self {
        let log = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&log);
        let db = RootDatabase::with_log(Box::new(move |event| {
            if let EventKind::WillExecute { database_key } = event.kind
                && let Ok(mut log) = sink.lock()
            {
                log.push(database_key);
            }
        }));
        LoggedDatabase { db, log }
    }
}

impl LoggedDatabase {
    /// The names of the queries executed since the last call, sorted, each with how often it ran: `parse x2`.
    pub fn executed(&self) -> Vec<String> {
        let keys = self
            .log
            .lock()
            .map(|mut log| std::mem::take(&mut *log))
            .unwrap_or_default();
        let mut names: Vec<String> = keys
            .iter()
            .map(|k| {
                self.db
                    .ingredient_debug_name(k.ingredient_index())
                    .into_owned()
            })
            .collect();
        names.sort();
        let mut out: Vec<(String, usize)> = Vec::new();
        for name in names {
            match out.last_mut() {
                Some(last) if last.0 == name => last.1 += 1,
                _ => out.push((name, 1)),
            }
        }
        out.into_iter()
            .map(|(name, n)| if n == 1 { name } else { format!("{name} x{n}") })
            .collect()
    }
}
