//! What a host compiler reads beside its source: its own programs, the environment.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cleave_snapshot::{Key, Store, state};
use cleave_toolkit::Env;

use crate::original::file_hash;

/// Variables that change what a compiler reads, writes or says.
const VARIABLES: &[&str] = &[
    "C_INCLUDE_PATH",
    "COLUMNS",
    "COMPILER_PATH",
    "CPATH",
    "CPLUS_INCLUDE_PATH",
    "DEPENDENCIES_OUTPUT",
    "GCC_COLORS",
    "GCC_COMPARE_DEBUG",
    "GCC_EXEC_PREFIX",
    "GCC_SPECS",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
    "LIBRARY_PATH",
    "SOURCE_DATE_EPOCH",
    "SUNPRO_DEPENDENCIES",
];

/// Whose compiler it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// g++, of the GNU project.
    Gnu,
    /// clang++, of LLVM.
    Clang,
}

impl Family {
    /// The programs that it starts to make an object.
    fn parts(self) -> &'static [&'static str] {
        match self {
            Family::Gnu => &["cc1plus", "as"],
            Family::Clang => &[],
        }
    }
}

/// Whose compiler a program is. `None` where it is not the compiler itself but a script, or a cache in front of it, or none of these.
pub(super) fn family(program: &Path) -> Option<Family> {
    let real = fs::canonicalize(program).ok()?;
    let name = real.file_name()?.to_string_lossy();
    let family = match &*name {
        name if name.contains("ccache") => return None,
        name if name.contains("clang") => Family::Clang,
        name if name.contains("gcc") || name.contains("g++") => Family::Gnu,
        _ => return None,
    };
    begins_with(&real, b"\x7fELF")?.then_some(family)
}

fn begins_with(path: &Path, magic: &[u8; 4]) -> Option<bool> {
    let mut start = [0; 4];
    let mut file = fs::File::open(path).ok()?;
    std::io::Read::read_exact(&mut file, &mut start).ok()?;
    Some(&start == magic)
}

/// A hash of the compiler's programs and of the environment, as bytes. `None` where they cannot be read.
pub(super) fn reads(
    program: &Path,
    family: Family,
    env: &dyn Env,
    store: &Store,
) -> Option<Vec<u8>> {
    let mut out = file_hash(program, store)?;
    for part in parts(program, family, store)? {
        out.extend(file_hash(&part, store)?);
    }
    for name in VARIABLES {
        if let Some(value) = env.var(name) {
            out.extend_from_slice(name.as_bytes());
            out.push(b'=');
            out.extend_from_slice(value.as_bytes());
            out.push(0);
        }
    }
    Some(out)
}

/// The files of the programs that a compiler starts. It is asked once and says the same as long as it is the same file.
fn parts(program: &Path, family: Family, store: &Store) -> Option<Vec<PathBuf>> {
    let names = family.parts();
    if names.is_empty() {
        return Some(Vec::new());
    }
    let real = fs::canonicalize(program).ok()?;
    let key = Key::new(
        "programs of a compiler",
        &[
            real.as_os_str().as_bytes(),
            &state(&fs::metadata(&real).ok()?),
        ],
    );
    let read = |bytes: &[u8]| -> Option<Vec<PathBuf>> {
        let paths = bytes
            .split(|b| *b == 0)
            .map(|p| OsStr::from_bytes(p).into());
        let paths: Vec<PathBuf> = paths.collect();
        (paths.len() == names.len() && paths.iter().all(|p| p.is_file())).then_some(paths)
    };
    if let Some(known) = store.get(key).and_then(|bytes| read(&bytes)) {
        return Some(known);
    }
    let ask = |part: &str| {
        let mut command = Command::new(program);
        let asked = command.arg(format!("-print-prog-name={part}"));
        let output = asked.stdin(Stdio::null()).output().ok()?;
        let path = output.stdout.trim_ascii().to_vec();
        // A name without a folder is looked for on PATH.
        match path.contains(&b'/') {
            true => Some(path),
            false => on_path(&path),
        }
    };
    let paths = names
        .iter()
        .map(|part| ask(part))
        .collect::<Option<Vec<_>>>()?;
    let bytes = paths.join(&0);
    let found = read(&bytes)?;
    store.put(key, &bytes);
    Some(found)
}

fn on_path(name: &[u8]) -> Option<Vec<u8>> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(OsStr::from_bytes(name)))
        .find(|program| program.is_file())
        .map(|program| program.into_os_string().into_encoded_bytes())
}

/// What of a text counts for an object where places do not: all but line markers, empty lines and the spaces that lines begin with.
pub(super) fn without_places(text: &[u8]) -> Vec<u8> {
    let mut kept: Vec<u8> = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |i| at + i);
        let line = text[at..end].trim_ascii_start();
        let is_marker = line.starts_with(b"# ") && line.get(2).is_some_and(u8::is_ascii_digit);
        if !line.is_empty() && !is_marker {
            kept.extend_from_slice(line);
            kept.push(b'\n');
        }
        at = end + 1;
    }
    kept
}

/// Whether a text asks where it stands, or has the assembler read files that nobody names.
pub(super) fn asks_for_more(text: &[u8]) -> Option<More> {
    if follows(text, ".inc", &["bin", "lude"]) {
        return Some(More::Files);
    }
    let has_places = follows(text, "__builtin_", &["LINE", "FILE", "COLUMN", "source_location"])
        // A raw string may go over lines, and every byte of them counts.
        || memchr::memmem::find(text, b"R\"").is_some();
    has_places.then_some(More::Places)
}

/// Whether one of some ends stands behind a beginning.
fn follows(text: &[u8], begin: &str, ends: &[&str]) -> bool {
    memchr::memmem::find_iter(text, begin).any(|at| {
        let behind = &text[at + begin.len()..];
        ends.iter().any(|end| behind.starts_with(end.as_bytes()))
    })
}

/// What an object may depend on beside the tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum More {
    /// Where the tokens stand.
    Places,
    /// Files that the assembler reads.
    Files,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_do_not_count() {
        let text = |s: &str| without_places(s.as_bytes());
        let one =
            text("# 1 \"a.cu\"\nint x;\n\n\n  int y;\n# 7 \"a.cu\" 2\n#pragma pack(1)\nint z;");
        assert_eq!(
            one,
            text("int x;\n# 90 \"b.cu\"\n    int y;\n#pragma pack(1)\n\nint z;\n")
        );
        assert_ne!(one, text("int x;\nint y;\nint z;\n"));
        assert_ne!(text("int x; int y;"), text("int x;int y;"));
    }

    #[test]
    fn some_texts_ask_for_more() {
        assert_eq!(
            asks_for_more(b"int f(int = __builtin_LINE());"),
            Some(More::Places)
        );
        assert_eq!(asks_for_more(b"auto s = R\"(\n  a)\";"), Some(More::Places));
        assert_eq!(
            asks_for_more(b"asm(\".incbin \\\"a\\\"\");"),
            Some(More::Files)
        );
        assert_eq!(asks_for_more(b"int line;"), None);
    }
}
