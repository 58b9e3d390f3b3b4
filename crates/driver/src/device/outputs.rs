//! What the device pass writes beside its diagnostics: the stub, and the list of the entities that its half holds.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use cleave_base_db::{Db, HostOptions, SourceFile, encode};
use cleave_il::c::{Purpose, print};
use cleave_lowering::Refused;
use cleave_needed::definitions::{Definition, DefinitionKind, definitions};
use cleave_needed::{Naming, emitted_symbols};
use cleave_options::{CommandLineError, DeviceInvocation, FileRole};
use cleave_stub::Files;
use serde::Serialize;

use crate::debug::needed;
use crate::{output, reporting};

/// The texts that are to be written.
pub(super) struct Outputs {
    entities: Option<String>,
    stub: Option<(PathBuf, String)>,
    /// The device half as C.
    code: Option<(String, String)>,
}

/// Why there is nothing to write.
pub(super) enum Unwritten {
    /// The linker's name of a kernel that has no place in a stub.
    Stub(String),
    /// Needed code that is not understood: what, and where.
    Code(Vec<String>),
}

/// How many functions are named that are not understood.
const NAMED: usize = 20;

/// A row of the list of entities.
#[derive(Serialize)]
struct Row<'a> {
    /// The linker's name.
    name: &'a str,
    kind: &'static str,
    /// Where a variable lies, as CUDA spells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    space: Option<&'static str>,
    /// Whether it is defined here, or only declared.
    defined: bool,
}

impl Outputs {
    /// Makes the texts that a command line asks for.
    ///
    /// # Errors
    /// What has no place in a stub, or is not understood.
    pub(super) fn new(
        db: &dyn Db,
        file: SourceFile,
        options: HostOptions,
        invocation: &DeviceInvocation,
    ) -> Result<Outputs, Unwritten> {
        let asked = invocation.entities_file_name.is_some();
        Ok(Outputs {
            entities: asked.then(|| entities(db, file, options)),
            stub: stub(db, file, options, invocation).map_err(Unwritten::Stub)?,
            code: match code_files(invocation).next() {
                Some(_) => {
                    let kernel = invocation.kernel.as_deref();
                    match code(db, file, options, kernel, invocation.line_info) {
                        Ok(texts) => Some(texts),
                        // nvcc always asks for the lowered text, which nobody compiles: without it the pass is as good.
                        Err(_) if invocation.device_c_file_name.is_none() => None,
                        Err(why) => return Err(Unwritten::Code(why)),
                    }
                }
                None => None,
            },
        })
    }

    /// Writes them.
    ///
    /// # Errors
    /// What to say when a file cannot be written.
    pub(super) fn write(&self, invocation: &DeviceInvocation) -> Result<(), CommandLineError> {
        let front = &invocation.front;
        if let (Some(path), Some(text)) = (&invocation.entities_file_name, &self.entities) {
            output::write(path, front.input_path(), text.as_bytes())
                .map_err(|e| reporting::cannot_write(front, FileRole::Entities, path, &e))?;
        }
        if let Some(text) = &self.code {
            for (path, role) in code_files(invocation) {
                let text = match role {
                    FileRole::DeviceC => &text.0,
                    _ => &text.1,
                };
                output::write(path, front.input_path(), &encode(text))
                    .map_err(|e| reporting::cannot_write(front, role, path, &e))?;
            }
        }
        if let Some((path, text)) = &self.stub {
            output::write(path, front.input_path(), &encode(text))
                .map_err(|e| reporting::cannot_write(front, FileRole::Stub, path, &e))?;
        }
        Ok(())
    }
}

/// The files that the device half goes to as C.
fn code_files(invocation: &DeviceInvocation) -> impl Iterator<Item = (&PathBuf, FileRole)> {
    let own = invocation.device_c_file_name.iter();
    let text = invocation.gen_device_file_name.iter();
    own.map(|path| (path, FileRole::DeviceC))
        .chain(text.map(|path| (path, FileRole::DeviceText)))
}

/// The device half as C, for the compiler and for readers.
///
/// # Errors
/// What is not understood, and where.
fn code(
    db: &dyn Db,
    file: SourceFile,
    options: HostOptions,
    kernel: Option<&str>,
    line_info: bool,
) -> Result<(String, String), Vec<String>> {
    let module = match line_info {
        true => cleave_lowering::module_with_places(db, file, options),
        false => cleave_lowering::module(db, file, options),
    };
    let module = match (module, kernel) {
        (Ok(module), Some(name)) => match module.slice(name) {
            Some(slice) => Ok(slice),
            None => return Err(vec![format!("there is no kernel {name}")]),
        },
        (module, _) => module,
    };
    match module {
        Ok(module) => Ok((
            print(&module, Purpose::Compiling),
            print(&module, Purpose::Reading),
        )),
        Err(all) => Err(refused(db, &all)),
    }
}

/// What is not understood, and where, as sentences.
pub(crate) fn refused(db: &dyn Db, all: &[Refused<'_>]) -> Vec<String> {
    let say = |refused: &Refused<'_>| {
        let what = refused.what.map(|what| needed::text(db, what));
        let place = refused.why.site.and_then(|site| needed::place(db, site));
        let mut text = refused.why.what.to_owned();
        if let Some(what) = what {
            text = format!("{text} in {what}");
        }
        match place {
            Some(place) => format!("{text} ({place})"),
            None => text,
        }
    };
    all.iter().take(NAMED).map(say).collect()
}

/// The stub, if a command line asks for one, and where it goes.
///
/// # Errors
/// The linker's name of a kernel that has no place in it.
pub(super) fn stub(
    db: &dyn Db,
    file: SourceFile,
    options: HostOptions,
    invocation: &DeviceInvocation,
) -> Result<Option<(PathBuf, String)>, String> {
    let Some(path) = &invocation.front.outputs.stub_file_name else {
        return Ok(None);
    };
    let text = stub_text(db, file, options, invocation, path)?;
    Ok(Some((PathBuf::from(path), text)))
}

fn stub_text(
    db: &dyn Db,
    file: SourceFile,
    options: HostOptions,
    invocation: &DeviceInvocation,
    path: &OsStr,
) -> Result<String, String> {
    let fatbin = invocation
        .include_file_name
        .as_deref()
        .and_then(Path::file_name);
    let files = Files {
        stub: path.to_string_lossy().into_owned(),
        fatbin: fatbin.unwrap_or_default().to_string_lossy().into_owned(),
    };
    let module_id = cleave_host::module_id(db, file, options);
    cleave_stub::stub(db, file, options, &files, module_id)
}

/// The entities of the device half as JSON, one in a line.
fn entities(db: &dyn Db, file: SourceFile, options: HostOptions) -> String {
    let module_id = cleave_host::module_id(db, file, options);
    let naming = Naming::new(module_id, options.settings(db).relocatable);
    let mut rows = Vec::new();
    for definition in definitions(db, file, options) {
        for name in emitted_symbols(db, file, options, definition.what, &naming) {
            rows.push(row(&name, definition));
        }
    }
    format!("[\n{}\n]\n", rows.join(",\n"))
}

fn row(name: &str, definition: &Definition<'_>) -> String {
    let (kind, space) = match definition.kind {
        DefinitionKind::Kernel => ("kernel", None),
        DefinitionKind::Function => ("function", None),
        DefinitionKind::Variable(space) => ("variable", Some(space.name())),
    };
    let row = Row {
        name,
        kind,
        space,
        defined: definition.defined,
    };
    serde_json::to_string(&row).unwrap_or_default()
}
