//! What the compiler of the device names a unit after: it makes a module id of the first function or variable that others may link to, and
//! puts it into the names of what is internal where units are linked. The names in the IL say which id it must be.

use rustc_hash::FxHashMap;

use crate::c::names::marked;
use crate::{Function, Linkage, Module, Variable};

/// What a unit is named after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NamesUnit<'m> {
    /// One of the functions or variables that are written.
    Inside(&'m str),
    /// A function of the host, or one with a name that has the same checksum.
    Outside(String),
}

/// A name that is longer is part of the module id as its checksum (reference: host-text, Module id).
const VERBATIM: usize = 8;

/// What must be the first in a text that others may link to; nothing if no name depends on it.
pub(crate) fn names_unit<'m>(
    module: &'m Module,
    functions: &[&'m Function],
    variables: &[&'m Variable],
) -> Option<NamesUnit<'m>> {
    let all = (module.functions.iter().map(|f| &*f.name))
        .chain(module.variables.iter().map(|v| &*v.name));
    let tail = tail(all.into_iter().find_map(marked)?.0)?;
    let is_seen = |linkage: Linkage| linkage != Linkage::Internal;
    let functions = (functions.iter())
        .filter(|f| f.body.is_some() && is_seen(f.linkage))
        .map(|f| &*f.name);
    let variables = (variables.iter())
        .filter(|v| !v.is_declaration && is_seen(v.linkage))
        .map(|v| &*v.name);
    let inside = functions
        .chain(variables)
        .find(|name| match name.len() <= VERBATIM {
            true => *name == tail,
            false => format!("{:08x}", crc32fast::hash(name.as_bytes())) == tail,
        });
    match inside {
        Some(name) => Some(NamesUnit::Inside(name)),
        None => named_alike(tail).map(NamesUnit::Outside),
    }
}

/// What stands behind the name of the file: `_<checksum>_<length>_<file>_<tail>`.
fn tail(id: &str) -> Option<&str> {
    let (_, rest) = id.strip_prefix('_')?.split_once('_')?;
    let (len, rest) = rest.split_once('_')?;
    let (_, tail) = rest.split_at_checked(len.parse().ok()?)?;
    tail.strip_prefix('_')
}

/// A name that gives a module id a tail.
fn named_alike(tail: &str) -> Option<String> {
    let is_name = tail.len() <= VERBATIM
        && tail.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && tail.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match is_name {
        true => Some(tail.to_owned()),
        false => with_checksum(
            u32::from_str_radix(tail, 16)
                .ok()
                .filter(|_| tail.len() == 8)?,
        ),
    }
}

/// The letters of made names.
const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// How made names begin.
const PREFIX: &str = "__unit_";

/// A name that has a checksum. Three letters are tried forwards and three backwards until they meet.
fn with_checksum(checksum: u32) -> Option<String> {
    let table = table();
    let step = |state: u32, byte: u8| table[usize::from(state as u8 ^ byte)] ^ (state >> 8);
    // The highest byte of an entry says which entry was taken.
    let mut by_high = [0u8; 256];
    for (n, entry) in table.iter().enumerate() {
        by_high[(entry >> 24) as usize] = n as u8;
    }
    let back = |state: u32, byte: u8| {
        let n = by_high[(state >> 24) as usize];
        ((state ^ table[usize::from(n)]) << 8) | u32::from(n ^ byte)
    };
    let start = PREFIX.bytes().fold(u32::MAX, step);
    let mut met: FxHashMap<u32, [u8; 3]> = FxHashMap::default();
    for letters in triples() {
        met.insert(letters.into_iter().fold(start, step), letters);
    }
    triples().find_map(|last| {
        let state = last.into_iter().rev().fold(!checksum, back);
        let first = met.get(&state)?;
        let letters = first.iter().chain(&last).map(|b| char::from(*b));
        Some(PREFIX.chars().chain(letters).collect())
    })
}

fn triples() -> impl Iterator<Item = [u8; 3]> {
    (LETTERS.iter())
        .flat_map(|a| (LETTERS.iter()).flat_map(move |b| LETTERS.iter().map(move |c| [*a, *b, *c])))
}

/// The checksums of single bytes (CRC-32, reflected).
fn table() -> [u32; 256] {
    std::array::from_fn(|n| {
        (0..8).fold(n as u32, |c, _| match c & 1 {
            1 => 0xedb8_8320 ^ (c >> 1),
            _ => c >> 1,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{named_alike, tail};

    #[test]
    fn any_tail_has_a_name() {
        for id in [
            "_4de8e853_10_a15_rdc_cu_87fc2de0",
            "_00000000_4_a_cu_main",
            "_00000000_4_a_cu_00000000",
        ] {
            let wanted = tail(id).unwrap();
            let name = named_alike(wanted).unwrap();
            let found = match name.len() <= 8 {
                true => name,
                false => format!("{:08x}", crc32fast::hash(name.as_bytes())),
            };
            assert_eq!(found, wanted);
        }
    }
}
