//! `cleave debug`: windows into the stages of the engine, as text that stays the same from run to run. For those who work on
//! Cleave, and for tests.
//!
//! A window shows one stage of chosen items. It must not compute anything that the stage does not hold.

mod account;
mod device_edit;
mod edited;
mod lowered;
pub(crate) mod needed;
mod select;
mod stages;

use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;

use clap::{Args, ValueEnum};
use cleave_base_db::{
    HostOptions, HostSettings, RootDatabase, SourceFile, SourceText, decode, encode, join_lines,
};
use cleave_options::nvcc::{Architecture, CompilerFamily, Side};
use cleave_syntax::Dialect;
use salsa::Durability;

use crate::host_compiler;
use crate::own_preprocessor::OwnPreprocessor;
use crate::preprocess::{PreprocessArgs, Preprocessor, load, readable, standard};
use crate::units::Create;

/// Look into a stage of the engine
#[derive(Args, Debug)]
pub struct DebugArgs {
    /// What to show
    #[arg(value_enum)]
    what: Window,
    /// CUDA (.cu, .cuh) and C++ sources are preprocessed first; preprocessed text (.ii, .i) is taken as it is
    file: PathBuf,
    /// Only items that declare this name [default: all items of the main source file]
    #[arg(long, value_name = "NAME")]
    item: Option<String>,
    /// Extended lambdas, as nvcc --extended-lambda
    #[arg(long)]
    extended_lambda: bool,
    /// Of what the device half needs, what asks for the function or variable of this name (the linker's, or the one in the source)
    #[arg(long, value_name = "NAME")]
    why: Option<String>,
    /// The text that an edit replaces, wherever it stands
    #[arg(
        long,
        value_name = "TEXT",
        required_if_eq_any([("what", "edit"), ("what", "device-edit")])
    )]
    from: Option<String>,
    /// What an edit writes in its place
    #[arg(long, value_name = "TEXT", default_value = "")]
    to: String,
    /// The file that an edit is made in, as line markers call it [default: the source]
    #[arg(long = "in", value_name = "FILE")]
    in_file: Option<String>,
    /// Make that many edits one after the other, '@' in --to being the number of each, and print what they leave behind
    #[arg(long, value_name = "N")]
    edits: Option<usize>,
    #[command(flatten)]
    preprocess: PreprocessArgs,
}

/// The windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Window {
    /// Significant tokens: number, kind, text
    Tokens,
    /// What the scan over the text found: items, kinds, names, flags
    Skeleton,
    /// Lossless trees, bodies included
    Tree,
    /// Identities of items: what queries are keyed by
    Items,
    /// Declarations, types, statements and expressions as lowered from the tree
    Hir,
    /// Typed code: types, conversions and called functions written out
    Thir,
    /// Execution spaces of functions over all redeclarations, memory spaces of variables
    Spaces,
    /// What the host half changes
    Edits,
    /// The queries that a host pass runs, and how often
    Queries,
    /// What the database keeps after a host pass: the ten largest
    Memory,
    /// What the device half defines, and with --why what asks for something
    Needed,
    /// Functions of the host whose bodies count when it is asked whether the device's code is the same, and why
    Kept,
    /// The device half as device IL
    Il,
    /// What a second host pass costs after the edit --from to --to: time and queries
    Edit,
    /// The same of the device half; the edit is one of the preprocessed text
    DeviceEdit,
}

/// The architecture whose device pass is looked at.
const ARCHITECTURE: Architecture = Architecture {
    number: 75,
    suffix: None,
};

/// Exit status: the file cannot be used.
const CANNOT: i32 = 1;

/// Runs the command and gives its exit status: 0, or 1 if the file or a program cannot be used or no item has the name.
pub fn run(args: &DebugArgs) -> i32 {
    let text = show(args);
    let written = text.and_then(|text| {
        std::io::stdout()
            .write_all(&encode(&text))
            .map_err(|e| format!("cannot print: {e}"))
    });
    match written {
        Ok(()) => 0,
        Err(message) => {
            let _ = writeln!(std::io::stderr(), "cleave debug: {message}");
            CANNOT
        }
    }
}

/// What the edit of a CUDA source or of a header costs; nothing if the source is preprocessed, or if the own preprocessor does not do
/// what is asked for.
fn edit_of_file(
    args: &DebugArgs,
    macros: &[&str],
    edit: &edited::Replacement<'_>,
    create: &Create<'_>,
) -> Result<Option<String>, String> {
    let extension = args.file.extension().and_then(|e| e.to_str());
    if !matches!(extension, Some("cu" | "cuh")) {
        return match &args.in_file {
            Some(_) => Err("--in needs a CUDA source".to_owned()),
            None => Ok(None),
        };
    }
    let invocation = args.preprocess.invocation_for(macros, Side::Host);
    let preprocessor = Preprocessor::new(&invocation, args.preprocess.choice())?;
    readable(&args.file)?;
    let compiler = host_compiler::identify(&preprocessor.program)?;
    let options = preprocessor
        .own_options(&args.file, Side::Host)
        .filter(|_| compiler.family == CompilerFamily::Gnu);
    let own = options.and_then(|o| Some((OwnPreprocessor::new(&preprocessor.program, &o)?, o)));
    match own {
        Some((own, options)) => {
            let path = args.in_file.clone().or_else(|| options.input.clone());
            let path = path.unwrap_or_default();
            match args.edits {
                Some(many) => edited::many(&own, &options, &path, edit, (create, many)),
                None => edited::of_file(&own, &options, &path, edit, create),
            }
            .map(Some)
        }
        None if args.in_file.is_some() => {
            Err("the own preprocessor does not do what is asked for".to_owned())
        }
        None => Ok(None),
    }
}

fn show(args: &DebugArgs) -> Result<String, String> {
    let standard = standard(&args.preprocess.std)
        .ok_or_else(|| format!("unknown language standard '{}'", args.preprocess.std))?;
    let macros: &[&str] = match args.extended_lambda {
        true => &["__CUDACC_EXTENDED_LAMBDA__"],
        false => &[],
    };
    // The device pass reads another text: that with `__CUDA_ARCH__`.
    let side = match args.what {
        Window::Needed | Window::Il | Window::Kept | Window::DeviceEdit => {
            Side::Device(ARCHITECTURE)
        }
        _ => Side::Host,
    };
    let log = account::Log::default();
    let mut db = match args.what {
        Window::Queries => log.database(),
        _ => RootDatabase::default(),
    };
    let create = |db: &RootDatabase, text: SourceText, durability| {
        let name = args.file.to_string_lossy().into_owned();
        let file = SourceFile::builder(name, text)
            .dialect(Dialect {
                standard,
                ..Dialect::default()
            })
            .durability(durability)
            .new(db);
        let settings = HostSettings {
            extended_lambda: args.extended_lambda,
            ..HostSettings::default()
        };
        let options = HostOptions::builder(settings).durability(Durability::HIGH);
        (file, options.new(db))
    };
    if let (Window::Edit, Some(from)) = (args.what, &args.from) {
        let to = &args.to;
        let edit = edited::Replacement { from, to };
        let create: Create<'_> =
            Rc::new(|db: &RootDatabase, text| create(db, text, Durability::LOW));
        if let Some(shown) = edit_of_file(args, macros, &edit, &create)? {
            return Ok(shown);
        }
        let text = join_lines(decode(load(&args.preprocess, macros, &args.file, side)?));
        return edited::of_text(&text, &edit, &create);
    }
    if let (Window::DeviceEdit, Some(from)) = (args.what, &args.from) {
        let edit = edited::Replacement { from, to: &args.to };
        let create: Create<'_> =
            Rc::new(|db: &RootDatabase, text| create(db, text, Durability::LOW));
        let text = join_lines(decode(load(&args.preprocess, macros, &args.file, side)?));
        return device_edit::of_text(&text, &edit, &create);
    }
    let bytes = load(&args.preprocess, macros, &args.file, side)?;
    let text = SourceText::from(join_lines(decode(bytes)));
    let (file, options) = create(&db, text, Durability::NEVER_CHANGE);
    match args.what {
        Window::Queries => {
            account::host_pass(&db, file, options);
            return Ok(log.counts(&db));
        }
        Window::Memory => {
            account::host_pass(&db, file, options);
            return Ok(account::memory(&mut db));
        }
        Window::Il => return lowered::module(&db, file, options),
        Window::Kept => {
            let kept = cleave_fingerprint::kept(&db, file).into_iter();
            return Ok(kept
                .map(|(name, why)| format!("{name}: {why:?}\n"))
                .collect());
        }
        Window::Needed => {
            return match &args.why {
                None => Ok(needed::list(&db, file, options)),
                Some(name) => match needed::why(&db, file, options, name) {
                    found if found.is_empty() => Err(format!("nothing needs '{name}'")),
                    found => Ok(found),
                },
            };
        }
        _ => {}
    }
    let chosen = select::items(&db, file, args.item.as_deref());
    if chosen.is_empty() {
        return Err(match &args.item {
            Some(name) => format!("no item of {} declares '{name}'", args.file.display()),
            None => format!("{} has no item", args.file.display()),
        });
    }
    let show = match args.what {
        Window::Tokens => stages::tokens,
        Window::Skeleton => stages::skeleton,
        Window::Tree => stages::tree,
        Window::Items => stages::identity,
        Window::Hir => stages::hir,
        Window::Thir => stages::thir,
        Window::Spaces => stages::spaces,
        Window::Edits => return Ok(stages::edits(&db, file, options, &chosen)),
        Window::Queries
        | Window::Memory
        | Window::Edit
        | Window::DeviceEdit
        | Window::Needed
        | Window::Kept
        | Window::Il => return Ok(String::new()),
    };
    Ok(chosen.iter().map(|item| show(&db, file, item)).collect())
}
