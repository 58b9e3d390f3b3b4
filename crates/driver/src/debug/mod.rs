//! `cleave debug`: windows into the stages of the engine, as text that stays the same from run to run. For those who work on
//! Cleave, and for tests.
//!
//! A window shows one stage of chosen items. It must not compute anything that the stage does not hold.

mod account;
mod lowered;
pub(crate) mod needed;
mod select;
mod stages;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use cleave_base_db::{
    HostOptions, HostSettings, RootDatabase, SourceFile, SourceText, decode, encode, join_lines,
};
use cleave_options::nvcc::{Architecture, Side};
use cleave_syntax::Dialect;
use salsa::Durability;

use crate::preprocess::{PreprocessArgs, load, standard};

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
    #[arg(long, value_name = "TEXT", required_if_eq("what", "edit"))]
    from: Option<String>,
    /// What an edit writes in its place
    #[arg(long, value_name = "TEXT", default_value = "")]
    to: String,
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
    /// The device half as device IL
    Il,
    /// What a second host pass costs after the edit --from to --to: time and queries
    Edit,
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

fn show(args: &DebugArgs) -> Result<String, String> {
    let standard = standard(&args.preprocess.std)
        .ok_or_else(|| format!("unknown language standard '{}'", args.preprocess.std))?;
    let macros: &[&str] = match args.extended_lambda {
        true => &["__CUDACC_EXTENDED_LAMBDA__"],
        false => &[],
    };
    // The device pass reads another text: that with `__CUDA_ARCH__`.
    let side = match args.what {
        Window::Needed | Window::Il => Side::Device(ARCHITECTURE),
        _ => Side::Host,
    };
    let bytes = load(&args.preprocess, macros, &args.file, side)?;
    let log = account::Log::default();
    let mut db = match args.what {
        Window::Queries => log.database(),
        _ => RootDatabase::default(),
    };
    let text = SourceText::from(join_lines(decode(bytes)));
    let create = |db: &RootDatabase, durability| {
        let name = args.file.to_string_lossy().into_owned();
        let file = SourceFile::builder(name, text.clone())
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
        let edit = account::Replacement { from, to };
        return account::after_edit(&text, &edit, |db| create(db, Durability::LOW));
    }
    let (file, options) = create(&db, Durability::NEVER_CHANGE);
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
        Window::Queries | Window::Memory | Window::Edit | Window::Needed | Window::Il => {
            return Ok(String::new());
        }
    };
    Ok(chosen.iter().map(|item| show(&db, file, item)).collect())
}
