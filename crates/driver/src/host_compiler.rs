//! The host compiler: which program it is, and what it says of itself. Knows nothing of CUDA.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, Stdio};

use cleave_options::nvcc::{CompilerFamily, HostCompilerId};

/// What is run where nobody names a compiler.
pub(crate) const DEFAULT: &str = "g++";

/// The program that `-ccbin` names: itself, or g++ in a folder.
pub(crate) fn program(named: Option<&OsStr>) -> OsString {
    match named {
        None => DEFAULT.into(),
        Some(folder) if Path::new(folder).is_dir() => Path::new(folder).join(DEFAULT).into(),
        Some(program) => program.to_owned(),
    }
}

/// Asks a compiler for its version and its standard by the macros that it defines.
///
/// # Errors
/// A message for people if it cannot be run.
pub(crate) fn identify(program: &OsStr) -> Result<HostCompilerId, String> {
    let out = Command::new(program)
        .args(["-E", "-dM", "-x", "c++", "/dev/null"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .map_err(|e| format!("cannot run {}: {e}", program.to_string_lossy()))?;
    Ok(id(&String::from_utf8_lossy(&out.stdout)))
}

/// What the macros that a compiler defines say of it.
pub(crate) fn id(macros: &str) -> HostCompilerId {
    let value = |name: &str| {
        let line = macros
            .lines()
            .filter_map(|line| line.strip_prefix("#define "))
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
        let digits: String = line.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().ok()
    };
    let version = |names: [&str; 3]| {
        let [major, minor, patch] = names.map(|name| value(name).unwrap_or(0));
        major * 10000 + minor * 100 + patch
    };
    let (family, version) = if value("__clang_major__").is_some() {
        let names = ["__clang_major__", "__clang_minor__", "__clang_patchlevel__"];
        (CompilerFamily::Clang, version(names))
    } else {
        let names = ["__GNUC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__"];
        (CompilerFamily::Gnu, version(names))
    };
    let year = match value("__cplusplus") {
        Some(n) if n > 202002 => 23,
        Some(n) if n > 201703 => 20,
        Some(n) if n > 201402 => 17,
        Some(n) if n > 201103 => 14,
        Some(n) if n > 199711 => 11,
        Some(_) => 3,
        None => 17,
    };
    HostCompilerId {
        family,
        version,
        year,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_macros() {
        let gnu = "#define __GNUC__ 12\n#define __GNUC_MINOR__ 2\n#define __GNUC_PATCHLEVEL__ 0\n\
                   #define __cplusplus 201703L\n";
        assert_eq!(
            id(gnu),
            HostCompilerId {
                family: CompilerFamily::Gnu,
                version: 120_200,
                year: 17
            }
        );
        let clang = "#define __GNUC__ 4\n#define __clang_major__ 17\n#define __clang_minor__ 0\n\
                     #define __cplusplus 202002L\n";
        assert_eq!(
            id(clang),
            HostCompilerId {
                family: CompilerFamily::Clang,
                version: 170_000,
                year: 20
            }
        );
    }
}
