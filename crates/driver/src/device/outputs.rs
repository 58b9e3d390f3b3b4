//! What the device pass writes beside its diagnostics: the stub, and the list of the entities that its half holds.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use cleave_base_db::{Db, HostOptions, SourceFile, encode};
use cleave_needed::definitions::{Definition, DefinitionKind, definitions};
use cleave_needed::{Naming, symbols};
use cleave_options::{CommandLineError, DeviceInvocation, FileRole};
use cleave_stub::Files;
use serde::Serialize;

use crate::{output, reporting};

/// The texts that are to be written.
pub(super) struct Outputs {
    entities: Option<String>,
    stub: Option<(PathBuf, String)>,
}

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
    /// The linker's name of a kernel that has no place in a stub.
    pub(super) fn new(
        db: &dyn Db,
        file: SourceFile,
        options: HostOptions,
        invocation: &DeviceInvocation,
    ) -> Result<Outputs, String> {
        let asked = invocation.entities_file_name.is_some();
        let stub = invocation.front.outputs.stub_file_name.as_ref();
        Ok(Outputs {
            entities: asked.then(|| entities(db, file, options)),
            stub: match stub {
                Some(path) => {
                    let text = stub_text(db, file, options, invocation, path)?;
                    Some((PathBuf::from(path), text))
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
        if let Some((path, text)) = &self.stub {
            output::write(path, front.input_path(), &encode(text))
                .map_err(|e| reporting::cannot_write(front, FileRole::Stub, path, &e))?;
        }
        Ok(())
    }
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
        for name in symbols(db, definition.what, &naming) {
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
