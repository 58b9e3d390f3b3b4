//! What the stand-ins ask of the engine and the preprocessor. An engine that fails says nothing: the toolkit's own tool goes on then, and
//! nobody needs to know why.

use std::ffi::OsString;
use std::mem::ManuallyDrop;
use std::ops::DerefMut;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use cleave_driver::device::DeviceText;
use cleave_driver::host_text;
use cleave_fingerprint::Fingerprint;
use cleave_rebuild::{DeviceHalf, Likeness, Preprocessed, Text};

/// A text that the engine has read.
pub(crate) struct Read<T>(pub(crate) T);

/// Has the engine read a text, under cicc's arguments without the program's name.
pub(crate) fn open(args: &[OsString], text: Vec<u8>) -> Option<Box<dyn Text>> {
    let read = quietly(|| DeviceText::new(args, text)).flatten()?;
    // Its memory goes with the process: to free it piece by piece takes time.
    Some(Box::new(Read(ManuallyDrop::new(read))))
}

impl<T: DerefMut<Target = DeviceText> + Send> Text for Read<T> {
    fn fingerprint(&mut self) -> Option<Fingerprint> {
        let text = &mut self.0;
        quietly(|| text.fingerprint()).flatten()
    }

    fn said(&mut self) -> Option<Vec<u8>> {
        let text = &mut self.0;
        quietly(|| text.said()).flatten()
    }

    fn device_half(&mut self) -> Result<DeviceHalf, String> {
        let text = &mut self.0;
        let half = quietly(|| text.half()).ok_or("the engine fails on it")??;
        Ok(DeviceHalf {
            module: half.module,
            stub: half.stub,
        })
    }
}

/// Preprocesses for a host compiler's words.
pub(crate) fn preprocess(
    program: &Path,
    words: &[OsString],
    likeness: Likeness,
) -> Option<Preprocessed> {
    let text = quietly(|| match likeness {
        Likeness::Bytes => host_text::exact(program, words),
        Likeness::Lines | Likeness::Tokens => host_text::tokens(program, words),
    });
    let text = text.flatten()?;
    Some(Preprocessed {
        bytes: text.text,
        files: text.files,
    })
}

/// What the engine says; nothing if it fails.
fn quietly<T: Send>(ask: impl FnOnce() -> T + Send) -> Option<T> {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let said = catch_unwind(AssertUnwindSafe(|| cleave_driver::with_big_stack(ask)));
    std::panic::set_hook(before);
    said.ok()
}
