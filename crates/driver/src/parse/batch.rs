//! Many texts in one process, for measuring over whole libraries: what was parsed in one text is not parsed again in the next.

use std::io::{BufRead, Write};
use std::path::Path;

use cleave_base_db::RootDatabase;
use serde::Serialize;

use super::met::Met;
use super::reading::Reading;
use super::{ErrorLine, Found, Stats, source};
use crate::preprocess::{read, standard};

/// The answer to one line.
#[derive(Serialize, Default)]
struct Answer {
    file: String,
    /// Why the file could not be read; the rest is empty then.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
    #[serde(flatten)]
    stats: Stats,
    /// The first errors.
    places: Vec<ErrorLine>,
}

/// How many errors of one file are reported.
const SHOWN: usize = 50;

/// Answers every line of standard input.
///
/// # Errors
/// If standard input or output fail.
pub(super) fn run(by_names: bool) -> Result<i32, String> {
    let mut met = Met::default();
    let mut failed = false;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|e| format!("cannot read requests: {e}"))?;
        if line.trim().is_empty() {
            continue;
        }
        let answer = answer(&line, by_names, &mut met).unwrap_or_else(|message| Answer {
            file: line.clone(),
            failure: Some(message),
            ..Answer::default()
        });
        failed |= answer.failure.is_some() || !answer.places.is_empty();
        let text = serde_json::to_string(&answer).map_err(|e| e.to_string())?;
        let mut out = std::io::stdout().lock();
        writeln!(out, "{text}")
            .and_then(|()| out.flush())
            .map_err(|e| format!("cannot print: {e}"))?;
    }
    Ok(if failed { super::ERRORS } else { 0 })
}

fn answer(line: &str, by_names: bool, met: &mut Met) -> Result<Answer, String> {
    let (name, path) = line
        .split_once(' ')
        .ok_or_else(|| "a request is a standard and a file".to_owned())?;
    let named = standard(name).ok_or_else(|| format!("unknown language standard '{name}'"))?;
    let bytes = read(Path::new(path))?;
    let db = RootDatabase::default();
    let file = source(&db, path, bytes, named);
    let found = Found::new(
        &db,
        file,
        Some(met),
        Reading {
            by_names,
            count: true,
        },
    );
    let mut lines = found.lines(&db, file);
    lines.truncate(SHOWN);
    Ok(Answer {
        file: path.to_owned(),
        failure: None,
        stats: Stats::new(file.text(&db).len(), &found.totals),
        places: lines,
    })
}
