//! Names for files between steps. nvcc numbers its temporary files by its process; in a plan they are called by what they are, and lie in
//! one folder.

use std::collections::HashMap;

/// What a temporary file's name begins with; a number of the process, one of the file and an underscore follow.
const BEGIN: &str = "tmpxft_";

/// The names that a plan has given.
pub(crate) struct Names<'a> {
    /// The folder of nvcc's temporary files.
    temporary: &'a str,
    /// That of the plan.
    folder: &'a str,
    /// Files keep nvcc's names.
    keeps: bool,
    /// The numbers of the files that have the same name without them.
    numbers: HashMap<String, Vec<String>>,
}

impl<'a> Names<'a> {
    pub(crate) fn new(temporary: &'a str, folder: &'a str) -> Names<'a> {
        Names {
            temporary,
            folder: folder.trim_end_matches('/'),
            keeps: false,
            numbers: HashMap::new(),
        }
    }

    /// Names as nvcc has given them to files in a folder.
    pub(crate) fn as_they_are(folder: &'a str) -> Names<'a> {
        Names {
            keeps: true,
            ..Names::new(folder, folder)
        }
    }

    /// A word with the plan's names in the place of temporary ones. A name without its folder stays one: some tool writes it into a
    /// file that lies beside.
    pub(crate) fn stable(&mut self, word: &str) -> String {
        if self.keeps {
            return word.to_owned();
        }
        let mut out = String::new();
        let mut rest = word;
        while let Some(at) = rest.find(BEGIN) {
            let (before, name) = rest.split_at(at);
            let end = name.find(['"', '\'']).unwrap_or(name.len());
            let Some((number, own)) = parts(&name[..end]) else {
                out.push_str(before);
                out.push_str(BEGIN);
                rest = &name[BEGIN.len()..];
                continue;
            };
            let all = self.numbers.entry(own.to_owned()).or_default();
            let twin = match all.iter().position(|known| known == number) {
                Some(at) => at,
                None => {
                    all.push(number.to_owned());
                    all.len() - 1
                }
            };
            match before
                .strip_suffix('/')
                .and_then(|b| b.strip_suffix(self.temporary))
            {
                Some(before) => {
                    out.push_str(before);
                    out.push_str(self.folder);
                    out.push('/');
                    // Sources of the same name in other folders.
                    if twin > 0 {
                        out.push_str(&format!("{}/", twin + 1));
                    }
                }
                None => out.push_str(before),
            }
            out.push_str(own);
            rest = &name[end..];
        }
        out.push_str(rest);
        out
    }

    /// Whether a file lies between steps.
    pub(crate) fn is_between(&self, file: &str) -> bool {
        file.strip_prefix(self.folder)
            .is_some_and(|rest| rest.starts_with('/'))
    }

    /// The dependency file of an output.
    pub(crate) fn depfile(&self, output: &str) -> String {
        match self.is_between(output) {
            true => format!("{output}.d"),
            false => {
                let name = output.trim_start_matches(['.', '/']).replace('/', "_");
                format!("{}/{name}.d", self.folder)
            }
        }
    }
}

/// The numbers of a temporary name, and what follows them.
fn parts(name: &str) -> Option<(&str, &str)> {
    let rest = name.strip_prefix(BEGIN)?;
    let (process, rest) = rest.split_once('_')?;
    let (thread, rest) = rest.split_once('-')?;
    let (file, own) = rest.split_once('_')?;
    let is_hex = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_hexdigit());
    let is_temporary = is_hex(process)
        && is_hex(thread)
        && !file.is_empty()
        && file.bytes().all(|b| b.is_ascii_digit());
    is_temporary.then_some((&name[..name.len() - own.len()], own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_names_become_stable_ones() {
        let mut names = Names::new("/tmp/t", "out/");
        for (word, stable) in [
            (
                "/tmp/t/tmpxft_0000039a_00000000-5_a.cpp4.ii",
                "out/a.cpp4.ii",
            ),
            ("tmpxft_0000039a_00000000-6_a.stub.c", "a.stub.c"),
            ("/tmp/t/tmpxft_0000039a_00000000-6_a.stub.c", "out/a.stub.c"),
            (
                "/tmp/t/tmpxft_0000039a_00000000-9_a.cpp4.ii",
                "out/2/a.cpp4.ii",
            ),
            (
                "/tmp/t/tmpxft_0000039a_00000000-5_a.cpp4.ii",
                "out/a.cpp4.ii",
            ),
            (
                "--image3=kind=elf,sm=80,file=/tmp/t/tmpxft_0_0-18_b c.cubin",
                "--image3=kind=elf,sm=80,file=out/b c.cubin",
            ),
            ("-DX=\"/tmp/t/tmpxft_0_0-1_x.c\"", "-DX=\"out/x.c\""),
            ("o/tmpxft_0_0-1_y.c", "o/y.c"),
            ("tmpxft_mine.cu", "tmpxft_mine.cu"),
            ("plain.cu", "plain.cu"),
        ] {
            assert_eq!(names.stable(word), stable);
        }
        assert_eq!(names.depfile("out/a.ii"), "out/a.ii.d");
        assert_eq!(names.depfile("../b/c.o"), "out/b_c.o.d");
    }
}
