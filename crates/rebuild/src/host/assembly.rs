//! Assembly texts that are kept without their device code. A host half that differs from an earlier one in the device code alone, as it does
//! after an edit of a kernel, has the same text but for that. So the assembler makes its object, and the compiler does not run.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use cleave_snapshot::Key;

use super::compile::{Job, Kept};
use super::image::Image;
use super::is_silent;
use super::reads::Family;
use crate::account::{ASSEMBLED, Outcome, seconds};
use crate::names::source_name;
use crate::tools;

/// What the assembly text is called until it is an object.
const TEXT: &str = "text.s";
/// In front of what is kept: how long the compiler took, and where the device code was.
const HEAD: usize = 16;

/// An assembly text without its device code.
pub(super) struct Assembly {
    key: Key,
    /// The device code of now.
    data: Vec<u8>,
}

impl Job<'_> {
    /// What a host half is known by beside its device code, of what counts of its text. `None` where the assembler might be asked for more
    /// than the text says.
    pub(super) fn assembly_of(&self, counts: &[u8]) -> Option<Assembly> {
        // clang++ assembles by itself. With debug information an assembler that is given its text describes that one.
        let describes = |word: &OsString| {
            word.as_encoded_bytes().starts_with(b"-g") && word.as_encoded_bytes() != b"-g0"
        };
        if self.family != Family::Gnu || self.line.words.iter().any(describes) {
            return None;
        }
        let image = Image::find(counts)?;
        let hash = blake3::hash(&image.without(counts));
        let name = source_name(&self.line.source);
        let parts = [&self.reads, name.as_bytes(), hash.as_bytes()];
        Some(Assembly {
            key: Key::new("an assembly text", &parts),
            data: image.data(counts),
        })
    }

    /// Makes the object of a text that is kept and of the device code of now, and gives the exit status.
    pub(super) fn reuse_text(&self, kept: &Kept) -> Option<i32> {
        let assembly = kept.assembly.as_ref()?;
        let value = self.stores.values.get(assembly.key)?;
        let (head, text) = value.split_first_chunk::<HEAD>()?;
        let (took, at) = head.split_first_chunk::<8>()?;
        let at = usize::try_from(u64::from_le_bytes(at.try_into().ok()?)).ok()?;
        let (before, behind) = text.split_at_checked(at)?;
        let folder = tempfile::Builder::new().prefix("cleave-").tempdir().ok()?;
        let path = folder.path().join(TEXT);
        fs::write(&path, [before, &assembly.data, behind].concat()).ok()?;
        let output = self.assemble(&path)?;
        if !output.status.success() || !is_silent(&output) {
            return None;
        }
        let took = f64::from_le_bytes(*took);
        self.keep(kept.object, took);
        self.run.note(Outcome::Ran, ASSEMBLED, took);
        Some(0)
    }

    /// Has a compiler write an assembly text, and makes the object of it. What was said is the compiler's. `None` where the assembler has
    /// something to say: it would name a file that nobody knows.
    pub(super) fn by_text(&self, compiler: &mut Command, assembly: &Assembly) -> Option<Output> {
        let folder = tempfile::Builder::new().prefix("cleave-").tempdir().ok()?;
        let path = folder.path().join(TEXT);
        let begin = Instant::now();
        compiler.arg("-S").arg("-o").arg(&path).stdin(Stdio::null());
        let output = tools::output(compiler).ok()?;
        if !output.status.success() {
            return Some(output);
        }
        let assembled = self.assemble(&path)?;
        if !assembled.status.success() || !is_silent(&assembled) {
            return None;
        }
        if is_silent(&output) {
            let text = fs::read(&path).ok()?;
            self.keep_text(assembly, &text, seconds(begin.elapsed()));
        }
        Some(output)
    }

    /// Keeps an assembly text of which nobody has said anything, if the compiler has read what the key was made of.
    pub(super) fn keep_text(&self, assembly: &Assembly, text: &[u8], took: f64) {
        let mut places = memchr::memmem::find_iter(text, &assembly.data);
        let (Some(at), None) = (places.next(), places.next()) else {
            return;
        };
        if !self.is_as_read() {
            return;
        }
        let head = [took.to_le_bytes(), (at as u64).to_le_bytes()].concat();
        let behind = &text[at + assembly.data.len()..];
        let value = [&head, &text[..at], behind].concat();
        self.stores.values.put(assembly.key, &value);
    }

    /// Makes the object of an assembly text.
    fn assemble(&self, text: &Path) -> Option<Output> {
        let mut command = Command::new(&self.run.program);
        command
            .args(&self.line.words)
            .args(["-x", "assembler", "-c"])
            .arg(text)
            .arg("-o")
            .arg(self.line.output.as_ref()?)
            .stdin(Stdio::null());
        tools::output(&mut command).ok()
    }
}
