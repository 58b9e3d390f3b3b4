//! A module's places by their order: files and lines are numbered as they follow each other. What a back end makes of such a module is good
//! wherever the code stands, and [`Lines`] says where that is.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::{Function, Module, Place};

/// How far numbers of lines are from each other. A back end may write a statement over several lines of its own.
const STEP: u32 = 8;

/// The files and lines behind the numbers of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// Files in the order in which functions stand in them, each with its lines in order.
    files: Vec<(Arc<str>, Vec<u32>)>,
}

impl Lines {
    /// The file and the line behind a name and a number; `None` of what [`Module::with_lines_in_order`] does not give out.
    pub fn place(&self, name: &str, number: u32) -> Option<(&str, u32)> {
        let (file, lines) = self.files.get(index(name)?)?;
        let line = match number.checked_sub(STEP) {
            Some(behind) => {
                let at = usize::try_from(behind / STEP).ok()?;
                lines.get(at)?.checked_add(behind % STEP)?
            }
            // What the compiler has put together stands on line 0.
            None if number == 0 => 0,
            None => return None,
        };
        Some((file, line))
    }

    fn number(&self, file: usize, line: u32) -> Option<u32> {
        let at = self.files.get(file)?.1.binary_search(&line).ok()?;
        u32::try_from(at).ok()?.checked_add(1)?.checked_mul(STEP)
    }
}

/// The name of a file by its number, absolute as any may be.
fn name(file: usize) -> String {
    format!("/{file}")
}

fn index(name: &str) -> Option<usize> {
    name.strip_prefix('/')?.parse().ok()
}

/// The lines of a function's statements.
fn lines(function: &Function, first: u32) -> impl Iterator<Item = u32> {
    let own = function.code.stmts.values().filter_map(|s| s.line);
    own.filter_map(move |line| first.checked_add_signed(line))
}

impl Module {
    /// The module with numbers for files and lines, which do not change when all of its code moves, and what they stand for.
    pub fn with_lines_in_order(&self) -> (Module, Lines) {
        let mut out = Lines::default();
        let mut known: FxHashMap<&Arc<str>, usize> = FxHashMap::default();
        for function in &self.functions {
            let Some(place) = &function.place else {
                continue;
            };
            let at = *known.entry(&place.file).or_insert_with(|| {
                out.files.push((place.file.clone(), Vec::new()));
                out.files.len() - 1
            });
            out.files[at].1.push(place.line);
            out.files[at].1.extend(lines(function, place.line));
        }
        for (_, lines) in &mut out.files {
            lines.sort_unstable();
            lines.dedup();
        }
        let mut module = self.clone();
        for function in &mut module.functions {
            let place = function.place.as_ref();
            if let Some(at) = place.and_then(|p| known.get(&p.file)) {
                renumber(Arc::make_mut(function), &out, *at);
            }
        }
        (module, out)
    }
}

fn renumber(function: &mut Function, lines: &Lines, file: usize) {
    let Some(first) = function.place.as_ref().map(|p| p.line) else {
        return;
    };
    let Some(number) = lines.number(file, first) else {
        function.place = None;
        return;
    };
    for (_, stmt) in function.code.stmts.iter_mut() {
        let line = stmt.line.and_then(|line| first.checked_add_signed(line));
        let own = line.and_then(|line| lines.number(file, line));
        stmt.line = own.and_then(|own| i32::try_from(i64::from(own) - i64::from(number)).ok());
    }
    function.place = Some(Place {
        file: Arc::from(name(file)),
        line: number,
    });
}
