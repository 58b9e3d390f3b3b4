//! Names as numbers. Knows nothing of what a name means.

use std::hash::Hasher as _;

/// A name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Sym(pub u32);

/// All names: open addressing over the hashes, the bytes in one piece.
pub struct Interner {
    table: Vec<u32>,
    hashes: Vec<u32>,
    ends: Vec<u32>,
    bytes: Vec<u8>,
}

impl Default for Interner {
    fn default() -> Self {
        Interner {
            table: vec![0; 1 << 15],
            hashes: vec![],
            ends: vec![0],
            bytes: vec![],
        }
    }
}

fn hash_of(name: &[u8]) -> u32 {
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(name);
    (hasher.finish() >> 20) as u32
}

impl Interner {
    /// The number of a name that there is already.
    pub fn get(&self, name: &[u8]) -> Option<Sym> {
        let hash = hash_of(name);
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let sym = Sym(self.table[at].checked_sub(1)?);
            if self.hashes[sym.0 as usize] == hash && self.name(sym) == name {
                return Some(sym);
            }
            at = (at + 1) & mask;
        }
    }

    /// The number of a name.
    pub fn intern(&mut self, name: &[u8]) -> Sym {
        let hash = hash_of(name);
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.table[at];
            if slot == 0 {
                break;
            }
            if self.hashes[slot as usize - 1] == hash && self.name(Sym(slot - 1)) == name {
                return Sym(slot - 1);
            }
            at = (at + 1) & mask;
        }
        let sym = self.hashes.len() as u32;
        self.hashes.push(hash);
        self.bytes.extend_from_slice(name);
        self.ends.push(self.bytes.len() as u32);
        self.table[at] = sym + 1;
        if self.hashes.len() * 2 > self.table.len() {
            self.grow();
        }
        Sym(sym)
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 4 - 1;
        self.table = vec![0; mask + 1];
        for (i, &hash) in self.hashes.iter().enumerate() {
            let mut at = hash as usize & mask;
            while self.table[at] != 0 {
                at = (at + 1) & mask;
            }
            self.table[at] = i as u32 + 1;
        }
    }

    /// The bytes of a name.
    pub fn name(&self, sym: Sym) -> &[u8] {
        let at = sym.0 as usize;
        &self.bytes[self.ends[at] as usize..self.ends[at + 1] as usize]
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }
}
