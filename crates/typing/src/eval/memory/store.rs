//! Where the objects of one evaluation are held. It must not know what they are.

/// An object of one evaluation. No other object of it has the same, however many come and go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId {
    /// How many were made before it.
    born: u32,
    /// Where it is held.
    slot: u32,
}

impl ObjectId {
    /// An object that no evaluation has.
    pub(crate) const NONE: ObjectId = ObjectId {
        born: u32::MAX,
        slot: u32::MAX,
    };
}

/// The objects that are alive. Places of those that are gone are used again.
pub(crate) struct Store<T> {
    slots: Vec<Slot<T>>,
    free: Vec<u32>,
    born: u32,
}

struct Slot<T> {
    /// Of the object in it.
    born: u32,
    object: Option<T>,
}

impl<T> Store<T> {
    /// Takes an object.
    pub(crate) fn insert(&mut self, object: T) -> ObjectId {
        let born = self.born;
        self.born += 1;
        let held = Slot {
            born,
            object: Some(object),
        };
        match self.free.pop() {
            Some(slot) => {
                self.slots[slot as usize] = held;
                ObjectId { born, slot }
            }
            None => {
                self.slots.push(held);
                let slot = self.slots.len() as u32 - 1;
                ObjectId { born, slot }
            }
        }
    }

    /// An object, if it is alive.
    pub(crate) fn get(&self, id: ObjectId) -> Option<&T> {
        let held = self.slots.get(id.slot as usize)?;
        held.object.as_ref().filter(|_| held.born == id.born)
    }

    /// An object, to be changed, if it is alive.
    pub(crate) fn get_mut(&mut self, id: ObjectId) -> Option<&mut T> {
        let held = self.slots.get_mut(id.slot as usize)?;
        held.object.as_mut().filter(|_| held.born == id.born)
    }

    /// Gives an object back, if it is alive.
    pub(crate) fn remove(&mut self, id: ObjectId) -> Option<T> {
        let held = self.slots.get_mut(id.slot as usize)?;
        if held.born != id.born {
            return None;
        }
        let object = held.object.take()?;
        self.free.push(id.slot);
        Some(object)
    }

    /// All that are alive, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ObjectId, &T)> {
        self.slots.iter().enumerate().filter_map(|(slot, held)| {
            let id = ObjectId {
                born: held.born,
                slot: slot as u32,
            };
            Some((id, held.object.as_ref()?))
        })
    }
}

impl<T> Default for Store<T> {
    fn default() -> Self {
        Store {
            slots: Vec::new(),
            free: Vec::new(),
            born: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Store;

    /// What took the place of an object that is gone is not found by the old one's id.
    #[test]
    fn places_are_used_again() {
        let mut store = Store::default();
        let first = store.insert('a');
        let second = store.insert('b');
        assert_eq!(store.remove(first), Some('a'));
        assert_eq!(store.remove(first), None);
        let third = store.insert('c');
        assert_eq!(store.slots.len(), 2);
        assert_eq!(store.get(first), None);
        assert_eq!(store.get_mut(first), None);
        assert_eq!(store.remove(first), None);
        assert_eq!(store.get(second), Some(&'b'));
        assert_eq!(store.get(third), Some(&'c'));
        assert!(first < second && second < third);
        let mut all: Vec<_> = store.iter().collect();
        all.sort();
        assert_eq!(all, [(second, &'b'), (third, &'c')]);
    }
}
