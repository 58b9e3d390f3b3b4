//! The reports of several passes over one source as one: each diagnostic once, each with the line that it is about.
//!
//! It must not know how a pass came to its report.

use std::hash::Hash;
use std::sync::Arc;

use cleave_base_db::encode;
use cleave_diagnostics::{Diagnostic, Reported};
use rustc_hash::{FxHashMap, FxHashSet};

/// Gives the line to what was found after parsing, which the reference shows without one.
pub fn show_line(d: &mut Diagnostic, text: &str) {
    if let Some(at) = &mut d.at
        && at.source.is_none()
        && at.column > 0
        && let Some((before, behind)) = text.split_at_checked(at.offset as usize)
    {
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let end = behind.find('\n').unwrap_or(behind.len());
        let line = &text[start..before.len() + end];
        at.source = Some(encode(line).as_ref().into());
    }
    for note in &mut d.notes {
        show_line(note, text);
    }
}

/// What two passes say alike of one place.
fn key(r: &Reported) -> impl Eq + Hash + use<> {
    let at = r.diagnostic.at.as_ref();
    (
        r.diagnostic.code,
        r.severity,
        at.map(|at| (at.file.clone(), at.line, at.column, at.end_of_source)),
        r.message(),
    )
}

/// The file and the line of what has a place in one.
fn place(r: &Reported) -> Option<(&Arc<str>, u32)> {
    let at = r.diagnostic.at.as_ref().filter(|at| !at.end_of_source)?;
    Some((&at.file, at.line))
}

/// Adds what another pass reported and the ones before did not, each before what stands behind it in the same file.
pub fn merge(all: &mut Vec<Reported>, more: Vec<Reported>) {
    let known: FxHashSet<_> = all.iter().map(key).collect();
    // For each file the lines that no report before has reached, with the positions of their reports.
    let mut rising: FxHashMap<Arc<str>, Vec<(u32, usize)>> = FxHashMap::default();
    for (position, r) in all.iter().enumerate() {
        let Some((file, line)) = place(r) else {
            continue;
        };
        let lines = rising.entry(file.clone()).or_default();
        if lines.last().is_none_or(|&(last, _)| last < line) {
            lines.push((line, position));
        }
    }
    // What comes in front of each position, and how far it goes in each file.
    let mut added: Vec<Vec<Reported>> = Vec::new();
    added.resize_with(all.len() + 1, Vec::new);
    let mut reached: FxHashMap<(usize, Arc<str>), u32> = FxHashMap::default();
    for r in more {
        if known.contains(&key(&r)) {
            continue;
        }
        let Some((file, line)) = place(&r) else {
            added[all.len()].push(r);
            continue;
        };
        let lines = rising.get(file).map_or(&[][..], Vec::as_slice);
        let behind = lines.partition_point(|&(other, _)| other <= line);
        let position = lines.get(behind).map_or(all.len(), |&(_, at)| at);
        let last = reached.entry((position, file.clone())).or_default();
        let here = &mut added[position];
        // Reports come nearly in the order of their lines.
        let at = match *last > line {
            true => here
                .iter()
                .position(|other| place(other).is_some_and(|p| p.0 == file && p.1 > line)),
            false => None,
        };
        *last = line.max(*last);
        here.insert(at.unwrap_or(here.len()), r);
    }
    let mut before = added.into_iter();
    let merged = all.drain(..).zip(before.by_ref());
    let mut merged: Vec<Reported> = merged
        .flat_map(|(r, more)| more.into_iter().chain([r]))
        .collect();
    merged.extend(before.flatten());
    *all = merged;
}

#[cfg(test)]
mod tests {
    use cleave_codes::codes;
    use cleave_diagnostics::{Arg, Location, Severity};

    use super::*;

    fn undefined(name: &str, line: u32, column: u32) -> Reported {
        let at = Location::new("a.cu", line, column, &b"text"[..]);
        Reported {
            diagnostic: Diagnostic::new(codes::UNDEFINED_IDENTIFIER)
                .arg(Arg::name(name))
                .at(at),
            severity: Severity::Error,
            numbered: false,
        }
    }

    #[test]
    fn equal_reports_are_one() {
        let mut all = vec![undefined("a", 1, 1), undefined("b", 5, 1)];
        let device = [
            undefined("b", 5, 1),
            undefined("b", 5, 3),
            undefined("c", 3, 1),
            undefined("d", 9, 1),
        ];
        merge(&mut all, device.into());
        let shown: Vec<String> = all
            .iter()
            .map(|r| {
                let at = r.diagnostic.at.as_ref().expect("a place");
                format!("{}:{} {}", at.line, at.column, r.message())
            })
            .collect();
        assert_eq!(
            shown,
            [
                r#"1:1 identifier "a" is undefined"#,
                r#"3:1 identifier "c" is undefined"#,
                r#"5:1 identifier "b" is undefined"#,
                r#"5:3 identifier "b" is undefined"#,
                r#"9:1 identifier "d" is undefined"#,
            ]
        );
    }

    /// The same as looking through everything for each report, whatever the order of both.
    #[test]
    fn each_stands_before_the_first_that_is_behind_it() {
        let mut state = 1u32;
        let mut number = |below: u32| {
            state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            (state >> 16) % below
        };
        for _ in 0..200 {
            let mut reports = |count: u32| -> Vec<Reported> {
                let made = (0..count).map(|_| {
                    let mut r = undefined("a", 1 + number(9), 1 + number(50));
                    if let Some(at) = &mut r.diagnostic.at {
                        at.file = ["a.cu", "b.h"][number(2) as usize].into();
                        at.end_of_source = number(9) == 0;
                    }
                    r
                });
                made.collect()
            };
            let (mut merged, more) = (reports(6), reports(8));
            let mut simple = merged.clone();
            let known: Vec<_> = simple.iter().map(key).collect();
            for r in more.iter().filter(|r| !known.contains(&key(r))).cloned() {
                let behind = place(&r).and_then(|(file, line)| {
                    let later = |p: (&Arc<str>, u32)| p.0 == file && p.1 > line;
                    simple
                        .iter()
                        .position(|other| place(other).is_some_and(later))
                });
                simple.insert(behind.unwrap_or(simple.len()), r);
            }
            merge(&mut merged, more);
            assert_eq!(merged, simple);
        }
    }
}
