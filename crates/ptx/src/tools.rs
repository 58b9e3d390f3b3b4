//! The tools of a toolkit, with the options that they get: nvcc says these once.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use cleave_plan::dry_run;
use cleave_rebuild::ptx_of_c;
use cleave_toolkit::original::{Program, of_toolkit};
use cleave_toolkit::{ProcessEnv, find};

/// The tools of a toolkit, with the words that nvcc gives them for one architecture.
pub struct Tools {
    cicc: PathBuf,
    cicc_words: Vec<OsString>,
    /// The assembler, and its option `-arch`; none where the command line asks for no machine code.
    ptxas: Option<(PathBuf, OsString)>,
    /// The PTX of the last text: after an edit of the host's code the device's is often the same.
    last: Mutex<Option<(String, Ptx)>>,
}

/// PTX, and what the assembler printed.
#[derive(Clone, Debug)]
pub struct Ptx {
    /// The PTX.
    pub text: String,
    /// What the assembler printed, if there is one.
    pub said: String,
}

impl Tools {
    /// Finds them for nvcc's words, which are run in a folder.
    ///
    /// # Errors
    /// Why there are none, for people.
    pub fn new(
        words: &[OsString],
        folder: &Path,
        cuda_path: Option<&Path>,
        architecture: u32,
    ) -> Result<Tools, String> {
        let toolkit = find(cuda_path, &ProcessEnv).map_err(|e| e.to_string())?;
        let program = |program| of_toolkit(program, &toolkit, &ProcessEnv);
        let cicc = program(Program::Cicc).ok_or("the toolkit has no cicc")?;
        let nvcc = toolkit.root().join("bin/nvcc");
        let temporary = tempfile::tempdir().map_err(|e| e.to_string())?;
        let mut words = words.to_vec();
        words.push("-lineinfo".into());
        let mut nvcc = Command::new(&nvcc);
        if !folder.as_os_str().is_empty() {
            nvcc.current_dir(folder);
        }
        let said = dry_run(&mut nvcc, &words, temporary.path())?;
        if said.failed.is_some() {
            let first = said.messages.lines().next().unwrap_or_default();
            return Err(format!("nvcc refuses the command: {first}"));
        }
        let run = said.run()?;
        let of = |name: &str, architecture: &str| {
            let is_meant = |words: &&Vec<String>| {
                let tool = words
                    .first()
                    .map(|w| Path::new(w).file_name() == Some(OsStr::new(name)));
                tool == Some(true) && words.iter().any(|w| w.contains(architecture))
            };
            run.commands.iter().find(is_meant)
        };
        let words = of("cicc", &format!("compute_{architecture}"))
            .ok_or("nvcc does not run cicc for this command")?;
        let arch = of("ptxas", &format!("sm_{architecture}")).and_then(|words| {
            let arch = words.iter().find(|w| w.starts_with("-arch="))?;
            Some((program(Program::Ptxas)?, OsString::from(arch)))
        });
        Ok(Tools {
            cicc,
            cicc_words: words[1..].iter().map(OsString::from).collect(),
            ptxas: arch,
            last: Mutex::new(None),
        })
    }

    /// The PTX of a device half. One is made at a time; nothing where it is not wanted any more when its turn comes.
    ///
    /// # Errors
    /// What cicc says.
    pub fn ptx(&self, code: &str, is_wanted: impl Fn() -> bool) -> Option<Result<Ptx, String>> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        is_wanted().then(|| self.made(&mut last, code))
    }

    fn made(&self, last: &mut Option<(String, Ptx)>, code: &str) -> Result<Ptx, String> {
        if let Some((of, ptx)) = last
            && of == code
        {
            return Ok(ptx.clone());
        }
        let text = ptx_of_c(&self.cicc, &self.cicc_words, code)?;
        let said = self.assembled(&text).unwrap_or_default();
        let ptx = Ptx { text, said };
        *last = Some((code.to_owned(), ptx.clone()));
        Ok(ptx)
    }

    /// What the assembler says of a text.
    fn assembled(&self, ptx: &str) -> Option<String> {
        let (program, arch) = self.ptxas.as_ref()?;
        let folder = tempfile::tempdir().ok()?;
        let source = folder.path().join("a.ptx");
        std::fs::write(&source, ptx).ok()?;
        let output = Command::new(program)
            .arg("-v")
            .arg(arch)
            .arg(&source)
            .arg("-o")
            .arg(folder.path().join("a.cubin"))
            .stdin(Stdio::null())
            .output()
            .ok()?;
        Some(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}
