//! Format strings of `printf` and `scanf` ([C11 7.21.6.1], [C11 7.21.6.2]) as the sequence of the arguments that they ask for.
//!
//! This module must not know calls and types.

use cleave_lang::Builtin;

/// Whose conversions they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    Printf,
    Scanf,
}

impl Family {
    /// By the name in GNU's attribute `format`.
    pub(crate) fn named(name: &str) -> Option<Family> {
        match name.trim_matches('_') {
            "printf" => Some(Family::Printf),
            "scanf" => Some(Family::Scanf),
            _ => None,
        }
    }
}

/// What an argument has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// A value of a type.
    Value(Builtin),
    /// A pointer to a value of a type, to `void` any pointer; and whether it is written to.
    To(Builtin, bool),
    /// A pointer to a pointer to `void`, which is written to.
    ToPointer,
}

/// A step of reading a format string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// An argument is asked for: the next one, or that of a number, from 1 on.
    Argument(Option<u32>, Wanted),
    /// What follows is no conversion.
    Invalid,
    /// An argument has the number 0.
    Zeroth,
}

/// How long a value is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Length {
    None,
    Char,
    Short,
    Long,
    LongLong,
    /// `z`, `j`, `t`: as long as a pointer.
    Pointer,
    LongDouble,
}

/// The steps of a format string, up to its first null character.
pub(crate) fn steps(format: &[u8], family: Family) -> Vec<Step> {
    let end = format.iter().position(|&c| c == 0);
    let mut reader = Reader {
        text: &format[..end.unwrap_or(format.len())],
        family,
        steps: Vec::new(),
    };
    while reader.conversion().is_some() {}
    reader.steps
}

struct Reader<'t> {
    text: &'t [u8],
    family: Family,
    steps: Vec<Step>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.first().copied()
    }

    fn skip(&mut self, wanted: impl Fn(u8) -> bool) -> bool {
        let found = self.peek().is_some_and(wanted);
        if found {
            self.text = &self.text[1..];
        }
        found
    }

    /// A number, if one is there. A huge one is the greatest.
    fn number(&mut self) -> Option<u32> {
        let digits = self.text.iter().take_while(|c| c.is_ascii_digit()).count();
        let (number, rest) = self.text.split_at(digits);
        self.text = rest;
        (digits > 0).then(|| {
            let digit = |n: u32, c: &u8| n.saturating_mul(10).saturating_add(u32::from(c - b'0'));
            number.iter().fold(0, digit)
        })
    }

    /// A number with a `$` behind it.
    fn position(&mut self) -> Option<u32> {
        let before = self.text;
        let number = self.number();
        if number.is_some() && self.skip(|c| c == b'$') {
            return number;
        }
        self.text = before;
        None
    }

    /// The next conversion; `None` if nothing more is read.
    fn conversion(&mut self) -> Option<()> {
        let start = self.text.iter().position(|&c| c == b'%')?;
        self.text = &self.text[start + 1..];
        let position = self.position();
        if position == Some(0) {
            self.steps.push(Step::Zeroth);
            return None;
        }
        let suppressed = match self.family {
            Family::Printf => {
                while self.skip(|c| b"-+ #0'".contains(&c)) {}
                self.width();
                if self.skip(|c| c == b'.') {
                    self.width();
                }
                false
            }
            Family::Scanf => {
                let suppressed = self.skip(|c| c == b'*');
                self.number();
                suppressed
            }
        };
        let length = self.length();
        let Some(conversion) = self.peek() else {
            self.steps.push(Step::Invalid);
            return None;
        };
        self.text = &self.text[1..];
        if conversion == b'%' {
            return Some(());
        }
        let wanted = match self.family {
            Family::Printf => printed(conversion, length),
            Family::Scanf => scanned(conversion, length),
        };
        let Some(wanted) = wanted else {
            self.steps.push(Step::Invalid);
            return None;
        };
        if conversion == b'[' {
            self.skip(|c| c == b'^');
            self.skip(|c| c == b']');
            let end = self.text.iter().position(|&c| c == b']')?;
            self.text = &self.text[end + 1..];
        }
        if !suppressed {
            self.steps.push(Step::Argument(position, wanted));
        }
        Some(())
    }

    /// A width or a precision.
    fn width(&mut self) {
        if self.skip(|c| c == b'*') {
            let position = self.position();
            self.steps
                .push(Step::Argument(position, Wanted::Value(Builtin::Int)));
        } else {
            self.number();
        }
    }

    fn length(&mut self) -> Length {
        let twice = |reader: &mut Self, letter: u8, once: Length, twice: Length| match reader
            .skip(|c| c == letter)
        {
            true => twice,
            false => once,
        };
        let Some(letter) = self.peek() else {
            return Length::None;
        };
        if !b"hlLzjt".contains(&letter) {
            return Length::None;
        }
        self.text = &self.text[1..];
        match letter {
            b'h' => twice(self, b'h', Length::Short, Length::Char),
            b'l' => twice(self, b'l', Length::Long, Length::LongLong),
            b'L' => Length::LongDouble,
            _ => Length::Pointer,
        }
    }
}

fn signed(length: Length) -> Builtin {
    match length {
        Length::Char => Builtin::SignedChar,
        Length::Short => Builtin::Short,
        Length::None | Length::LongDouble => Builtin::Int,
        Length::Long | Length::Pointer => Builtin::Long,
        Length::LongLong => Builtin::LongLong,
    }
}

fn unsigned(length: Length) -> Builtin {
    match length {
        Length::Char => Builtin::UnsignedChar,
        Length::Short => Builtin::UnsignedShort,
        Length::None | Length::LongDouble => Builtin::UnsignedInt,
        Length::Long | Length::Pointer => Builtin::UnsignedLong,
        Length::LongLong => Builtin::UnsignedLongLong,
    }
}

fn character(length: Length) -> Builtin {
    match length {
        Length::Long => Builtin::Int,
        _ => Builtin::Char,
    }
}

/// What a conversion of `printf` asks for. Shorter integers are promoted.
fn printed(conversion: u8, length: Length) -> Option<Wanted> {
    let promoted = match length {
        Length::Char | Length::Short => Length::None,
        other => other,
    };
    Some(match conversion {
        b'd' | b'i' => Wanted::Value(signed(promoted)),
        b'u' | b'o' | b'x' | b'X' => Wanted::Value(unsigned(promoted)),
        b'c' => Wanted::Value(Builtin::Int),
        b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => Wanted::Value(match length {
            Length::LongDouble => Builtin::LongDouble,
            _ => Builtin::Double,
        }),
        b's' => Wanted::To(character(length), false),
        b'p' => Wanted::To(Builtin::Void, false),
        b'n' => Wanted::To(signed(length), true),
        _ => return None,
    })
}

/// The same of `scanf`.
fn scanned(conversion: u8, length: Length) -> Option<Wanted> {
    Some(Wanted::To(
        match conversion {
            b'd' | b'i' | b'n' => signed(length),
            b'u' | b'o' | b'x' | b'X' => unsigned(length),
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => match length {
                Length::LongDouble => Builtin::LongDouble,
                Length::Long => Builtin::Double,
                _ => Builtin::Float,
            },
            b'c' | b's' | b'[' => character(length),
            b'p' => return Some(Wanted::ToPointer),
            _ => return None,
        },
        true,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(format: &str, family: Family, expected: &[Step]) {
        assert_eq!(steps(format.as_bytes(), family), expected);
    }

    fn next(value: Builtin) -> Step {
        Step::Argument(None, Wanted::Value(value))
    }

    #[test]
    fn conversions_ask_for_values() {
        let of = |format, value| check(format, Family::Printf, &[next(value)]);
        of("%d", Builtin::Int);
        of("a%-08.3hhdb", Builtin::Int);
        of("%zu", Builtin::UnsignedLong);
        of("%lld", Builtin::LongLong);
        of("%Lf%%", Builtin::LongDouble);
        let any = Step::Argument(None, Wanted::To(Builtin::Void, false));
        check("%p", Family::Printf, &[any]);
    }

    #[test]
    fn widths_are_arguments() {
        let all = [Builtin::Int, Builtin::Int, Builtin::Double].map(next);
        check("%*.*f", Family::Printf, &all);
    }

    #[test]
    fn nothing_is_read_behind_what_is_invalid() {
        check("%k %d", Family::Printf, &[Step::Invalid]);
        check(
            "%1$d %0$d",
            Family::Printf,
            &[
                Step::Argument(Some(1), Wanted::Value(Builtin::Int)),
                Step::Zeroth,
            ],
        );
        check(
            "%d %l",
            Family::Printf,
            &[next(Builtin::Int), Step::Invalid],
        );
        check("%d\0%d", Family::Printf, &[next(Builtin::Int)]);
    }

    #[test]
    fn scanned_values_are_pointed_to() {
        let to = |value| Step::Argument(None, Wanted::To(value, true));
        check(
            "%[^]]%*d%5lf",
            Family::Scanf,
            &[to(Builtin::Char), to(Builtin::Double)],
        );
    }
}
