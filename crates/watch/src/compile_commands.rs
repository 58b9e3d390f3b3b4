//! The units of a project that are watched.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use cleave_toolkit::compile_commands::{NAME, nvcc_commands};

use crate::build::Unit;

/// The units of a compilation database that nvcc compiles: all, or those of some sources. `path` is the file, or the folder that it lies in.
///
/// # Errors
/// What is wrong with the file.
pub(crate) fn units(path: &Path, sources: &[PathBuf]) -> Result<Vec<Unit>, String> {
    let file = match path.is_dir() {
        true => path.join(NAME),
        false => path.to_path_buf(),
    };
    let wanted: Vec<PathBuf> = sources.iter().map(|s| absolute(s)).collect();
    let is_wanted = |source: &PathBuf| wanted.is_empty() || wanted.contains(source);
    let units: Vec<Unit> = nvcc_commands(&file)?
        .into_iter()
        .filter(|command| is_wanted(&command.folder.join(&command.file)))
        .map(|command| Unit {
            name: command.file.display().to_string(),
            folder: command.folder,
            args: command.words.into_iter().map(OsString::from).collect(),
        })
        .collect();
    match units.is_empty() {
        true => Err(format!("{}: nvcc compiles nothing of that", file.display())),
        false => Ok(units),
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_or_all_units_are_taken() {
        let folder = tempfile::tempdir().unwrap();
        let text = r#"[
            {"directory": "/b", "file": "../a.cu", "command": "/x/nvcc -c ../a.cu -o a.o"},
            {"directory": "/b", "file": "/d.cu", "command": "ccache nvcc -c /d.cu"}
        ]"#;
        std::fs::write(folder.path().join(NAME), text).unwrap();
        assert_eq!(units(folder.path(), &[]).unwrap().len(), 2);
        let one = units(folder.path(), &["/d.cu".into()]).unwrap();
        assert_eq!(one[0].args, ["-c", "/d.cu"]);
        assert!(units(folder.path(), &["/e.cu".into()]).is_err());
        assert!(units(Path::new("/nowhere"), &[]).is_err());
    }
}
