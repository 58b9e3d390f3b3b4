//! What the functions of headers are, as an earlier run found it: facts of items that tell them by their own text.
//!
//! It must not know where the bytes are kept. What is known holds for one meaning of the annotations of CUDA Tile, which a query compares.

use cleave_base_db::Db;
use cleave_names::{ItemNode, declarations};
use cleave_syntax::skeleton::Flags;
use cleave_syntax::words::{Reader, Writer};

use crate::entity::EntityPath;
use crate::index::{FunctionFact, Merged, function_facts};
use crate::space::{ExecutionSpace, Tile, tile};

/// The facts of items by their place in the file, in order.
#[derive(Clone, Debug, Default)]
pub struct KnownFacts(Vec<(u32, Tile, Box<[FunctionFact]>)>);

impl KnownFacts {
    /// Reads what [`write_facts`] wrote. `place` gives the place of an item by its number, if there is such an item. Nothing is
    /// added unless all can be read.
    pub fn read(
        &mut self,
        from: &mut Reader<'_>,
        place: impl Fn(u32) -> Option<u32>,
    ) -> Option<()> {
        let tile = tile_at(from.word()?)?;
        let mut last = self.0.last().map(|known| known.0);
        let mut all = Vec::new();
        for _ in 0..from.word()? {
            let at = place(from.word()?).filter(|&at| last.is_none_or(|last| last < at))?;
            last = Some(at);
            let facts = (0..from.word()?).map(|_| read_fact(from));
            all.push((at, tile, facts.collect::<Option<_>>()?));
        }
        self.0.extend(all);
        Some(())
    }
}

/// The facts of an item, if they are known.
pub(crate) fn known_facts<'db>(
    db: &'db dyn Db,
    item: ItemNode<'db>,
) -> Option<&'db [FunctionFact]> {
    let file = item.file(db);
    let KnownFacts(all) = file.known(db).as_ref()?.get()?;
    let index = item.index(db);
    let at = all.binary_search_by_key(&index, |known| known.0).ok()?;
    let (_, of, facts) = &all[at];
    let holds = *of == tile(db, file) && !item.flags(db).has(Flags::USER);
    holds.then_some(facts)
}

/// Whether facts of an item may be known to a later run: its own text tells them.
pub fn are_told_by_text(db: &dyn Db, item: ItemNode<'_>) -> bool {
    !item.flags(db).has(Flags::USER) && declarations(db, item).by_itself
}

/// Writes the facts of items that tell them by their own text, each with its number, in order.
pub fn write_facts(db: &dyn Db, items: &[(u32, ItemNode<'_>)], out: &mut Writer<'_>) {
    let tile = items.first().map(|(_, item)| tile(db, item.file(db)));
    let tile = TILES.iter().position(|&t| Some(t) == tile);
    out.count(tile.unwrap_or_default());
    out.count(items.len());
    for &(number, item) in items {
        let facts = function_facts(db, item);
        out.record([number, facts.len() as u32]);
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
