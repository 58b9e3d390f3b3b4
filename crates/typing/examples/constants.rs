//! Prints the variables of C++ files that have constant values, as template arguments would spell them, and why others have
//! none: `constants [--std 11|14|17|20|23] [--dump] [--problems] FILE...`; with `--dump` the typed code too, with
//! `--problems` only what evaluation reports.
#![allow(clippy::print_stdout)]

use cleave_base_db::{RootDatabase, SourceFile, decode};
use cleave_codes::codes;
use cleave_hir::DeclKind;
use cleave_syntax::{Dialect, Standard};
use cleave_typing::eval::{self, Failure};
use cleave_typing::{display, program};

fn main() {
    let mut args = std::env::args().skip(1);
    let (mut dump, mut problems) = (false, false);
    let mut standard = Standard::Cpp20;
    while let Some(arg) = args.next() {
        if arg == "--problems" {
            problems = true;
            continue;
        }
        if arg == "--dump" {
            dump = true;
            continue;
        }
        if arg == "--std" {
            standard = match args.next().as_deref() {
                Some("11") => Standard::Cpp11,
                Some("14") => Standard::Cpp14,
                Some("17") => Standard::Cpp17,
                Some("23") => Standard::Cpp23,
                _ => Standard::Cpp20,
            };
            continue;
        }
        match std::fs::read(&arg) {
            Ok(bytes) => show(&decode(bytes), standard, dump, problems),
            Err(e) => println!("{arg}: {e}"),
        }
    }
}

fn show(text: &str, standard: Standard, dump: bool, problems: bool) {
    let db = RootDatabase::default();
    let file = SourceFile::builder("a.cu".into(), text.into())
        .dialect(Dialect {
            standard,
            ..Dialect::default()
        })
        .new(&db);
    for index in 0..cleave_names::skeleton(&db, file).items.len() {
        let item = cleave_names::item_id(&db, file, index as u32);
        if problems {
            for problem in &program::problems(&db, item, program::Extent::All).found {
                if matches!(
                    problem.code,
                    codes::EXPR_NOT_CONSTANT
                        | codes::DIVIDE_BY_ZERO
                        | codes::INTEGER_RESULT_OUT_OF_RANGE
                        | codes::SHIFT_COUNT_TOO_LARGE
                        | codes::FLOAT_TO_INTEGER_CONVERSION
                        | codes::STATIC_ASSERTION_FAILED_WITH_MESSAGE
                        | codes::STATIC_ASSERTION_FAILED
                        | codes::INITIALIZATION_NOT_CONSTANT
                ) {
                    let text = excerpt(&db, problem.site).unwrap_or_default();
                    let notes: Vec<_> = problem.notes.iter().map(|n| n.code).collect();
                    println!("{} {notes:?}: {text}", problem.code);
                }
            }
            continue;
        }
        for entity in program::bodies(&db, item) {
            if dump && let Some(typed) = cleave_typing::check::body(&db, entity) {
                println!("{}:", display::qualified_name(&db, entity));
                for (i, x) in typed.exprs.iter().enumerate() {
                    let ty = display::type_text(&db, x.ty);
                    println!("  {i}: {ty} {:?} {:?}", x.category, x.kind);
                }
                for (i, s) in typed.stmts.iter().enumerate() {
                    println!("  {i}: {s:?}");
                }
            }
            let Some(DeclKind::Variable(_)) = entity.kind(&db) else {
                continue;
            };
            let name = display::qualified_name(&db, entity);
            let evaluated = eval::variable(&db, entity);
            let ty = cleave_typing::function::variable_type(&db, entity);
            let ty = display::type_text(&db, ty);
            match &evaluated.value {
                Ok(value) => {
                    let host = eval::const_text(&db, *value);
                    println!("{name} {ty} = {}", host.unwrap_or_else(|| "?".into()));
                }
                Err(Failure::Unknown) => {
                    let why = eval::unknown_site(&db, entity).and_then(|(s, f)| {
                        let callee = f.map(|f| display::function_text(&db, f, true));
                        Some(format!("{} last call {callee:?}", excerpt(&db, s)?))
                    });
                    println!("{name} {ty} not known: {}", why.unwrap_or_default());
                }
                Err(Failure::NotConstant(problems)) => {
                    let numbers: Vec<_> = (problems.iter())
                        .flat_map(|p| std::iter::once(p).chain(&p.notes))
                        .map(|p| p.code)
                        .collect();
                    println!("{name} {ty} not constant: {numbers:?}");
                }
            }
        }
    }
}

/// The text of an expression.
fn excerpt<'db>(db: &'db RootDatabase, site: cleave_typing::Site<'db>) -> Option<String> {
    let (tokens, _) = program::place(db, site)?;
    let text = cleave_names::item_id_text(db, site.code.item);
    let text = text.as_str();
    let lexed = cleave_syntax::Lexed::new(text);
    let all: Vec<&str> = (0..lexed.len())
        .filter(|&i| !lexed.kind(i).is_trivia())
        .map(|i| lexed.text(text, i))
        .collect();
    let words = all.get(tokens.range())?;
    Some(words.iter().take(40).copied().collect::<Vec<_>>().join(" "))
}
