//! The room that tables take which are kept for long.

/// So many elements may be without use: moving them costs more than the room that it frees.
const FEW: usize = 4;

/// The same elements in a block of their size. An allocator cuts off no less than half of a block, so a table that has grown by
/// doubling would keep a quarter of its block unused on average.
pub fn exact<T>(mut all: Vec<T>) -> Vec<T> {
    if all.capacity() - all.len() < FEW {
        return all;
    }
    let mut out = Vec::with_capacity(all.len());
    out.append(&mut all);
    out
}

#[cfg(test)]
mod tests {
    use super::{FEW, exact};

    #[test]
    fn what_has_grown_has_no_room_left() {
        let mut all = Vec::with_capacity(100);
        all.extend(0..60);
        assert_eq!(exact(all.clone()).capacity(), 60);
        let mut all = Vec::with_capacity(60 + FEW);
        all.extend(0..60);
        let small = exact(all);
        assert_eq!((small.capacity(), small.len(), small[59]), (60, 60, 59));
        let mut full = Vec::with_capacity(8);
        full.extend(0..7);
        assert_eq!(exact(full).capacity(), 8);
    }
}
