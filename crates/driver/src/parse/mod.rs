//! `cleave parse`: reads a source with the whole grammar, bodies included, and says what is wrong, what the trees are, and how
//! long it took. Knows nothing of what CUDA means.

mod batch;
mod clock;
pub(crate) mod dump;
mod met;
mod needed;
mod reading;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use cleave_base_db::{RootDatabase, SourceFile, decode, encode, join_lines};
use cleave_diagnostics::{
    Control, Diagnostic, ExitStatus, Layout, Options, Pass, Report, Session, catalog,
};
use cleave_names::skeleton;
use cleave_options::nvcc::{Architecture, Side};
use cleave_report::{ItemErrors, Places};
use cleave_syntax::tree::{GreenNode, SyntaxNode};
use cleave_syntax::{Dialect, Standard};
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::preprocess::{PreprocessArgs, load, standard};
use clock::worked;
use met::Met;
use reading::{Reading, Totals};

/// Parse a source, bodies included, and report its syntax errors
#[derive(Args, Debug)]
pub struct ParseArgs {
    /// CUDA (.cu, .cuh) and C++ sources are preprocessed first; preprocessed text (.ii, .i) is taken as it is
    #[arg(required_unless_present = "batch")]
    file: Option<PathBuf>,
    /// Print the trees: kind, range and text of nodes and tokens, white space left out
    #[arg(long)]
    tree: bool,
    /// Print each error on standard output too, one a line, all of them, with the tokens around it
    #[arg(long)]
    errors: bool,
    /// Print sizes, counts, processor time and speed
    #[arg(long)]
    stats: bool,
    /// How to print what was asked for
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Preprocess for a device [default: sm_80]
    #[arg(long, value_name = "ARCH", num_args = 0..=1, require_equals = true, default_missing_value = "sm_80")]
    device: Option<Architecture>,
    /// Let structure alone decide between declarations and expressions, types and values; ask for no names
    #[arg(long)]
    structure: bool,
    /// Also time the parses that the host pass asks for, and nothing else
    #[arg(long, requires = "stats")]
    needed: bool,
    /// Read lines `STANDARD FILE` from standard input and answer each with a line of JSON; an item met before under its
    /// standard, with the same names around it, is not parsed again
    #[arg(long, conflicts_with_all = ["file", "tree", "needed"])]
    batch: bool,
    #[command(flatten)]
    preprocess: PreprocessArgs,
}

/// The form of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Lines for people
    Text,
    /// One JSON object
    Json,
}

/// Exit status: the file cannot be used.
const CANNOT: i32 = 1;
/// Exit status: there is a syntax error.
const ERRORS: i32 = 2;

/// Runs the command and gives its exit status: 0, or one of the two above.
pub fn run(args: &ParseArgs) -> i32 {
    let done = match &args.file {
        _ if args.batch => batch::run(!args.structure),
        Some(file) => parse(args, file),
        None => Err("no file".to_owned()),
    };
    match done {
        Ok(status) => status,
        Err(message) => {
            let _ = writeln!(std::io::stderr(), "cleave parse: {message}");
            CANNOT
        }
    }
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Output {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Stats>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Vec<ErrorLine>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Vec<dump::Entry>>,
}

/// The figures of one text. Times are the working time of the one thread.
#[derive(Clone, Debug, Default, Serialize)]
struct Stats {
    bytes: usize,
    items: usize,
    parsed_items: usize,
    parsed_bytes: usize,
    tokens: usize,
    nodes: usize,
    error_nodes: usize,
    errors: usize,
    loose_tokens: usize,
    lossless: bool,
    skeleton_ms: f64,
    skeleton_mb_per_s: f64,
    parse_ms: f64,
    parse_mb_per_s: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    needed: Option<needed::Needed>,
}

impl Stats {
    fn new(bytes: usize, t: &Totals) -> Stats {
        let rate = |bytes: usize, time: std::time::Duration| {
            bytes as f64 / 1e6 / time.as_secs_f64().max(1e-9)
        };
        Stats {
            bytes,
            items: t.items,
            parsed_items: t.parsed,
            parsed_bytes: t.parsed_bytes,
            tokens: t.tokens,
            nodes: t.nodes,
            error_nodes: t.error_nodes,
            errors: t.errors,
            loose_tokens: t.loose_tokens,
            lossless: t.lossless,
            skeleton_ms: t.cutting.as_secs_f64() * 1e3,
            skeleton_mb_per_s: rate(bytes, t.cutting),
            parse_ms: t.parsing.as_secs_f64() * 1e3,
            parse_mb_per_s: rate(t.parsed_bytes, t.parsing),
            needed: None,
        }
    }

    fn text(&self) -> String {
        let needed = self.needed.as_ref().map_or(String::new(), |n| {
            format!(
                "needed    {} items of {}, {} with their bodies, {:.2} ms with the cut\n",
                n.trees, self.items, n.bodies, n.ms
            )
        });
        format!(
            "bytes     {}\nitems     {} ({} parsed, {} bytes)\ntokens    {}\nnodes     {}\nerrors    {} ({} error nodes, {} \
             tokens in no item)\nlossless  {}\nskeleton  {:.2} ms, {:.0} MB/s\nparse     {:.2} ms, {:.1} MB/s\n{needed}",
            self.bytes,
            self.items,
            self.parsed_items,
            self.parsed_bytes,
            self.tokens,
            self.nodes,
            self.errors,
            self.error_nodes,
            self.loose_tokens,
            if self.lossless { "yes" } else { "NO" },
            self.skeleton_ms,
            self.skeleton_mb_per_s,
            self.parse_ms,
            self.parse_mb_per_s,
        )
    }
}

/// An error on one line.
#[derive(Clone, Debug, Serialize)]
struct ErrorLine {
    file: String,
    line: u32,
    column: u32,
    message: String,
    /// The tokens from a little before the place on, with the place marked.
    around: String,
}

impl ErrorLine {
    fn new(
        places: &Places<'_>,
        (name, text): (&str, &str),
        offset: usize,
        d: &Diagnostic,
    ) -> ErrorLine {
        let offset = offset.min(text.len());
        let p = places.position(offset);
        let entry = catalog().get(d.code);
        ErrorLine {
            file: p.file.unwrap_or(name).to_owned(),
            line: p.line,
            column: p.column,
            message: entry.map_or(String::new(), |e| e.message().describe()),
            around: around(text, offset),
        }
    }

    fn text(&self) -> String {
        format!(
            "{}:{}:{}: {}: {}",
            self.file, self.line, self.column, self.message, self.around
        )
    }
}

/// A window of the text around a place, on one line.
fn around(text: &str, offset: usize) -> String {
    let cut = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (from, at, to) = (
        cut(offset.saturating_sub(160)),
        cut(offset),
        cut(offset + 80),
    );
    let flat = |s: &str| s.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{} @@ {}", flat(&text[from..at]), flat(&text[at..to]))
}

/// Everything found in one text.
struct Found {
    totals: Totals,
    diagnostics: Vec<(usize, Diagnostic)>,
    /// The trees, each with its first byte: a front end would keep them, so that memory is what a front end needs.
    trees: Vec<(u32, GreenNode)>,
}

impl Found {
    /// Reads `file`. With `met`, items met before are left out, and no trees are kept.
    fn new(db: &RootDatabase, file: SourceFile, met: Option<&mut Met>, reading: Reading) -> Found {
        let start = worked();
        skeleton(db, file);
        let cutting = worked().saturating_sub(start);
        let places = Places::new(db, file);
        let mut errors = FxHashMap::default();
        let mut trees = Vec::new();
        let keep = met.is_none();
        let mut totals = reading::read(db, file, met, reading, &mut |t| {
            if !t.parse.errors.is_empty() {
                errors.insert(t.index, t.parse.errors.clone());
            }
            if keep {
                trees.push((t.item.span.start, t.parse.green.clone()));
            }
        });
        let mut found = places.all_syntax_errors(file, ItemErrors::Known(&errors));
        found.sort_by_key(|found| found.0);
        let diagnostics = found.into_iter().map(|((at, _), d)| (at, d)).collect();
        totals.cutting = cutting;
        Found {
            totals,
            diagnostics,
            trees,
        }
    }

    fn tree(&self) -> Vec<dump::Entry> {
        let mut out = Vec::new();
        for (base, green) in &self.trees {
            let root = SyntaxNode::new_root(green.clone());
            dump::entries(&root, *base as usize, &mut out);
        }
        out
    }

    fn lines(&self, db: &RootDatabase, file: SourceFile) -> Vec<ErrorLine> {
        let (places, source) = (Places::new(db, file), (file.name(db), &**file.text(db)));
        self.diagnostics
            .iter()
            .map(|(offset, d)| ErrorLine::new(&places, source, *offset, d))
            .collect()
    }

    /// The errors as the project's other fronts print them.
    fn report(&self, db: &RootDatabase, file: SourceFile, name: &str) -> Report {
        let (pragmas, _) = cleave_report::pragmas(db, file);
        let options = Options {
            layout: Layout {
                display_numbers: true,
                ..Layout::default()
            },
            source_name: Some(name.to_owned()),
            ..Options::default()
        };
        let mut session = Session::new(options, Control::new(Pass::Host), pragmas);
        for (_, d) in &self.diagnostics {
            session.report(d);
        }
        session.finish()
    }
}

/// The source as the database wants it.
fn source(db: &RootDatabase, name: &str, bytes: Vec<u8>, standard: Standard) -> SourceFile {
    SourceFile::builder(name.to_owned(), join_lines(decode(bytes)).into())
        .dialect(Dialect {
            standard,
            ..Dialect::default()
        })
        .durability(salsa::Durability::NEVER_CHANGE)
        .new(db)
}

fn parse(args: &ParseArgs, path: &Path) -> Result<i32, String> {
    let named = standard(&args.preprocess.std)
        .ok_or_else(|| format!("unknown language standard '{}'", args.preprocess.std))?;
    let side = args.device.map_or(Side::Host, Side::Device);
    let bytes = load(&args.preprocess, &[], path, side)?;
    let db = RootDatabase::default();
    let name = path.to_string_lossy().into_owned();
    let file = source(&db, &name, bytes, named);
    let found = Found::new(
        &db,
        file,
        None,
        Reading {
            by_names: !args.structure,
            count: args.stats,
        },
    );
    let report = found.report(&db, file, &name);
    let _ = std::io::stderr().write_all(&report.bytes());
    let text: &str = file.text(&db);
    let output = Output {
        stats: args.stats.then(|| Stats {
            needed: args.needed.then(|| needed::measure(file.text(&db), named)),
            ..Stats::new(text.len(), &found.totals)
        }),
        errors: args.errors.then(|| found.lines(&db, file)),
        tree: args.tree.then(|| found.tree()),
        file: name.clone(),
    };
    let text = match args.format {
        Format::Json => serde_json::to_string(&output).map_err(|e| e.to_string())? + "\n",
        Format::Text => {
            let mut text = output.tree.as_deref().map_or(String::new(), dump::lines);
            for e in output.errors.iter().flatten() {
                text += &e.text();
                text.push('\n');
            }
            text += &output.stats.as_ref().map_or(String::new(), Stats::text);
            text
        }
    };
    if !text.is_empty() {
        std::io::stdout()
            .write_all(&encode(&text))
            .map_err(|e| format!("cannot print: {e}"))?;
    }
    // The process ends soon; taking the database apart would only cost time.
    let clean = report.status == ExitStatus::Clean && found.totals.errors == 0;
    std::mem::forget((db, found));
    Ok(if clean { 0 } else { ERRORS })
}
