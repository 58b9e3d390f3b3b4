//! The device code in a host half: data that the assembler reads, and that a compiler copies from the text into the assembly text. It must
//! not know what is kept.

use std::ops::Range;

/// How a line of the data begins, which is a string.
const DATA: &[u8] = b"\".quad ";
/// How it ends.
const DATA_END: &[u8] = b"\\n\"";
/// How the line with its name ends.
const NAME_END: &[u8] = b":\\n\"";
/// The name is said there, where the data is declared, and where its place is written down.
const NAMED: usize = 3;

/// Where the device code stands in a preprocessed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Image {
    /// Its lines.
    lines: Range<usize>,
    /// The number of words that it is declared with. No code depends on it: what mentions the data takes its address.
    count: Range<usize>,
}

impl Image {
    /// Finds it; `None` where a text has none or several, or uses its name in another way.
    pub(super) fn find(text: &[u8]) -> Option<Image> {
        let start = memchr::memmem::find(text, &[b"\n", DATA].concat())? + 1;
        let mut end = start;
        while text[end..].starts_with(DATA) {
            let line = end + memchr::memchr(b'\n', &text[end..])?;
            let words = text[end + DATA.len()..line].strip_suffix(DATA_END)?;
            let is_data = |b: &u8| matches!(b, b'0'..=b'9' | b'a'..=b'f' | b'x' | b',' | b' ');
            if !words.iter().all(is_data) {
                return None;
            }
            end = line + 1;
        }
        if memchr::memmem::find(&text[end..], DATA).is_some() {
            return None;
        }
        let before = text[..start - 1].strip_suffix(NAME_END)?;
        let name = &before[memchr::memrchr(b'"', before)? + 1..];
        let is_name = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
        if name.is_empty() || !name.iter().all(is_name) {
            return None;
        }
        let places = memchr::memmem::find_iter(text, name).take(NAMED + 1);
        let [_, declared, _] = places.collect::<Vec<_>>()[..] else {
            return None;
        };
        let count = declared + name.len() + 1;
        let digits = text.get(count..)?.iter();
        let digits = digits.take_while(|b| b.is_ascii_digit()).count();
        let is_array = text[count - 1] == b'[' && text.get(count + digits) == Some(&b']');
        (is_array && declared > end).then_some(Image {
            lines: start..end,
            count: count..count + digits,
        })
    }

    /// A text without its device code.
    pub(super) fn without(&self, text: &[u8]) -> Vec<u8> {
        let between = &text[self.lines.end..self.count.start];
        [&text[..self.lines.start], between, &text[self.count.end..]].concat()
    }

    /// The device code as the assembler reads it.
    pub(super) fn data(&self, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.lines.len());
        for line in text[self.lines.clone()].split_inclusive(|b| *b == b'\n') {
            out.extend_from_slice(&line[1..line.len() - DATA_END.len() - 1]);
            out.push(b'\n');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "int x;\nasm(\n\".section .nv_fatbin, \\\"a\\\"\\n\"\n\"fatbinData:\\n\"\n\
        \".quad 0x00,0x1f\\n\"\n\".quad 0x02\\n\"\n\".text\\n\");\n\
        extern const unsigned long long fatbinData[3];\nstatic const void *p = fatbinData;\n";

    #[test]
    fn it_is_found() {
        let text = TEXT.as_bytes();
        let image = Image::find(text).unwrap();
        assert_eq!(image.data(text), b".quad 0x00,0x1f\n.quad 0x02\n");
        let without = String::from_utf8(image.without(text)).unwrap();
        assert_eq!(
            without,
            "int x;\nasm(\n\".section .nv_fatbin, \\\"a\\\"\\n\"\n\"fatbinData:\\n\"\n\".text\\n\");\n\
             extern const unsigned long long fatbinData[];\nstatic const void *p = fatbinData;\n"
        );
    }

    #[test]
    fn what_is_not_understood_is_none() {
        for (from, to) in [
            // Nothing, something else between, another one, something in it.
            (".quad", ".byte"),
            ("\".quad 0x02", "\"more:\\n\"\n\".quad 0x02"),
            (".text\\n\");", ".text\\n\"\n\".quad 0x1\\n\");"),
            ("0x02", "main"),
            ("0x02\\n\"", "0x02\""),
            // Its name counts.
            ("= fatbinData", "= fatbinData + 1, *q = fatbinData"),
            ("fatbinData[3]", "fatbinData[sizeof(int)]"),
            ("fatbinData:", ""),
            ("extern", "int fatbinDataSize; extern"),
        ] {
            assert_ne!(TEXT, TEXT.replace(from, to), "{from}");
            assert_eq!(Image::find(TEXT.replace(from, to).as_bytes()), None, "{to}");
        }
    }
}
