//! Names as numbers. Knows nothing of what a name means.

use std::hash::Hasher as _;

/// A name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Sym(pub u32);

/// All names: open addressing over the hashes, the bytes in one piece.
pub struct Interner {
    table: Vec<Slot>,
    ends: Vec<u32>,
    bytes: Vec<u8>,
    /// Some name has characters beyond ASCII.
    extended: bool,
}

/// A place of the table. All that tells a name from another lies together.
#[derive(Clone, Copy, Default)]
struct Slot {
    hash: u32,
    /// The name's number from 1; 0 if the slot is free.
    sym: u32,
    /// Where the name begins among the bytes.
    start: u32,
    len: u32,
}

impl Default for Interner {
    fn default() -> Self {
        Interner {
            table: vec![Slot::default(); 1 << 15],
            ends: vec![0],
            bytes: vec![],
            extended: false,
        }
    }
}

fn hash_of(name: &[u8]) -> u32 {
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(name);
    (hasher.finish() >> 20) as u32
}

/// Whether two names of one length are the same: most are short, and a call costs more than the comparison.
#[inline(always)]
fn same(a: &[u8], b: &[u8]) -> bool {
    let (a, rest_a) = a.as_chunks::<8>();
    let (b, rest_b) = b.as_chunks::<8>();
    let words = a.iter().zip(b);
    let rest = rest_a.iter().zip(rest_b);
    words.fold(true, |same, (x, y)| {
        same & (u64::from_le_bytes(*x) == u64::from_le_bytes(*y))
    }) && rest.fold(true, |same, (x, y)| same & (x == y))
}

impl Interner {
    /// The number of a name that there is already.
    pub fn get(&self, name: &[u8]) -> Option<Sym> {
        self.find(hash_of(name), name).ok()
    }

    /// The number of a name.
    pub fn intern(&mut self, name: &[u8]) -> Sym {
        let hash = hash_of(name);
        match self.find(hash, name) {
            Ok(sym) => sym,
            Err(free) => self.insert(hash, name, free),
        }
    }

    /// The number of a name, or the slot for it.
    #[inline(always)]
    fn find(&self, hash: u32, name: &[u8]) -> Result<Sym, usize> {
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.table[at];
            if slot.sym == 0 {
                return Err(at);
            }
            if slot.hash == hash && slot.len as usize == name.len() {
                let start = slot.start as usize;
                if same(&self.bytes[start..start + name.len()], name) {
                    return Ok(Sym(slot.sym - 1));
                }
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn insert(&mut self, hash: u32, name: &[u8], free: usize) -> Sym {
        let start = self.bytes.len() as u32;
        self.bytes.extend_from_slice(name);
        self.ends.push(self.bytes.len() as u32);
        let count = self.len();
        self.table[free] = Slot {
            hash,
            sym: count as u32,
            start,
            len: name.len() as u32,
        };
        if count * 2 > self.table.len() {
            self.grow();
        }
        Sym(count as u32 - 1)
    }

    /// The number of a name with characters beyond ASCII.
    pub(crate) fn intern_extended(&mut self, name: &[u8]) -> Sym {
        self.extended = true;
        self.intern(name)
    }

    /// Whether some name has characters beyond ASCII.
    pub(crate) fn is_extended(&self) -> bool {
        self.extended
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        let old = std::mem::replace(&mut self.table, vec![Slot::default(); mask + 1]);
        for slot in old.into_iter().filter(|slot| slot.sym > 0) {
            let mut at = slot.hash as usize & mask;
            while self.table[at].sym > 0 {
                at = (at + 1) & mask;
            }
            self.table[at] = slot;
        }
    }

    /// The bytes of a name.
    pub fn name(&self, sym: Sym) -> &[u8] {
        let at = sym.0 as usize;
        &self.bytes[self.ends[at] as usize..self.ends[at + 1] as usize]
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.ends.len() - 1
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
