//! What nvcc compiles in a project: the entries of a JSON compilation database (clang, JSONCompilationDatabase) that run it, by itself or
//! behind a launcher such as ccache. It must not know where databases lie, nor what is done with a command.

use std::path::{Path, PathBuf};

use serde::Deserialize;

/// What a database is called.
pub const NAME: &str = "compile_commands.json";

/// A command of nvcc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NvccCommand {
    /// The folder that it is run in.
    pub folder: PathBuf,
    /// The source, as the database names it.
    pub file: PathBuf,
    /// nvcc, as the command names it.
    pub program: String,
    /// Its words.
    pub words: Vec<String>,
}

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// The commands of nvcc in a database. `path` is the file; folders are named from where it lies.
///
/// # Errors
/// What is wrong with the file.
pub fn nvcc_commands(path: &Path) -> Result<Vec<NvccCommand>, String> {
    let says = |what: &dyn std::fmt::Display| format!("{}: {what}", path.display());
    let bytes = std::fs::read(path).map_err(|error| says(&error))?;
    let entries: Vec<Entry> = serde_json::from_slice(&bytes).map_err(|error| says(&error))?;
    let path = std::path::absolute(path).map_err(|error| says(&error))?;
    let home = path.parent().unwrap_or(Path::new("/"));
    let mut out = Vec::new();
    for entry in entries {
        let mut words = match (entry.arguments, entry.command) {
            (Some(words), _) => words,
            (None, Some(command)) => {
                shlex::split(&command).ok_or_else(|| says(&"a command is not quoted well"))?
            }
            (None, None) => continue,
        };
        let Some(at) = words.iter().position(is_nvcc) else {
            continue;
        };
        let behind = words.split_off(at + 1);
        out.push(NvccCommand {
            folder: home.join(entry.directory),
            file: entry.file,
            program: words.swap_remove(at),
            words: behind,
        });
    }
    Ok(out)
}

/// Whether a program's name is nvcc's.
pub fn is_nvcc(program: impl AsRef<Path>) -> bool {
    program
        .as_ref()
        .file_name()
        .is_some_and(|name| name == "nvcc")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_nvcc_are_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(NAME);
        let text = r#"[
            {"directory": "/b", "file": "../a.cu", "command": "/x/nvcc -DX='a b' -c ../a.cu -o a.o"},
            {"directory": "/b", "file": "c.cpp", "command": "g++ -c c.cpp"},
            {"directory": "sub", "file": "d.cu", "arguments": ["/usr/bin/ccache", "nvcc", "-c", "d.cu"]},
            {"directory": "/b", "file": "e.cu"}
        ]"#;
        std::fs::write(&path, text).expect("written");
        let all = nvcc_commands(&path).expect("a database");
        let said: Vec<String> = all
            .iter()
            .map(|c| {
                format!(
                    "{} in {}: {} {:?}",
                    c.file.display(),
                    c.folder.display(),
                    c.program,
                    c.words
                )
            })
            .collect();
        let sub = folder.path().join("sub");
        assert_eq!(
            said,
            [
                r#"../a.cu in /b: /x/nvcc ["-DX=a b", "-c", "../a.cu", "-o", "a.o"]"#.to_owned(),
                format!(r#"d.cu in {}: nvcc ["-c", "d.cu"]"#, sub.display()),
            ]
        );
        for wrong in [
            "[",
            r#"[{"directory": "/", "file": "a", "command": "nvcc 'a"}]"#,
        ] {
            std::fs::write(&path, wrong).expect("written");
            let error = nvcc_commands(&path).expect_err("it is wrong");
            assert!(error.starts_with(&path.display().to_string()), "{error}");
        }
    }
}
