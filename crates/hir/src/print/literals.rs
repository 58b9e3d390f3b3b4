//! Literals.

use std::fmt::Write as _;

use crate::{Encoding, FloatSuffix, Literal};

pub(super) fn text(literal: &Literal) -> String {
    match literal {
        Literal::Int {
            value,
            suffix,
            decimal,
        } => {
            let mut out = match decimal {
                true => value.to_string(),
                false => format!("{value:#x}"),
            };
            if suffix.unsigned {
                out.push('u');
            }
            for _ in 0..suffix.long {
                out.push('l');
            }
            if suffix.size {
                out.push('z');
            }
            out
        }
        Literal::Float { text, suffix } => {
            let suffix = match suffix {
                FloatSuffix::Double => "",
                FloatSuffix::Float => "f",
                FloatSuffix::LongDouble => "l",
                FloatSuffix::Float16 => "f16",
                FloatSuffix::Float128 => "q",
                FloatSuffix::Bfloat16 => "bf16",
            };
            format!("{text}{suffix}")
        }
        Literal::Char {
            value,
            encoding,
            multi,
        } => {
            let multi = if *multi { "multi" } else { "" };
            let prefix = prefix(*encoding);
            match char::from_u32(*value).filter(|c| c.is_ascii_graphic()) {
                Some(c) => format!("{prefix}'{c}'"),
                None => format!("{prefix}'{multi}{value:#x}'"),
            }
        }
        Literal::String { units, encoding } => {
            let mut out = format!("{}\"", prefix(*encoding));
            for &unit in units {
                match char::from_u32(unit).filter(|c| c.is_ascii_graphic() || *c == ' ') {
                    Some(c) => out.push(c),
                    None => {
                        let _ = write!(out, "\\{{{unit:x}}}");
                    }
                }
            }
            out.push('"');
            out
        }
        Literal::Bool(value) => value.to_string(),
        Literal::Nullptr => "nullptr".to_owned(),
        Literal::GnuNull => "__null".to_owned(),
        Literal::User(user) => {
            format!(
                "(user {} {:?} {})",
                text(&user.literal),
                user.text,
                user.suffix
            )
        }
    }
}

fn prefix(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Ordinary => "",
        Encoding::Wide => "L",
        Encoding::Utf8 => "u8",
        Encoding::Utf16 => "u",
        Encoding::Utf32 => "U",
    }
}
