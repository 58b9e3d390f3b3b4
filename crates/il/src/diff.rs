//! What differs between two modules: definitions by name, and lines of their texts.

use std::fmt::{self, Write as _};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::module::{Definition, Function, Module, Variable};
use crate::{Symbol, print_definition};

/// What makes no difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DiffOptions {
    /// Where something was written: lines of statements, files and lines of definitions.
    pub ignore_places: bool,
}

/// What a definition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are those of `Definition`")]
pub enum Kind {
    Record,
    Variable,
    Function,
    /// A function of the runtime, which has a name and nothing else.
    Runtime,
}

/// A definition that is not the same in both modules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub name: Symbol,
    /// Its lines: behind `-` those of the first module, behind `+` those of the second, behind a space those of both. Long parts that
    /// both have are left out, and `@` stands for them. Of a definition that one module has all lines.
    pub lines: Vec<(char, String)>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (mark, line) in &self.lines {
            writeln!(f, "{mark} {line}")?;
        }
        Ok(())
    }
}

/// What differs: functions of the runtime, definitions of the first module in its order, then those that only the second has. The
/// order of definitions makes no difference.
pub fn diff(old: &Module, new: &Module, options: DiffOptions) -> Vec<Difference> {
    let old_keys = keys(old);
    let mut others: FxHashMap<Key<'_>, Definition<'_>> =
        keys(new).into_iter().zip(new.definitions()).collect();
    let mut out = Vec::new();
    for (mark, these, those) in [('-', old, new), ('+', new, old)] {
        let others: FxHashSet<&Symbol> = those.runtime.iter().collect();
        for name in these.runtime.iter().filter(|name| !others.contains(name)) {
            out.push(Difference {
                kind: Kind::Runtime,
                name: name.clone(),
                lines: vec![(mark, format!("runtime @{name}"))],
            });
        }
    }
    for (key, definition) in old_keys.iter().zip(old.definitions()) {
        let before = text(definition, options);
        let lines = match others.remove(key) {
            Some(other) => {
                let after = text(other, options);
                if before == after {
                    continue;
                }
                compare(&before, &after)
            }
            None => marked('-', &before),
        };
        let (kind, name) = (kind(definition), definition.name().clone());
        out.push(Difference { kind, name, lines });
    }
    for (key, definition) in keys(new).iter().zip(new.definitions()) {
        if others.remove(key).is_some() {
            let kind = kind(definition);
            let lines = marked('+', &text(definition, options));
            let name = definition.name().clone();
            out.push(Difference { kind, name, lines });
        }
    }
    out
}

/// What definitions are compared by: kind, name, and which of those that have both.
type Key<'a> = (Kind, &'a str, u32);

fn keys(module: &Module) -> Vec<Key<'_>> {
    let mut met: FxHashMap<(Kind, &str), u32> = FxHashMap::default();
    (module.definitions())
        .map(|definition| {
            let (kind, name): (Kind, &str) = (kind(definition), definition.name());
            let count = met.entry((kind, name)).or_default();
            *count += 1;
            (kind, name, *count)
        })
        .collect()
}

fn kind(definition: Definition<'_>) -> Kind {
    match definition {
        Definition::Record(_) => Kind::Record,
        Definition::Variable(_) => Kind::Variable,
        Definition::Function(_) => Kind::Function,
    }
}

fn marked(mark: char, text: &str) -> Vec<(char, String)> {
    text.lines().map(|line| (mark, line.to_owned())).collect()
}

/// The text of a definition, without what makes no difference.
fn text(definition: Definition<'_>, options: DiffOptions) -> String {
    match definition {
        Definition::Variable(variable) if options.ignore_places => {
            let variable = Variable {
                place: None,
                ..variable.clone()
            };
            print_definition(Definition::Variable(&variable))
        }
        Definition::Function(function) if options.ignore_places => {
            let mut function = Function {
                place: None,
                ..function.clone()
            };
            for (_, stmt) in function.code.stmts.iter_mut() {
                stmt.line = None;
            }
            print_definition(Definition::Function(&function))
        }
        definition => print_definition(definition),
    }
}

/// Lines around a change that are shown.
const AROUND: usize = 3;
/// Up to so many pairs of lines a shortest difference is looked for; beyond that all lines count as changed.
const MOST: usize = 4_000_000;

/// The lines of two texts as one list.
fn compare(before: &str, after: &str) -> Vec<(char, String)> {
    let a: Vec<&str> = before.lines().collect();
    let b: Vec<&str> = after.lines().collect();
    let start = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let (rest_a, rest_b) = (&a[start..], &b[start..]);
    let end = (rest_a.iter().rev().zip(rest_b.iter().rev()))
        .take_while(|(x, y)| x == y)
        .count();
    let (middle_a, middle_b) = (&rest_a[..rest_a.len() - end], &rest_b[..rest_b.len() - end]);
    let mut lines: Vec<(char, &str)> = a[..start].iter().map(|&line| (' ', line)).collect();
    changes(middle_a, middle_b, &mut lines);
    lines.extend(rest_a[rest_a.len() - end..].iter().map(|&line| (' ', line)));
    shortened(&lines)
}

/// The shortest list of changes, by the longest common subsequence.
fn changes<'a>(a: &[&'a str], b: &[&'a str], out: &mut Vec<(char, &'a str)>) {
    if a.len().saturating_mul(b.len()) > MOST {
        out.extend(a.iter().map(|&line| ('-', line)));
        out.extend(b.iter().map(|&line| ('+', line)));
        return;
    }
    // The length of the longest common subsequence of each two ends.
    let width = b.len() + 1;
    let mut common = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i * width + j] = match a[i] == b[j] {
                true => common[(i + 1) * width + j + 1] + 1,
                false => common[(i + 1) * width + j].max(common[i * width + j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            out.push((' ', a[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == b.len()
            || (i < a.len() && common[(i + 1) * width + j] >= common[i * width + j + 1])
        {
            out.push(('-', a[i]));
            i += 1;
        } else {
            out.push(('+', b[j]));
            j += 1;
        }
    }
}

/// The lines without those that are far from a change. The first one stays: it says what is compared.
fn shortened(lines: &[(char, &str)]) -> Vec<(char, String)> {
    let mut near = vec![false; lines.len()];
    for (i, (mark, _)) in lines.iter().enumerate() {
        if *mark != ' ' {
            let last = (i + AROUND + 1).min(lines.len());
            near[i.saturating_sub(AROUND)..last].fill(true);
        }
    }
    if let Some(first) = near.first_mut() {
        *first = true;
    }
    let mut out = Vec::new();
    let mut left_out = 0;
    for (near, (mark, line)) in near.iter().zip(lines) {
        if !near {
            left_out += 1;
            continue;
        }
        if left_out > 0 {
            out.push(('@', more(left_out)));
            left_out = 0;
        }
        out.push((*mark, (*line).to_owned()));
    }
    if left_out > 0 {
        out.push(('@', more(left_out)));
    }
    out
}

fn more(count: usize) -> String {
    let mut text = String::new();
    let _ = write!(
        text,
        "{count} {}",
        if count == 1 { "line" } else { "lines" }
    );
    text
}
