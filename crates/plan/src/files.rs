//! The files that a command reads and writes, by tables of the options of nvcc's tools.

use std::path::Path;

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

    fn options(self) -> impl Iterator<Item = &'static (&'static str, Names)> {
        let own: &[(&str, Names)] = match self {
            Kind::Cudafe => CUDAFE,
            Kind::Cicc => CICC,
            Kind::Ptxas => PTXAS,
            Kind::Fatbinary => FATBINARY,
            Kind::Nvlink => NVLINK,
            Kind::Archive => &[],
            Kind::Preprocess | Kind::Compile | Kind::Link => HOST,
        };
        let shared: &[(&str, Names)] = match self {
            Kind::Cudafe | Kind::Cicc => FRONT_END,
            _ => &[],
        };
        own.iter().chain(shared)
    }
}

/// What the value of an option names, in the next word or behind `=`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    /// A file that is written.
    Output,
    /// A file that is read.
    Input,
    /// A file that is written with `--gen_module_id_file`, and read without it.
    ModuleId,
    /// A list whose last entry is `file=`, which is read.
    Image,
    /// A file beside an output, which includes it.
    Included,
    /// No file that counts.
    Nothing,
}

use Names::{Image, Included, Input, ModuleId, Nothing, Output};

/// Options of the front end that cudafe++ and cicc have.
const FRONT_END: &[(&str, Names)] = &[
    ("--module_id_file_name", ModuleId),
    ("--orig_src_file_name", Nothing),
    ("--orig_src_path_name", Nothing),
    ("--error_limit", Nothing),
    ("--diag_suppress", Nothing),
    ("--diag_warn", Nothing),
    ("--diag_warning", Nothing),
    ("--diag_error", Nothing),
    ("--diag_remark", Nothing),
];

const CUDAFE: &[(&str, Names)] = &[
    ("--gen_c_file_name", Output),
    ("--stub_file_name", Included),
];

const CICC: &[(&str, Names)] = &[
    ("--gen_c_file_name", Output),
    ("--stub_file_name", Output),
    ("--gen_device_file_name", Output),
    ("--include_file_name", Included),
    ("-nvvmir-library", Input),
    ("-o", Output),
    ("-olto", Output),
    ("-arch", Nothing),
    ("-maxreg", Nothing),
    ("-split-compile", Nothing),
];

const PTXAS: &[(&str, Names)] = &[
    ("-o", Output),
    ("-arch", Nothing),
    ("-maxrregcount", Nothing),
    ("-split-compile", Nothing),
    ("-e", Nothing),
    ("-m", Nothing),
];

const FATBINARY: &[(&str, Names)] = &[
    ("--create", Output),
    ("--embedded-fatbin", Output),
    ("--image", Image),
    ("--image3", Image),
];

const NVLINK: &[(&str, Names)] = &[
    ("-o", Output),
    ("--register-link-binaries", Output),
    ("--host-ccbin", Nothing),
    ("-L", Nothing),
    ("-l", Nothing),
];

/// Options of g++ and clang++ with a value in the next word.
const HOST: &[(&str, Names)] = &[
    ("-o", Output),
    ("-x", Nothing),
    ("-I", Nothing),
    ("-isystem", Nothing),
    ("-iquote", Nothing),
    ("-idirafter", Nothing),
    // The folders of headers are searched for them: the dependency file says which they are.
    ("-include", Nothing),
    ("-imacros", Nothing),
    ("-D", Nothing),
    ("-U", Nothing),
    ("-L", Nothing),
    ("-l", Nothing),
    ("-T", Input),
    ("-u", Nothing),
    ("-z", Nothing),
    ("-B", Nothing),
    ("-MF", Nothing),
    ("-MT", Nothing),
    ("-MQ", Nothing),
    ("-Xlinker", Nothing),
    ("-Xassembler", Nothing),
    ("-Xpreprocessor", Nothing),
    ("-Xclang", Nothing),
    ("-arch", Nothing),
    ("-target", Nothing),
    ("--param", Nothing),
    ("-wrapper", Nothing),
    ("-e", Nothing),
    ("-h", Nothing),
];

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
        let makes_id = has("--gen_module_id_file");
        // cicc makes one for the stub. Where there is none it takes the name and writes nothing.
        let has_id = kind != Kind::Cicc || !makes_id || has("--stub_file_name");
        let mut rest = words.iter().skip(1).peekable();
        if kind == Kind::Archive {
            // The letters, and the archive.
            rest.next();
            files.outputs.extend(rest.next().cloned());
        }
        while let Some(word) = rest.next() {
            if let Some((option, attached)) = named(kind, word) {
                let value = match attached {
                    Some(value) => value.to_owned(),
                    None => rest.next().cloned().unwrap_or_default(),
                };
                match option {
                    Output => files.outputs.push(value),
                    Input => files.inputs.push(value),
                    ModuleId if !has_id => {}
                    ModuleId if makes_id => files.outputs.push(value),
                    ModuleId => files.inputs.push(value),
                    Image => {
                        let file = value.split_once("file=");
                        files.inputs.extend(file.map(|file| file.1.to_owned()));
                    }
                    Included => files.included.push(value),
                    Nothing => {}
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
fn named(kind: Kind, word: &str) -> Option<(Names, Option<&str>)> {
    kind.options()
        .find_map(|(name, names)| match word.strip_prefix(name)? {
            "" => Some((*names, None)),
            value => Some((*names, Some(value.strip_prefix('=')?))),
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
