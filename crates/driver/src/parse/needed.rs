//! The parses that the host pass asks for, with what is read from them, measured alone: which they are is learned from a run of the pass itself, and they
//! are made again in a fresh database with a clock running.

use std::path::Path;
use std::sync::{Arc, Mutex};

use cleave_base_db::{HostOptions, HostSettings, RootDatabase, SourceFile, SourceText};
use cleave_names::{declarations, flat_bodies, items, parse_bodies};
use cleave_report::{Over, Unit};
use cleave_syntax::{Dialect, Standard};
use rustc_hash::FxHashSet;
use salsa::plumbing::AsId;
use salsa::{Database, EventKind};
use serde::Serialize;

use super::clock::worked;

/// What was needed and how long it took.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Needed {
    /// Items whose declarations are read, bodies closed.
    pub(super) trees: usize,
    /// Items read with their bodies open, by the rules or by what rewrites them.
    pub(super) bodies: usize,
    /// Milliseconds for the skeleton, the items and these trees.
    pub(super) ms: f64,
}

fn source(db: &RootDatabase, text: &SourceText, standard: Standard) -> SourceFile {
    SourceFile::builder("needed".into(), text.clone())
        .dialect(Dialect {
            standard,
            ..Dialect::default()
        })
        .durability(salsa::Durability::NEVER_CHANGE)
        .new(db)
}

/// Runs the host pass over `text`, then times the parses that it asked for.
pub(super) fn measure(text: &SourceText, standard: Standard) -> Needed {
    let executed = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&executed);
    let db = RootDatabase::with_log(Box::new(move |event| {
        if let EventKind::WillExecute { database_key } = event.kind
            && let Ok(mut log) = sink.lock()
        {
            log.push(database_key);
        }
    }));
    let file = source(&db, text, standard);
    let options = HostOptions::new(&db, HostSettings::default());
    let unit = Unit {
        db: &db,
        file,
        options,
        is_there: &Path::exists,
    };
    let _ = cleave_report::findings(unit, Over::Host, false);
    let _ = cleave_host::host_text(&db, file, options);
    let keys = executed
        .lock()
        .map(|mut log| std::mem::take(&mut *log))
        .unwrap_or_default();
    let of = |query: &str| -> FxHashSet<salsa::Id> {
        keys.iter()
            .filter(|k| db.ingredient_debug_name(k.ingredient_index()) == query)
            .map(|k| k.key_index())
            .collect()
    };
    let (trees, read, rewritten) = (of("declarations"), of("flat_bodies"), of("parse_bodies"));
    // Items come in the same order in every database.
    let picked = |ids: &FxHashSet<salsa::Id>| -> Vec<usize> {
        items(&db, file)
            .iter()
            .enumerate()
            .filter(|(_, item)| ids.contains(&item.as_id()))
            .map(|(i, _)| i)
            .collect()
    };
    let bodies = read.union(&rewritten).count();
    let (trees, read, rewritten) = (picked(&trees), picked(&read), picked(&rewritten));
    let fresh = RootDatabase::default();
    let file = source(&fresh, text, standard);
    let start = worked();
    let nodes = items(&fresh, file);
    for &i in &trees {
        let _ = declarations(&fresh, nodes[i]);
    }
    for &i in &read {
        let _ = flat_bodies(&fresh, nodes[i]);
    }
    for &i in &rewritten {
        let _ = parse_bodies(&fresh, nodes[i]);
    }
    let ms = worked().saturating_sub(start).as_secs_f64() * 1e3;
    std::mem::forget((db, fresh));
    Needed {
        trees: trees.len(),
        bodies,
        ms,
    }
}
