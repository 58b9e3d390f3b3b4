//! Commands of a project: a JSON compilation database (clang, JSONCompilationDatabase).

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::build::Unit;

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// The units of a database that nvcc compiles: all, or those of some sources. `path` is the file, or the folder that it lies in.
///
/// # Errors
/// What is wrong with the file.
pub(crate) fn units(path: &Path, sources: &[PathBuf]) -> Result<Vec<Unit>, String> {
    let file = match path.is_dir() {
        true => path.join("compile_commands.json"),
        false => path.to_path_buf(),
    };
    let bytes = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let entries: Vec<Entry> =
        serde_json::from_slice(&bytes).map_err(|error| format!("{}: {error}", file.display()))?;
    let wanted: Vec<PathBuf> = sources.iter().map(|s| absolute(s)).collect();
    let mut out = Vec::new();
    for entry in entries {
        let folder = absolute(&entry.directory);
        let words = match (entry.arguments, entry.command) {
            (Some(words), _) => words,
            (None, Some(command)) => shlex::split(&command)
                .ok_or_else(|| format!("{}: a command is not quoted well", file.display()))?,
            (None, None) => continue,
        };
        let mut words = words.into_iter();
        let Some(program) = words.next() else {
            continue;
        };
        let is_nvcc = Path::new(&program)
            .file_name()
            .is_some_and(|name| name == "nvcc");
        let source = folder.join(&entry.file);
        if is_nvcc && (wanted.is_empty() || wanted.contains(&source)) {
            out.push(Unit {
                name: entry.file.display().to_string(),
                folder,
                args: words.map(OsString::from).collect(),
            });
        }
    }
    match out.is_empty() {
        true => Err(format!("{}: nvcc compiles nothing of that", file.display())),
        false => Ok(out),
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_nvcc_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let text = r#"[
            {"directory": "/b", "file": "../a.cu", "command": "/x/nvcc -DX='a b' -c ../a.cu -o a.o"},
            {"directory": "/b", "file": "c.cpp", "command": "g++ -c c.cpp"},
            {"directory": "/b", "file": "/d.cu", "arguments": ["nvcc", "-c", "/d.cu"]}
        ]"#;
        fs::write(folder.path().join("compile_commands.json"), text).unwrap();
        let all = units(folder.path(), &[]).unwrap();
        let said: Vec<String> = all
            .iter()
            .map(|u| format!("{} {:?}", u.name, u.args))
            .collect();
        assert_eq!(
            said,
            [
                r#"../a.cu ["-DX=a b", "-c", "../a.cu", "-o", "a.o"]"#,
                r#"/d.cu ["-c", "/d.cu"]"#
            ]
        );
        assert_eq!(units(folder.path(), &["/d.cu".into()]).unwrap().len(), 1);
        assert!(units(folder.path(), &["/e.cu".into()]).is_err());
        assert!(units(Path::new("/nowhere"), &[]).is_err());
    }
}
