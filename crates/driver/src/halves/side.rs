//! One pass over a source that is edited: its unit, its database, and what is asked of it. It must not know the other pass.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use cleave_base_db::{Db, RootDatabase, Target, encode};
use cleave_diagnostics::Reported;
use cleave_needed::definitions::{DefinitionKind, definitions};
use cleave_needed::{Naming, emitted_symbols};
use cleave_options::Invocation;
use cleave_options::nvcc::Side;
use cleave_preprocessor::{Options, Outcome, Problem};
use cleave_report::{Unit, show_line};
use cleave_stub::Files;
use salsa::Setter;

use super::Device;
use crate::debug::needed;
use crate::device::refused;
use crate::own_preprocessor::OwnPreprocessor;
use crate::reporting::{self, over};
use crate::units::{Create, Session};

/// A pass.
pub(super) struct OneSide<'a> {
    own: &'a OwnPreprocessor,
    command: &'a Options,
    unit: cleave_preprocessor::Unit<'a>,
    side: Side,
    front: &'a Invocation,
    target: Target,
    create: Create<'a>,
    /// None before the first version, and after one that could not be preprocessed or that the engine failed on.
    session: Option<Session<'a>>,
}

/// What a pass reports.
pub(super) struct Report {
    pub(super) reported: Vec<Reported>,
    pub(super) failed: bool,
}

impl<'a> OneSide<'a> {
    pub(super) fn new(
        (own, command): &'a (OwnPreprocessor, Options),
        (side, front): (Side, &'a Invocation),
        target: Target,
        create: Create<'a>,
    ) -> OneSide<'a> {
        OneSide {
            own,
            command,
            unit: own.unit(command),
            side,
            front,
            target,
            create,
            session: None,
        }
    }

    /// Preprocesses a version of the source, and gives it to the database unless it has errors.
    ///
    /// # Errors
    /// The source or a header of the command line cannot be read.
    pub(super) fn edit(&mut self, text: &[u8]) -> Result<Vec<Problem>, String> {
        let path = self.command.input.as_deref().unwrap_or_default();
        self.own.edit(path, text.to_vec());
        self.unit.changed(path);
        let text = self.unit.preprocess(self.command)?;
        if text.problems.iter().any(|p| p.severity.is_error()) {
            return Ok(text.problems);
        }
        let (create, target) = (self.create.clone(), self.target);
        let session = self.session.take();
        self.session = guarded(|| match session {
            Some(mut session) => {
                session.edit(&text);
                session
            }
            None => Session::new(RootDatabase::for_target(target), &text, create),
        });
        Ok(text.problems)
    }

    /// Asks the session. A panic is a fault of Cleave's and not the end: the next version begins anew.
    fn ask<T>(&mut self, ask: impl FnOnce(&mut Session<'a>) -> T) -> Option<T> {
        let session = self.session.as_mut()?;
        let answer = guarded(|| ask(session));
        if answer.is_none() {
            self.session = None;
        }
        answer
    }

    /// What is wrong with the text.
    pub(super) fn report(&mut self) -> Option<Report> {
        let (side, front) = (self.side, self.front);
        self.ask(|session| {
            let unit = Unit {
                db: &session.db,
                file: session.file,
                options: session.options,
                is_there: &Path::exists,
            };
            let (mut reported, failed) = reporting::reported(unit, front, over(side));
            for r in &mut reported {
                show_line(&mut r.diagnostic, session.file.text(&session.db));
            }
            Report { reported, failed }
        })
    }

    /// Where the tokens of the text come from.
    pub(super) fn origins(&self) -> Option<Outcome> {
        let session = self.session.as_ref()?;
        let text: &str = session.file.text(&session.db);
        let made = self.own.with_origins(self.command).ok()?;
        (made.text == text.as_bytes()).then_some(made)
    }

    /// The host half, and the module id.
    pub(super) fn host_half(&mut self) -> Option<(String, String)> {
        self.ask(|session| {
            let (db, file, options) = (&session.db, session.file, session.options);
            let mut text = String::new();
            for piece in cleave_host::host_pieces(db, file, options) {
                text.push_str(&piece);
            }
            (text, cleave_host::module_id(db, file, options).to_owned())
        })
    }

    /// The device half of a unit with this module id, or what of it is not understood.
    pub(super) fn device_half(&mut self, id: String) -> Option<Result<Device, Vec<String>>> {
        let stub = &self.front.outputs.stub_file_name;
        let stub = stub
            .clone()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        self.ask(|session| {
            let mut settings = session.options.settings(&session.db).clone();
            if settings.module_id.as_ref() != Some(&id) {
                settings.module_id = Some(id);
                let options = session.options;
                options.set_settings(&mut session.db).to(settings);
            }
            half(session, stub)
        })
    }
}

fn half(session: &Session<'_>, stub: String) -> Result<Device, Vec<String>> {
    let (db, file, options) = (&session.db, session.file, session.options);
    let module =
        cleave_lowering::module_with_places(db, file, options).map_err(|all| refused(db, &all))?;
    let module_id = cleave_host::module_id(db, file, options);
    let files = Files {
        fatbin: stub.replace(".cudafe1.stub.c", ".fatbin.c"),
        stub,
    };
    let stub = cleave_stub::stub(db, file, options, &files, module_id);
    let naming = Naming::new(module_id, options.settings(db).relocatable);
    let mut names = Vec::new();
    for definition in definitions(db, file, options) {
        if matches!(definition.kind, DefinitionKind::Variable(_)) {
            continue;
        }
        for symbol in emitted_symbols(db, file, options, definition.what, &naming) {
            names.push((symbol, needed::text(db as &dyn Db, definition.what)));
        }
    }
    Ok(Device {
        module,
        stub: stub.map(|text| String::from_utf8_lossy(&encode(&text)).into_owned()),
        names,
    })
}

fn guarded<T>(f: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(f)).ok()
}
