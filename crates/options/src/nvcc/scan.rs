//! The words of a command line by the table, for those who ask for a few options and leave the rest to nvcc. It must not know what an
//! option does.

use std::ffi::{OsStr, OsString};

use super::spelling::{Found, NvccOption, Value, find};
use super::table::NVCC_OPTIONS;

/// An option with its value, or another word.
#[derive(Clone, Debug)]
pub struct Scanned<'a> {
    /// The option, if the table has it; none of a word that is none.
    pub option: Option<&'static NvccOption>,
    /// As it is written: one word, or two.
    pub words: &'a [OsString],
    /// The option's value.
    pub value: Option<OsString>,
}

impl Scanned<'_> {
    /// Whether it is the option of a long name.
    pub fn is(&self, long: &str) -> bool {
        self.option.is_some_and(|option| option.long == long)
    }

    /// Whether it names a file that the command reads.
    pub fn is_operand(&self) -> bool {
        let starts = |word: &OsString| {
            let bytes = word.as_encoded_bytes();
            bytes.first().is_some_and(|b| matches!(b, b'-' | b'@'))
        };
        self.option.is_none() && !self.words.iter().any(starts)
    }
}

/// Reads words, without the program's name.
pub fn scan(args: &[OsString]) -> Vec<Scanned<'_>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(word) = args.get(at) {
        let text = word.to_str().filter(|t| t.len() > 1 && t.starts_with('-'));
        let found = text.map(|text| find(&[NVCC_OPTIONS], text));
        let (option, value, count) = match found {
            Some(Found::Option(row, Some(value))) => (Some(row), Some(value.into()), 1),
            Some(Found::Option(row, None)) if row.value != Value::None => {
                let next = args.get(at + 1).cloned();
                (Some(row), next, 2)
            }
            Some(Found::Option(row, None)) => (Some(row), None, 1),
            Some(Found::Unknown) | None => (None, None, 1),
        };
        let end = (at + count).min(args.len());
        let words = &args[at..end];
        out.push(Scanned {
            option,
            words,
            value,
        });
        at = end;
    }
    out
}

/// The option that a word is, if the table has it.
pub fn option(word: &OsStr) -> Option<&'static NvccOption> {
    let word = [word.to_owned()];
    scan(&word).first().and_then(|scanned| scanned.option)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_options_with_values_and_others() {
        let words = "-c a.cu -o=x.o -ob.o --output-file c.o -odir d -I. -MD -MF x.d -unknown -Xcompiler -c,-o -dryrun --keep b.cu @f -o";
        let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        let said = scan(&words).into_iter().map(|s| {
            let name = s.option.map_or("", |o| o.long);
            let value = s
                .value
                .as_ref()
                .map_or(String::new(), |v| format!("={}", v.display()));
            let file = if s.is_operand() { "file" } else { "" };
            format!("{name}{value}{file}/{}", s.words.len())
        });
        assert_eq!(
            said.collect::<Vec<_>>().join(" "),
            "compile/1 file/1 output-file=x.o/1 output-file=b.o/1 output-file=c.o/2 output-directory=d/2 include-path=./1 \
             generate-dependencies-with-compile/1 dependency-output=x.d/2 /1 compiler-options=-c,-o/2 dryrun/1 keep/1 file/1 /1 \
             output-file/1"
        );
    }
}
