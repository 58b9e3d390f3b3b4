//! The files that a command reads and writes, by tables of the options of nvcc's tools.

use std::path::Path;

use cleave_options::tools::cicc::OPTIONS as CICC;
use cleave_options::tools::host::{About, OPTIONS as HOST};
use cleave_options::tools::others::{CUDAFE, FATBINARY, NVLINK, PTXAS, Row};
use cleave_options::tools::{MAKES_MODULE_ID, Role, STUB};

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Cudafe,
    Cicc,
    Ptxas,
    Fatbinary,
    Nvlink,
    Archive,
    /// The host compiler: `-E`, `-c`, or neither.
    Preprocess,
    Compile,
    Link,
}

impl Kind {
    /// What a command is, by its program and its words.
    pub(crate) fn of(words: &[String]) -> Kind {
        let program = words.first().map_or("", String::as_str);
        let name = Path::new(program).file_name().unwrap_or_default();
        let has = |option: &str| words.iter().any(|word| word == option);
        match &*name.to_string_lossy() {
            "cudafe++" => Kind::Cudafe,
            "cicc" => Kind::Cicc,
            "ptxas" => Kind::Ptxas,
            "fatbinary" => Kind::Fatbinary,
            "nvlink" => Kind::Nvlink,
            name if name == "ar" || name.ends_with("-ar") => Kind::Archive,
            _ if has("-E") => Kind::Preprocess,
            _ if has("-c") => Kind::Compile,
            _ => Kind::Link,
        }
    }

    /// As a plan has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Cudafe => "cudafe++",
            Kind::Cicc => "cicc",
            Kind::Ptxas => "ptxas",
            Kind::Fatbinary => "fatbinary",
            Kind::Nvlink => "nvlink",
            Kind::Archive => "archive",
            Kind::Preprocess => "preprocess",
            Kind::Compile => "compile",
            Kind::Link => "link",
        }
    }

    /// Whether it is a run of the host compiler that includes headers.
    pub(crate) fn reads_headers(self) -> bool {
        matches!(self, Kind::Preprocess | Kind::Compile)
    }

    /// Whether its program is the toolkit's.
    pub(crate) fn is_of_toolkit(self) -> bool {
        matches!(
            self,
            Kind::Cudafe | Kind::Cicc | Kind::Ptxas | Kind::Fatbinary | Kind::Nvlink
        )
    }

    /// The options that have a value in the next word or behind `=`, each with what that names.
    fn options(self) -> Box<dyn Iterator<Item = (&'static str, Option<Role>)>> {
        let valued = |(name, follows): Row| Some((name, follows.in_next()?));
        match self {
            Kind::Cicc => Box::new(CICC.iter().filter_map(move |row| valued((row.0, row.1)))),
            Kind::Preprocess | Kind::Compile | Kind::Link => Box::new(HOST.iter().filter_map(
                move |&(name, follows, about)| match about {
                    About::Output => Some((name, Some(Role::Output))),
                    _ => valued((name, follows)),
                },
            )),
            Kind::Cudafe => Box::new(CUDAFE.iter().copied().filter_map(valued)),
            Kind::Ptxas => Box::new(PTXAS.iter().copied().filter_map(valued)),
            Kind::Fatbinary => Box::new(FATBINARY.iter().copied().filter_map(valued)),
            Kind::Nvlink => Box::new(NVLINK.iter().copied().filter_map(valued)),
            Kind::Archive => Box::new(std::iter::empty()),
        }
    }
}

/// Macros of the host compiler that name a file which the toolkit's `link.stub` includes.
const MACROS: [&str; 2] = ["-DFATBINFILE=", "-DREGISTERLINKBINARYFILE="];

/// What a command reads and writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Files {
    pub(crate) inputs: Vec<String>,
    pub(crate) outputs: Vec<String>,
    /// Files that an output includes, beside it.
    pub(crate) included: Vec<String>,
}

impl Files {
    /// The files of a command. A word that no table knows and that names a file between steps is an output, unless some step has
    /// written it.
    pub(crate) fn of(
        kind: Kind,
        words: &[String],
        is_between: impl Fn(&str) -> bool,
        is_written: impl Fn(&str) -> bool,
    ) -> Files {
        let mut files = Files::default();
        let has = |option: &str| words.iter().any(|word| word == option);
        let makes_id = has(MAKES_MODULE_ID);
        // cicc makes one for the stub. Where there is none it takes the name and writes nothing.
        let has_id = kind != Kind::Cicc || !makes_id || has(STUB);
        let mut rest = words.iter().skip(1).peekable();
        if kind == Kind::Archive {
            // The letters, and the archive.
            rest.next();
            files.outputs.extend(rest.next().cloned());
        }
        while let Some(word) = rest.next() {
            if let Some((role, attached)) = named(kind, word) {
                let value = match attached {
                    Some(value) => value.to_owned(),
                    None => rest.next().cloned().unwrap_or_default(),
                };
                match role {
                    Some(Role::Output) => files.outputs.push(value),
                    Some(Role::Input) => files.inputs.push(value),
                    Some(Role::ModuleId) if !has_id => {}
                    Some(Role::ModuleId) if makes_id => files.outputs.push(value),
                    Some(Role::ModuleId) => files.inputs.push(value),
                    Some(Role::Image) => {
                        let file = value.split_once("file=");
                        files.inputs.extend(file.map(|file| file.1.to_owned()));
                    }
                    Some(Role::Mentioned) => files.included.push(value),
                    None => {}
                }
            } else if let Some(file) = MACROS.iter().find_map(|name| word.strip_prefix(name)) {
                files.inputs.push(file.replace(['"', '\\'], ""));
            } else if let Some(file) = word.strip_prefix('@') {
                files.inputs.push(file.to_owned());
            } else if !word.starts_with('-') {
                files.inputs.push(word.clone());
            } else if let Some((_, value)) = word.split_once('=')
                && is_between(value)
            {
                match is_written(value) {
                    true => files.inputs.push(value.to_owned()),
                    false => files.outputs.push(value.to_owned()),
                }
            }
        }
        let (known, unknown) = (files.inputs.iter().cloned())
            .partition::<Vec<_>, _>(|file| !is_between(file) || is_written(file));
        files.inputs = known;
        files.outputs.extend(unknown);
        for list in [&mut files.inputs, &mut files.outputs] {
            let mut seen = std::collections::HashSet::new();
            list.retain(|file| seen.insert(file.clone()));
        }
        files
    }
}

/// What an option of a table names, and its value where that is in the same word.
fn named(kind: Kind, word: &str) -> Option<(Option<Role>, Option<&str>)> {
    (kind.options()).find_map(|(name, role)| match word.strip_prefix(name)? {
        "" => Some((role, None)),
        value => Some((role, Some(value.strip_prefix('=')?))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(line: &str, written: &[&str]) -> String {
        let words = shlex::split(line).unwrap();
        let files = Files::of(
            Kind::of(&words),
            &words,
            |f| f.starts_with("out/"),
            |f| written.contains(&f),
        );
        let name = Kind::of(&words).name();
        format!(
            "{name}: {} > {}",
            files.inputs.join(" "),
            files.outputs.join(" ")
        )
    }

    #[test]
    fn commands_say_what_they_read_and_write() {
        for (line, written, said) in [
            (
                "gcc -E -x c++ -isystem /i -include cuda_runtime.h -m64 a.cu -o out/a.ii",
                &[][..],
                "preprocess: a.cu > out/a.ii",
            ),
            (
                "/t/cudafe++ --gen_c_file_name out/a.cpp --stub_file_name a.stub.c --gen_module_id_file --module_id_file_name out/a.id out/a.ii",
                &["out/a.ii"],
                "cudafe++: out/a.ii > out/a.cpp out/a.id",
            ),
            (
                "/t/cicc -arch compute_80 --include_file_name f --module_id_file_name out/a.id --stub_file_name out/s out/b.ii -o out/a.ptx",
                &["out/a.id", "out/b.ii"],
                "cicc: out/a.id out/b.ii > out/s out/a.ptx",
            ),
            (
                "cicc -new-option=out/a.new out/b.ii -strange out/a.bc -o out/a.ptx",
                &["out/b.ii"],
                "cicc: out/b.ii > out/a.new out/a.ptx out/a.bc",
            ),
            (
                "fatbinary -64 '--cmdline=--compile-only  ' --image3=kind=elf,sm=80,file=out/a.cubin --embedded-fatbin=out/a.c",
                &["out/a.cubin"],
                "fatbinary: out/a.cubin > out/a.c",
            ),
            (
                "nvlink -m64 --register-link-binaries=out/r.c -L/l a.o b.o -lcudadevrt -o out/p.cubin --host-ccbin gcc",
                &[],
                "nvlink: a.o b.o > out/r.c out/p.cubin",
            ),
            (
                r#"gcc -c -x c++ -DFATBINFILE="\"out/f.c\"" -I. /t/crt/link.stub -o p.o"#,
                &["out/f.c"],
                "compile: out/f.c /t/crt/link.stub > p.o",
            ),
            (
                "/usr/bin/ar cr lib.a out/a.o",
                &["out/a.o"],
                "archive: out/a.o > lib.a",
            ),
            (
                "g++ -m64 -Wl,--start-group a.o @more -L/l -lm -Wl,--end-group -T s.ld -o p",
                &[],
                "link: a.o more s.ld > p",
            ),
            ("gcc -E -x c++ a.cu", &[], "preprocess: a.cu > "),
        ] {
            assert_eq!(files(line, written), said);
        }
    }
}
