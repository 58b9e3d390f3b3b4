//! What the fronts with NVIDIA's command lines say to somebody who starts them by hand, and not through nvcc: help, and a hint
//! where the input is a source that was not preprocessed. Knows nothing of how either works.

use std::ffi::OsString;
use std::path::Path;

/// Who started a front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartedBy {
    /// nvcc, or somebody who knows it by NVIDIA's name.
    Nvcc,
    /// Somebody who wrote `cleave`.
    Hand,
}

/// Whether the command line asks for help and for nothing else.
pub(crate) fn asks_for_help(args: &[OsString]) -> bool {
    matches!(args, [only] if only == "--help" || only == "-h")
}

/// What to say of a source that still has its `#include`s; `None` for preprocessed text and for text without includes.
pub(crate) fn hint(path: &Path, text: &[u8]) -> Option<String> {
    let mut includes = false;
    for line in text.split(|b| *b == b'\n') {
        let Some(directive) = line.trim_ascii_start().strip_prefix(b"#") else {
            continue;
        };
        let directive = directive.trim_ascii_start();
        // A line marker.
        if directive.first().is_some_and(u8::is_ascii_digit) || directive.starts_with(b"line") {
            return None;
        }
        includes |= directive.starts_with(b"include");
    }
    let path = path.display();
    includes.then(|| {
        format!(
            "{path} is not preprocessed: it has #include lines, and this front reads what nvcc's preprocessor makes\n\
             to split the source, run: cleave split {path}\n\
             to compile it with a toolkit, run: cleave nvcc -c {path}"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_and_preprocessed_text() {
        let hinted = |text: &str| hint(Path::new("a.cu"), text.as_bytes()).is_some();
        assert!(hinted("#include <cmath>\nint a;\n"));
        assert!(hinted("  #  include \"a.h\"\n"));
        assert!(!hinted("int a; // #include\n"));
        assert!(!hinted("#pragma once\n#define X 1\n"));
        assert!(!hinted("# 1 \"a.cu\"\n#include \"none.h\"\n"));
        assert!(!hinted("#line 1 \"a.cu\"\n#include \"none.h\"\n"));
    }
}
