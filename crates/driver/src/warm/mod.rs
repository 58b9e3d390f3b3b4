//! One pass over one unit that stays in memory: it preprocesses, and runs the front end over the text, in the place of the host compiler
//! and of cudafe++ or cicc, with their command lines. Each time it sees the files as they are then, and does again what an edit has
//! touched. Where it says nothing, the tool has to be asked; nothing is written then.

mod divided;
mod files;
mod host;
mod unit;

pub use self::host::HostTokens;

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::rc::Rc;

use cleave_base_db::{ModuleIdSeed, RootDatabase};
use cleave_options::{Invocation, Task, parse_device};
use cleave_preprocessor::UnitText;
use salsa::Database;

use self::host::HostText;
use self::unit::WarmUnit;
use crate::cudafe::{Translated, given_module_id, judge_read};
use crate::device::DeviceText;
use crate::frame::Frame;
use crate::reporting;
use crate::units::Session;

/// A pass.
#[derive(Default)]
pub struct Pass {
    unit: Option<WarmUnit>,
    text: Option<UnitText>,
    session: Option<Read>,
    host_text: Option<HostText>,
    /// How often in a row a host half could not be divided.
    undivided: u32,
}

/// After so many host halves that could not be divided nobody tries any more: it costs twice then.
const MOST_UNDIVIDED: u32 = 8;

/// A text in a database.
struct Read {
    frame: Frame,
    session: Session<'static>,
    /// The unit's text is another one by now.
    is_old: bool,
}

impl Pass {
    /// Preprocesses for a compiler's words, without the program's name, and writes the text where they say. Gives the files that were read,
    /// the source first.
    pub fn preprocess(&mut self, program: &Path, words: &[OsString]) -> Option<Vec<String>> {
        self.text = None;
        let known = self.unit.take().filter(|unit| unit.is_of(program, words));
        let (mut unit, text) = match known.and_then(|mut unit| Some((unit.text()?, unit))) {
            Some((text, unit)) => (unit, text),
            None => {
                let mut unit = WarmUnit::new(program, words)?;
                let text = unit.text()?;
                (unit, text)
            }
        };
        unit.write(&text).ok()?;
        if let Some(read) = &mut self.session {
            read.is_old = true;
        }
        let files = text.dependencies.iter().map(|file| file.0.clone());
        let files = files.collect();
        (self.text, self.unit) = (Some(text), Some(unit));
        Some(files)
    }

    /// The tokens of a host half, for the words of a compiler, without the program's name, that is to compile it. `None` where the whole
    /// must be preprocessed.
    pub fn host_tokens(&mut self, program: &Path, words: &[OsString]) -> Option<HostTokens> {
        if self.undivided >= MOST_UNDIVIDED {
            return None;
        }
        self.undivided += 1;
        let known = self
            .host_text
            .take()
            .filter(|text| text.is_of(program, words));
        let (text, tokens) = match known.and_then(|mut text| Some((text.tokens()?, text))) {
            Some((tokens, text)) => (text, tokens),
            None => {
                let mut text = HostText::new(program, words)?;
                let tokens = text.tokens()?;
                (text, tokens)
            }
        };
        (self.host_text, self.undivided) = (Some(text), 0);
        Some(tokens)
    }

    /// Runs the host pass over the text that was written last, and gives the exit status. `None` unless the text is accepted.
    pub fn host(&mut self, args: &[OsString]) -> Option<i32> {
        let invocation = cleave_options::parse(args, &reporting::lookups()).ok()?;
        let (module_id, _) = given_module_id(&invocation);
        let read = self.read(&invocation, module_id)?;
        let verdict = judge_read(invocation, read)?;
        verdict.refused.is_none().then(|| verdict.show())
    }

    /// The text that was written last, under cicc's words, if it is `text`.
    pub fn device(&mut self, args: &[OsString], text: &[u8]) -> Option<DeviceText> {
        self.is_text(text).then(|| self.device_text(args))?
    }

    /// The text that was written last, under cicc's words. Whoever has it may read it while this pass does nothing; then comes
    /// [`Pass::stop_reading`].
    pub fn device_text(&mut self, args: &[OsString]) -> Option<DeviceText> {
        let invocation = parse_device(args, &reporting::lookups()).ok()?;
        let module_id = invocation.front.outputs.module_id_file_name.as_ref();
        let module_id = module_id.and_then(|path| fs::read(path).ok());
        let front = &invocation.front;
        let read = self.read(front, module_id.map(cleave_base_db::decode))?;
        Some(DeviceText::of_read(
            invocation,
            read.db,
            read.file,
            read.options,
        ))
    }

    /// Has those who read a text give up, and waits for them. What they have found out stays.
    pub fn stop_reading(&mut self) {
        if let Some(read) = &mut self.session {
            read.session.db.trigger_cancellation();
        }
    }

    /// Everything that the next edit may ask for of the text was asked for.
    pub fn complete(&mut self) {
        if let Some(read) = &mut self.session {
            read.session.complete();
        }
    }

    fn is_text(&self, bytes: &[u8]) -> bool {
        let Some(text) = &self.text else {
            return false;
        };
        let mut rest = bytes;
        let is_next = |piece: &&[u8]| match rest.strip_prefix(*piece) {
            Some(behind) => {
                rest = behind;
                true
            }
            None => false,
        };
        let pieces = text.pieces.iter().map(|piece| &*piece.text);
        let count = pieces.clone().take_while(is_next).count();
        count == text.pieces.len() && rest.is_empty()
    }

    /// The text in a database, if it is what an invocation reads. The handle must be gone before the next text comes in.
    fn read(&mut self, front: &Invocation, module_id: Option<String>) -> Option<Translated> {
        let Task::Run(_) = front.task else {
            return None;
        };
        let path = front.input_path()?;
        if self.unit.as_ref()?.output()? != path {
            return None;
        }
        let text = self.text.as_ref()?;
        let mut frame = Frame::new(front, path.to_string_lossy().into_owned(), module_id);
        if let (ModuleIdSeed::Time { .. }, Some(read)) = (&frame.settings.seed, &self.session) {
            // It tells modules apart that nothing else does. It need not be another one with each edit.
            frame.settings.seed = read.frame.settings.seed.clone();
        }
        let read = match self.session.take().filter(|read| read.frame == frame) {
            Some(mut read) => {
                if read.is_old {
                    read.session.edit(text);
                }
                read
            }
            None => {
                let db = RootDatabase::for_target(frame.target);
                let own = frame.clone();
                let create = move |db: &RootDatabase, text| own.open(db, text);
                Read {
                    session: Session::new(db, text, Rc::new(create)),
                    frame,
                    is_old: false,
                }
            }
        };
        let read = self.session.insert(Read {
            is_old: false,
            ..read
        });
        Some(Translated {
            db: read.session.db.clone(),
            file: read.session.file,
            options: read.session.options,
        })
    }
}
