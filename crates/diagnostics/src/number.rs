//! The two ways to number a diagnostic. Knows no messages.

use std::fmt;

/// A diagnostic's number.
///
/// Numbers run from 1 to 3794. Those from 3457 on are CUDA's and are shown to users 16543 higher, as 20000 to
/// 20337; users may write either. `Display` gives the shown one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(u16);

impl Number {
    /// The last number there is (20337 to users).
    pub const LAST: u16 = 3794;
    /// The first of CUDA's numbers (20000 to users).
    pub const FIRST_CUDA: u16 = 3457;
    const SHIFT: u16 = 16543;

    /// The number that is `internal` inside, as SARIF rule names have it. A value outside 1 to 3794 is taken
    /// for the nearest one inside.
    pub const fn new(internal: u16) -> Number {
        Number(match internal {
            0 => 1,
            n if n > Number::LAST => Number::LAST,
            n => n,
        })
    }

    /// What a user's number means, in either numbering; `None` when there is no such diagnostic.
    pub fn from_user(written: u64) -> Option<Number> {
        let written = u16::try_from(written).ok()?;
        let internal = match written {
            1..=Number::LAST => written,
            _ => written
                .checked_sub(Number::SHIFT)
                .filter(|n| (Number::FIRST_CUDA..=Number::LAST).contains(n))?,
        };
        Some(Number(internal))
    }

    /// Whether a user's number is that of a diagnostic which toolkits after 13.0, up to 13.5, brought in. Nothing reports it, and
    /// options that name it change nothing.
    pub fn is_of_newer_toolkit(written: u64) -> bool {
        const LAST_INTERNAL: u64 = 4012;
        const LAST_SHOWN: u64 = 20428;
        let last = u64::from(Number::LAST);
        (last + 1..=LAST_INTERNAL).contains(&written)
            || (last + u64::from(Number::SHIFT) + 1..=LAST_SHOWN).contains(&written)
    }

    /// The number inside, 1 to 3794.
    pub const fn internal(self) -> u16 {
        self.0
    }

    /// The number users see.
    pub const fn shown(self) -> u16 {
        if self.is_cuda() {
            self.0 + Number::SHIFT
        } else {
            self.0
        }
    }

    /// Whether it is one of CUDA's.
    pub const fn is_cuda(self) -> bool {
        self.0 >= Number::FIRST_CUDA
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.shown())
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.shown())
    }
}

#[cfg(test)]
mod tests {
    use super::Number;

    #[test]
    fn numbers_of_newer_toolkits() {
        let newer = |n| Number::is_of_newer_toolkit(n);
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
                .all(|&n| Number::from_user(n).is_none())
        );
    }

    #[test]
    fn both_numberings_meet() {
        assert_eq!(Number::from_user(3505), Number::from_user(20048));
        assert_eq!(Number::new(3505).shown(), 20048);
        assert_eq!(Number::new(3456).shown(), 3456);
        assert_eq!(Number::from_user(20000).map(Number::internal), Some(3457));
        assert_eq!(Number::from_user(20337).map(Number::internal), Some(3794));
    }

    #[test]
    fn other_numbers_do_not_exist() {
        for n in [0, 3795, 19999, 20338, 65536 + 68, u64::MAX] {
            assert_eq!(Number::from_user(n), None, "{n}");
        }
    }
}
