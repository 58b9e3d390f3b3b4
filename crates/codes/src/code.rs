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

    /// Whether a user's number is that of a diagnostic which toolkits after 13.0, up to 13.5, brought in. Nothing reports it, and
    /// options that name it change nothing.
    pub fn is_of_newer_toolkit(written: u64) -> bool {
        const LAST_INTERNAL: u64 = 4012;
        const LAST_SHOWN: u64 = 20428;
        let last = u64::from(Code::LAST.0);
        (last + 1..=LAST_INTERNAL).contains(&written)
            || (last + u64::from(Code::SHIFT) + 1..=LAST_SHOWN).contains(&written)
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
    fn numbers_of_newer_toolkits() {
        let newer = Code::is_of_newer_toolkit;
        assert_eq!(
            [3794, 3795, 4012, 4013].map(newer),
            [false, true, true, false]
        );
        assert_eq!(
            [20337, 20338, 20428, 20429].map(newer),
            [false, true, true, false]
        );
        assert!(
            [3795, 4012, 20338, 20428]
                .iter()
                .all(|&n| Code::from_user(n).is_none())
        );
    }

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
