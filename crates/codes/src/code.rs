//! What identifies a diagnostic, and the two ways to number it. Knows no messages.

use std::fmt;

/// Which diagnostic. Rules name one by its constant in [`codes`](crate::codes); no number makes one but a user's.
///
/// Numbers run from 1 to 3794. Those from 3457 on are CUDA's and are shown to users 16543 higher, as 20000 to
/// 20337; users may write either. `Display` gives the shown one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(u16);

impl Code {
    /// None: something is refused and nothing is said of it.
    pub const NONE: Code = Code(0);
    /// The last one there may be (20337 to users).
    pub const LAST: Code = Code(3794);
    /// The first of CUDA's numbers (20000 to users).
    const FIRST_CUDA: u16 = 3457;
    const SHIFT: u16 = 16543;

    /// The one whose number inside is `internal`. The tables alone know that it exists.
    pub(crate) const fn new(internal: u16) -> Code {
        Code(internal)
    }

    /// What a user's number means, in either numbering; `None` when there is no such diagnostic.
    pub fn from_user(written: u64) -> Option<Code> {
        let written = u16::try_from(written).ok()?;
        let internal = match written {
            1.. if written <= Code::LAST.0 => written,
            _ => written
                .checked_sub(Code::SHIFT)
                .filter(|n| (Code::FIRST_CUDA..=Code::LAST.0).contains(n))?,
        };
        Some(Code(internal))
    }

    /// The number inside, 1 to 3794.
    pub const fn internal(self) -> u16 {
        self.0
    }

    /// The number users see.
    pub const fn shown(self) -> u16 {
        if self.is_cuda() {
            self.0 + Code::SHIFT
        } else {
            self.0
        }
    }

    /// Whether it is one of CUDA's.
    pub const fn is_cuda(self) -> bool {
        self.0 >= Code::FIRST_CUDA
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.shown())
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.shown())
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn both_numberings_meet() {
        assert_eq!(Code::from_user(3505), Code::from_user(20048));
        assert_eq!(Code::new(3505).shown(), 20048);
        assert_eq!(Code::new(3456).shown(), 3456);
        assert_eq!(Code::from_user(20000).map(Code::internal), Some(3457));
        assert_eq!(Code::from_user(20337).map(Code::internal), Some(3794));
    }

    #[test]
    fn other_numbers_do_not_exist() {
        for n in [0, 3795, 19999, 20338, 65536 + 68, u64::MAX] {
            assert_eq!(Code::from_user(n), None, "{n}");
        }
    }
}
