//! Reads a command line of nvcc by the table. Says what is wrong with it in words for people.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::architecture::{Architecture, Target};
use super::effect::{Effect, Switch};
use super::invocation::{Definition, NvccInvocation, NvccStandard, NvccTask};
use super::spelling::{Found, NvccOption, Value, find, items, nearest};
use super::table::{NVCC_OPTIONS, WERROR};

/// What reading a command line asks of the outside.
pub struct Lookups<'a> {
    /// The text of a file of options.
    pub options_file: &'a dyn Fn(&Path) -> Option<String>,
}

/// How deep files of options may name others.
const DEPTH: usize = 8;

/// The ends of names of files that only a linker reads, a version of a shared library aside.
const LINKED: &[&str] = &[
    "o", "obj", "a", "so", "lib", "dylib", "res", "cubin", "fatbin", "ptx", "ltoir",
];

/// Reads a command line, without the program's name. `own` are options of the calling program.
///
/// # Errors
/// A message for people.
pub fn parse(
    args: &[OsString],
    own: &'static [NvccOption],
    lookups: &Lookups<'_>,
) -> Result<NvccInvocation, String> {
    // An option of the caller's hides one of nvcc's with the same name.
    let tables = [own, NVCC_OPTIONS];
    let forward = args
        .iter()
        .any(|a| a.to_str().is_some_and(|a| forwards(&tables, a)));
    let mut reader = Reader {
        tables,
        lookups,
        forward,
        architecture: None,
        code: None,
        done: NvccInvocation::default(),
    };
    reader.read(args, 0)?;
    reader.finish()
}

fn forwards(tables: &[&'static [NvccOption]], word: &str) -> bool {
    matches!(find(tables, word), Found::Option(row, _)
        if row.effect == Effect::Switch(Switch::ForwardUnknown, true))
}

/// The words of a file of options or of a variable: blanks divide them, quotes hold them together.
pub fn words_of(text: &str) -> Vec<OsString> {
    let mut out = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match c {
            '"' | '\'' if quote == Some(c) => quote = None,
            '"' | '\'' if quote.is_none() => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            c if c.is_whitespace() && quote.is_none() => out.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    out.extend(word);
    out.into_iter().map(OsString::from).collect()
}

/// The words of a file of options: blanks divide them, double quotes hold them together, and a backslash takes the next character as it
/// is. Of each word that comes out so quotes and backslashes are read once more, as a shell reads them.
pub fn words_of_file(text: &str) -> Vec<OsString> {
    let mut out = Vec::new();
    let mut word: Option<String> = None;
    let mut is_quoted = false;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => word.get_or_insert_default().extend(chars.next()),
            '"' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            c if c.is_whitespace() && !is_quoted => out.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    out.extend(word);
    let again = |word: String| {
        let mut own = String::new();
        let mut chars = word.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' => own.extend(chars.next()),
                '"' => {}
                c => own.push(c),
            }
        }
        OsString::from(own)
    };
    out.into_iter().map(again).collect()
}

struct Reader<'a> {
    tables: [&'static [NvccOption]; 2],
    lookups: &'a Lookups<'a>,
    forward: bool,
    /// What the last `-arch` names.
    architecture: Option<Vec<Target>>,
    /// What `-code` names.
    code: Option<String>,
    done: NvccInvocation,
}

impl Reader<'_> {
    fn read(&mut self, args: &[OsString], depth: usize) -> Result<(), String> {
        let mut rest = args.iter();
        while let Some(word) = rest.next() {
            let Some(text) = word.to_str().filter(|t| t.len() > 1 && t.starts_with('-')) else {
                self.file(word);
                continue;
            };
            match find(&self.tables, text) {
                Found::Unknown if self.forward => self.done.compiler.push(word.clone()),
                Found::Unknown => return Err(self.unknown(text)),
                Found::Option(row, attached) => {
                    let name = text.split('=').next().unwrap_or(text);
                    let value = match (row.value, attached) {
                        (Value::None, None) => OsString::new(),
                        (Value::None, Some(_)) => return Err(format!("'{name}' takes no value")),
                        (_, Some(value)) => value.into(),
                        (_, None) => rest
                            .next()
                            .ok_or_else(|| format!("'{name}' needs a value"))?
                            .clone(),
                    };
                    self.option(row, name, &value, depth)?;
                }
            }
        }
        Ok(())
    }

    fn unknown(&self, word: &str) -> String {
        let hint = match nearest(&self.tables, word) {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!("for the host compiler, write -Xcompiler {word}"),
        };
        format!("unknown option '{word}' ({hint})")
    }

    fn file(&mut self, word: &OsStr) {
        let path = PathBuf::from(word);
        let name = path.file_name().unwrap_or(word).to_string_lossy();
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        if LINKED.contains(&&*extension) || name.contains(".so.") {
            return;
        }
        self.done.sources.push(path);
    }

    fn option(
        &mut self,
        row: &'static NvccOption,
        name: &str,
        value: &OsStr,
        depth: usize,
    ) -> Result<(), String> {
        let text = value.to_string_lossy();
        let wrong = |value: &str| format!("'{value}' is no value of '{name}'");
        let on = match row.value {
            Value::Bool => match &*text {
                "true" => true,
                "false" => false,
                _ => return Err(format!("{}: true or false", wrong(&text))),
            },
            Value::Choice(known) if !known.contains(&&*text) => {
                return Err(format!("{}: {}", wrong(&text), known.join(", ")));
            }
            Value::Choices(known) => {
                for item in items(&text) {
                    if !known.contains(&item) {
                        return Err(format!("{}: {}", wrong(item), known.join(", ")));
                    }
                }
                true
            }
            _ => true,
        };
        // A value that is no text is one item.
        let list = || -> Vec<OsString> {
            match value.to_str() {
                Some(text) => items(text).into_iter().map(OsString::from).collect(),
                None => vec![value.to_owned()],
            }
        };
        let done = &mut self.done;
        match row.effect {
            Effect::Define => done
                .definitions
                .extend(list().into_iter().map(Definition::Define)),
            Effect::Undefine => done
                .definitions
                .extend(list().into_iter().map(Definition::Undefine)),
            Effect::Include => done.include.extend(list()),
            Effect::SystemInclude => done.system_include.extend(list()),
            Effect::PreInclude => done.preinclude.extend(list()),
            Effect::Standard => {
                let standard = NvccStandard::parse(&text)
                    .ok_or_else(|| format!("{}: c++03 to c++23", wrong(&text)))?;
                if done.standard.as_ref().is_some_and(|s| *s != standard) {
                    done.warnings.push(twice(name));
                }
                done.standard = Some(standard);
            }
            Effect::HostCompiler => done.host_compiler = Some(value.to_owned()),
            Effect::HostOptions => done.compiler.extend(list().iter().map(unquoted)),
            Effect::Words(words) => {
                let add = |to: &mut Vec<OsString>, words: &[&str]| {
                    to.extend(words.iter().map(OsString::from));
                };
                add(&mut done.preprocessor, words.preprocessor);
                add(&mut done.compiler, words.compiler);
                add(&mut done.front, words.front);
            }
            Effect::Valued {
                front,
                compiler,
                compile,
            } => {
                match front {
                    Some(front) if front.ends_with('=') => {
                        done.front.push(format!("{front}{text}").into());
                    }
                    Some(front) => done.front.extend([front.into(), value.to_owned()]),
                    None => {}
                }
                done.compiler
                    .extend(compiler.map(|c| OsString::from(format!("{c}{text}"))));
                done.compile
                    .extend(compile.map(|c| OsString::from(format!("{c}{text}"))));
            }
            Effect::Switch(switch, good) => match switch {
                Switch::Relocatable => done.relocatable = on && good,
                Switch::StaticStub => done.static_stub = Some(on && good),
                Switch::HiddenVisibility => done.hidden_visibility = Some(on && good),
                Switch::ErrorNumbers => done.error_numbers = Some(on && good),
                Switch::Brief => done.brief = on && good,
                Switch::ForwardUnknown => {}
                Switch::DryRun => done.dry_run = true,
            },
            Effect::Architecture => {
                let targets = targets_of(&text)?;
                let other = self.architecture.replace(targets.clone());
                if other.is_some_and(|other| other != targets) {
                    done.warnings.push(twice(name));
                }
            }
            Effect::Code => self.code = Some(text.into_owned()),
            Effect::Generate => generate(&text, &mut done.targets)?,
            Effect::Diagnostics(option) => done.front.extend([option.into(), value.to_owned()]),
            Effect::Werror => {
                for name in items(&text) {
                    for kind in WERROR.iter().filter(|kind| kind.name == name) {
                        done.front.extend(kind.front.iter().map(OsString::from));
                        let words = kind.compiler.iter().map(OsString::from);
                        done.compiler.extend(words);
                    }
                }
            }
            Effect::DefaultStream => done.per_thread_stream = text == "per-thread",
            Effect::Language => done.language = Some(text.into_owned()),
            Effect::Output => done.output = Some(value.into()),
            Effect::OutputFolder => done.output_folder = Some(value.into()),
            Effect::OptionsFile => {
                for file in list() {
                    let text = (self.lookups.options_file)(Path::new(&file))
                        .filter(|_| depth < DEPTH)
                        .ok_or_else(|| {
                            format!("cannot open the options file '{}'", file.to_string_lossy())
                        })?;
                    self.read(&words_of_file(&text), depth + 1)?;
                }
            }
            Effect::Dependencies(mode) => done.dependencies = Some(mode),
            Effect::DependencyFile => done.dependency_file = Some(value.into()),
            Effect::Phase { relocatable } => {
                done.stops = true;
                done.relocatable |= relocatable;
            }
            Effect::Help => done.task = NvccTask::Help,
            Effect::Version => done.task = NvccTask::Version,
            Effect::Ignored => {}
            Effect::Own => done.own.push((row.long, value.to_owned())),
        }
        Ok(())
    }

    fn finish(mut self) -> Result<NvccInvocation, String> {
        match (self.code, self.architecture) {
            (Some(code), None) => Err(format!("'-code {code}' needs an '-arch' beside it")),
            (_, architecture) => {
                self.done.targets.extend(architecture.into_iter().flatten());
                Ok(self.done)
            }
        }
    }
}

/// What `-arch` names. An architecture with a suffix has code for the plain one beside its own.
fn targets_of(text: &str) -> Result<Vec<Target>, String> {
    let target = text.parse::<Target>()?;
    Ok(match target {
        Target::One(with) if with.suffix.is_some() => {
            let plain = Architecture {
                suffix: None,
                ..with
            };
            vec![Target::One(plain), target]
        }
        _ => vec![target],
    })
}

fn twice(name: &str) -> String {
    format!("'{name}' is given twice; the last value counts")
}

/// A word without the quotes that held it together.
fn unquoted(word: &OsString) -> OsString {
    let Some(text) = word.to_str() else {
        return word.clone();
    };
    let inner = ['"', '\''].iter().find_map(|q| {
        let inner = text.strip_prefix(*q)?.strip_suffix(*q)?;
        (!inner.contains(*q)).then_some(inner)
    });
    inner.unwrap_or(text).into()
}

/// Reads the value of `-gencode`: `arch=compute_80,code=[sm_80,compute_80]`.
fn generate(text: &str, targets: &mut Vec<Target>) -> Result<(), String> {
    let mut pending = None;
    for part in items(text) {
        if let Some(arch) = part.strip_prefix("arch=") {
            pending = Some(arch.parse::<Target>()?);
        } else if part.starts_with("code=") {
            targets.extend(pending.take());
        }
        // What else there is belongs to the list behind `code=`.
    }
    if pending.is_some() {
        return Err(format!("'-gencode {text}' names no code"));
    }
    if targets.is_empty() {
        return Err(format!("'-gencode {text}' names no architecture"));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
