//! How often names stand in a text, whatever they mean there: token by token, in headers too.
//!
//! Granularity: [`in_part`] runs when the text of its part changes, or when other names are asked for. The part that the user's code
//! begins in is read each time, from there on.

use cleave_base_db::{Db, SourceFile};
use cleave_names::{Part, file_parts, item_map, part_skeleton, part_text};
use cleave_syntax::SyntaxKind::{IDENT, WHITESPACE};
use cleave_syntax::lexer::next_token;
use cleave_syntax::skeleton::Flags;
use rustc_hash::{FxHashMap, FxHashSet};

/// The names that are asked for.
#[salsa::interned(debug)]
struct Names<'db> {
    /// Sorted, each once.
    #[returns(deref)]
    all: Box<[String]>,
}

/// How often each of some names stands in the text from the user's first item on. A name that does not is left out.
pub(super) fn counted<'n>(
    db: &dyn Db,
    file: SourceFile,
    names: &FxHashSet<&'n str>,
) -> FxHashMap<&'n str, usize> {
    let mut sorted: Vec<&'n str> = names.iter().copied().collect();
    sorted.sort_unstable();
    let asked = Names::new(
        db,
        sorted.iter().map(|n| (*n).to_owned()).collect::<Box<[_]>>(),
    );
    let mut all = vec![0; sorted.len()];
    let map = item_map(db, file);
    let first = (map
        .nodes
        .iter()
        .position(|item| item.flags(db).has(Flags::USER)))
    .map(|at| map.indices[at]);
    let parts = file_parts(db, file);
    if let Some(first) = first
        && let Some(at) = parts.partition_point(|p| p.first <= first).checked_sub(1)
    {
        let (begin, behind) = (parts[at], &parts[at + 1..]);
        let items = &part_skeleton(db, begin.part).items;
        let item = items.get((first - begin.first) as usize);
        let start = item.map_or(0, |item| item.span.start as usize);
        let text = part_text(db, begin.part).get(start..).unwrap_or_default();
        add(&mut all, &in_text(text, asked.all(db)));
        for placed in behind {
            add(&mut all, in_part(db, placed.part, asked));
        }
    }
    let met = sorted.into_iter().zip(all);
    met.filter(|(_, count)| *count > 0)
        .map(|(name, count)| (name, count as usize))
        .collect()
}

fn add(all: &mut [u32], more: &[u32]) {
    for (count, more) in all.iter_mut().zip(more) {
        *count += more;
    }
}

/// How often each of some names stands in a part.
#[salsa::tracked(returns(deref))]
fn in_part<'db>(db: &'db dyn Db, part: Part<'db>, names: Names<'db>) -> Box<[u32]> {
    in_text(part_text(db, part), names.all(db))
}

fn in_text(text: &str, names: &[String]) -> Box<[u32]> {
    let places = names.iter().map(String::as_str).zip(0..);
    let places: FxHashMap<&str, usize> = places.collect();
    let mut out = vec![0; names.len()];
    let bytes = text.as_bytes();
    let (mut pos, mut line_start) = (0, true);
    while pos < bytes.len() {
        let t = next_token(bytes, pos, line_start);
        let end = pos + (t.len as usize).max(1);
        match t.kind {
            WHITESPACE => line_start |= bytes[pos..end].contains(&b'\n'),
            IDENT => {
                line_start = false;
                if let Some(at) = text.get(pos..end).and_then(|word| places.get(word)) {
                    out[*at] += 1;
                }
            }
            _ => line_start = false,
        }
        pos = end;
    }
    out.into()
}
