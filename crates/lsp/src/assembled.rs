//! What the toolkit's assembler says of the kernels of a unit: compiled in a thread of its own when somebody asks for the first time after a
//! change, and there when they ask again. It must not know how a device half is made, nor how an answer is shown.

use std::ffi::OsString;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cleave_driver::editor::Command;
use cleave_ptx::{Resources, Tools, resources};
use rustc_hash::FxHashMap;

use crate::device_half::half;
use crate::pool::Pool;
use crate::units::{Around, Asked};

/// What is known of kernels, by their linker names.
type Known = FxHashMap<String, Resources>;

/// The tools that a unit's command runs, found when they are wanted.
pub(crate) struct Assembler {
    words: Vec<OsString>,
    folder: PathBuf,
    toolkit: Option<PathBuf>,
    /// Headers of Cleave's own: there is no toolkit, as far as this unit knows.
    none: bool,
    tools: Mutex<Option<Option<Tools>>>,
    pool: Arc<Pool>,
    /// Who makes device halves, if this process does not.
    program: Option<Arc<Path>>,
}

impl Assembler {
    pub(crate) fn new(command: &Command, around: &Around) -> Assembler {
        let mut words = command.words.clone();
        if !words.iter().any(|word| *word == command.source) {
            words.push(command.source.clone().into());
        }
        Assembler {
            words,
            folder: command.folder.clone(),
            toolkit: command.toolkit.clone(),
            none: command.own_headers,
            tools: Mutex::new(None),
            pool: Arc::clone(&around.background),
            program: around.program.clone(),
        }
    }

    /// What the assembler says of a text.
    fn assemble(&self, code: &str, architecture: u32, wanted: impl Fn() -> bool) -> Option<Known> {
        let mut tools = self.tools.lock().unwrap_or_else(PoisonError::into_inner);
        let find = || {
            Tools::new(
                &self.words,
                &self.folder,
                self.toolkit.as_deref(),
                architecture,
            )
        };
        let tools = tools.get_or_insert_with(|| find().ok());
        let ptx = tools.as_ref()?.ptx(code, wanted)?.ok()?;
        Some(resources(&ptx.said))
    }
}

/// What is known of a unit as it is between two changes.
#[derive(Default)]
pub(crate) struct Facts {
    is_asked: AtomicBool,
    known: OnceLock<Known>,
}

impl Facts {
    /// What is known; what is not is found out, if nobody does that already. Never waits.
    pub(crate) fn known(self: &Arc<Facts>, by: &Arc<Assembler>, device: &Asked) -> Option<&Known> {
        let known = self.known.get();
        if known.is_none() && !by.none && !self.is_asked.swap(true, Ordering::SeqCst) {
            let architecture: String = device
                .pass
                .name
                .chars()
                .filter(char::is_ascii_digit)
                .collect();
            let analysis = device.analysis.snapshot();
            let words = Arc::clone(&device.pass.words);
            let (facts, by) = (Arc::clone(self), Arc::clone(by));
            let pool = Arc::clone(&by.pool);
            pool.spawn(move || {
                // The unit has another state where nobody else holds this one.
                let wanted = || Arc::strong_count(&facts) > 1;
                if !wanted() {
                    return;
                }
                let code = match &by.program {
                    Some(program) => {
                        let text = AssertUnwindSafe(|| analysis.whole());
                        let text = salsa::Cancelled::catch(text);
                        drop(analysis);
                        text.ok().and_then(|text| half(program, &words, &text))
                    }
                    None => {
                        let code = AssertUnwindSafe(|| analysis.device_code());
                        let code = salsa::Cancelled::catch(code);
                        // While it is held an edit waits.
                        drop(analysis);
                        code.ok().flatten()
                    }
                };
                let (Some(code), Ok(architecture)) = (code, architecture.parse()) else {
                    return;
                };
                if let Some(found) = by.assemble(&code, architecture, wanted) {
                    let _ = facts.known.set(found);
                }
            });
        }
        known
    }
}

/// What is known of a kernel, in words.
pub(crate) fn in_words(r: &Resources) -> String {
    let mut out = format!("{} registers", r.registers);
    if r.shared > 0 {
        out.push_str(&format!(", {} bytes of shared memory", r.shared));
    }
    if r.stack > 0 {
        out.push_str(&format!(", {} bytes of stack", r.stack));
    }
    match (r.spill_stores, r.spill_loads) {
        (0, 0) => out.push_str(", no spills"),
        (stores, loads) => out.push_str(&format!(", spills {stores} bytes, {loads} loaded again")),
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_said_in_words() {
        let all = Resources {
            registers: 255,
            spill_stores: 8,
            spill_loads: 4,
            stack: 16,
            shared: 48,
            constant: 384,
        };
        let said = "255 registers, 48 bytes of shared memory, 16 bytes of stack, spills 8 bytes, 4 loaded again";
        assert_eq!(in_words(&all), said);
        let none = Resources::default();
        assert_eq!(in_words(&none), "0 registers, no spills");
    }
}
