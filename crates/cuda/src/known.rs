//! What the functions of headers are, as an earlier run found it: facts of items, with what the parser asked for them.
//!
//! It must not know where the bytes are kept. What is known holds where the parser would be told the same, and for one meaning of the
//! annotations of CUDA Tile. Both are compared when it is asked for.

use std::sync::Arc;

use cleave_base_db::Db;
use cleave_names::{Asked, ItemNode, declarations};
use cleave_syntax::skeleton::Flags;
use cleave_syntax::words::{Reader, Writer};

use crate::entity::EntityPath;
use crate::index::{FunctionFact, Merged, function_facts};
use crate::space::{ExecutionSpace, Tile, tile};

/// The facts of items by their place in the file, in order.
#[derive(Clone, Debug, Default)]
pub struct KnownFacts(Vec<Item>);

#[derive(Clone, Debug)]
struct Item {
    index: u32,
    tile: Tile,
    asked: Box<[Asked]>,
    facts: Arc<[FunctionFact]>,
}

impl KnownFacts {
    /// Of how many items something is known.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads what [`write_facts`] wrote. `place` gives the place of an item by its number, if there is such an item.
    pub fn read(from: &mut Reader<'_>, place: impl Fn(u32) -> Option<u32>) -> Option<KnownFacts> {
        let tile = tile_at(from.word()?)?;
        let mut last = None;
        let mut all = Vec::new();
        for _ in 0..from.word()? {
            let index = place(from.word()?).filter(|&at| last.is_none_or(|last| last < at))?;
            last = Some(index);
            let asked = (0..from.word()?).map(|_| Asked::read(from));
            let asked = asked.collect::<Option<_>>()?;
            let facts = (0..from.word()?).map(|_| read_fact(from));
            let facts = facts.collect::<Option<_>>()?;
            all.push(Item {
                index,
                tile,
                asked,
                facts,
            });
        }
        Some(KnownFacts(all))
    }

    /// Adds what is known of items behind all of these.
    pub fn append(&mut self, later: KnownFacts) {
        self.0.extend(later.0);
    }
}

/// The facts of an item, if they are known.
pub(crate) fn known_facts<'db>(
    db: &'db dyn Db,
    item: ItemNode<'db>,
) -> Option<&'db Arc<[FunctionFact]>> {
    let file = item.file(db);
    let KnownFacts(all) = file.known(db).as_ref()?.get()?;
    let index = item.index(db);
    let at = all.binary_search_by_key(&index, |item| item.index).ok()?;
    let known = &all[at];
    let holds = !item.flags(db).has(Flags::USER)
        && known.tile == tile(db, file)
        && known.asked.iter().all(|asked| asked.holds(db, item));
    holds.then_some(&known.facts)
}

/// How many questions of one item are worth keeping.
const MOST_ASKED: usize = 64;

/// Whether the facts of an item are worth keeping for a later run.
pub fn are_facts_kept(db: &dyn Db, item: ItemNode<'_>) -> bool {
    !item.flags(db).has(Flags::USER) && declarations(db, item).asked.len() <= MOST_ASKED
}

/// Writes the facts of items that are worth keeping, each with its number, in order.
pub fn write_facts(db: &dyn Db, items: &[(u32, ItemNode<'_>)], out: &mut Writer<'_>) {
    let tile = items.first().map(|(_, item)| tile(db, item.file(db)));
    let tile = TILES.iter().position(|&t| Some(t) == tile);
    out.count(tile.unwrap_or_default());
    out.count(items.len());
    for &(number, item) in items {
        let (asked, facts) = (&declarations(db, item).asked, function_facts(db, item));
        out.record([number, asked.len() as u32]);
        asked.iter().for_each(|asked| asked.write(out));
        out.count(facts.len());
        facts.iter().for_each(|fact| write_fact(fact, out));
    }
}

const TILES: [Tile; 4] = [Tile::Ignored, Tile::Kernels, Tile::Builtins, Tile::Spaces];

fn tile_at(number: u32) -> Option<Tile> {
    TILES.get(number as usize).copied()
}

fn bits(all: &[bool]) -> u32 {
    (0..).zip(all).map(|(n, &bit)| u32::from(bit) << n).sum()
}

fn halves(hash: u64) -> [u32; 2] {
    [hash as u32, (hash >> 32) as u32]
}

fn whole([low, high]: [u32; 2]) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

fn write_fact(fact: &FunctionFact, out: &mut Writer<'_>) {
    let is = [
        fact.constexpr,
        fact.inline,
        fact.is_static,
        fact.defined,
        fact.template,
        fact.specialization,
        fact.generic,
        fact.pack,
    ];
    out.record([fact.decl, fact.space.bits(), bits(&is), fact.arity]);
    out.record(halves(fact.path.signature));
    out.record(halves(fact.path.specialized));
    out.text(&fact.path.path);
}

fn read_fact(from: &mut Reader<'_>) -> Option<FunctionFact> {
    let [decl, space, bits, arity] = from.record()?;
    let is = |n: u32| bits >> n & 1 != 0;
    let signature = whole(from.record()?);
    let specialized = whole(from.record()?);
    Some(FunctionFact {
        decl,
        path: EntityPath {
            path: from.text()?.to_owned(),
            signature,
            specialized,
        },
        space: ExecutionSpace::of_bits(space),
        constexpr: is(0),
        inline: is(1),
        is_static: is(2),
        defined: is(3),
        template: is(4),
        specialization: is(5),
        generic: is(6),
        arity,
        pack: is(7),
    })
}

impl Merged {
    /// As two words.
    pub fn to_words(self) -> [u32; 2] {
        let is = [
            self.constexpr,
            self.inline,
            self.is_static,
            self.defined,
            self.declared,
        ];
        [self.space.bits(), bits(&is)]
    }
}
