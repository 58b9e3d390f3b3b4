//! Everything that real headers and programs declare can be lowered, and nothing of it is missing.
#![allow(clippy::print_stderr, reason = "tests say what they skip")]

use std::collections::HashSet;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use cleave_base_db::{Db, RootDatabase, SourceFile};
use cleave_hir::{
    BodyRoot, Code, DeclKind, Expr, Init, Stmt, TypeRef, Variable, body_hir, item_hir, item_spans,
    print,
};
use cleave_names::{item_id, item_id_text, item_index, skeleton};
use cleave_syntax::{Dialect, Standard};
use salsa::Setter;

const INCLUDES: &str = "
#include <algorithm>
#include <any>
#include <atomic>
#include <bitset>
#include <charconv>
#include <chrono>
#include <complex>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <regex>
#include <set>
#include <shared_mutex>
#include <sstream>
#include <string>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>
#if __cplusplus > 201703L
#include <bit>
#include <compare>
#include <concepts>
#include <coroutine>
#if __has_include(<format>)
#include <format>
#endif
#include <ranges>
#include <span>
#endif
";

/// Preprocesses `source`; `None` where there is no g++ or it does not take it.
fn preprocessed(source: &str, args: &[&str]) -> Option<String> {
    let mut child = Command::new("g++")
        .args(["-E", "-x", "c++"])
        .args(args)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take()?;
    let source = source.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(source.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}

#[derive(Default, Debug)]
struct Counts {
    decls: usize,
    exprs: usize,
    bodies: usize,
    missing: usize,
    /// Missing expressions that are there for their place.
    places: usize,
}

impl Counts {
    /// A type may be missing where a constructor or its like returns one.
    fn add(&mut self, code: &Code) {
        self.decls += code.decls.len();
        self.exprs += code.exprs.len();
        let returned: HashSet<_> = (code.types.values())
            .filter_map(|ty| match ty {
                TypeRef::Function(f) => Some(f.ret),
                _ => None,
            })
            .collect();
        self.missing += (code.types.iter())
            .filter(|(id, ty)| **ty == TypeRef::Missing && !returned.contains(id))
            .count();
        // Some only say where a member initializer or a designator is written.
        let places = code.exprs.values().map(|e| match e {
            Expr::List(items) => items.iter().filter(|item| item.at.is_some()).count(),
            _ => 0,
        });
        let inline = code.decls.values().map(|decl| match &decl.kind {
            DeclKind::Function(f) => f.inline_inits.len(),
            _ => 0,
        });
        self.places += places.chain(inline).sum::<usize>();
        self.missing += code.exprs.values().filter(|e| **e == Expr::Missing).count();
        self.missing += code.stmts.values().filter(|s| **s == Stmt::Missing).count();
    }
}

/// Whether the signature says that there is a body.
fn has_body(kind: &DeclKind) -> bool {
    match kind {
        DeclKind::Function(f) => f.body.tokens().is_some() && f.inline_body.is_none(),
        DeclKind::Variable(Variable { init, .. }) | DeclKind::StructuredBinding { init, .. } => {
            *init == Init::Elsewhere
        }
        _ => false,
    }
}

fn lower_all(text: &str, from: usize, standard: Standard) -> Counts {
    let mut db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    file.set_dialect(&mut db).to(Dialect {
        standard,
        ..Dialect::default()
    });
    let db: &dyn Db = &db;
    let mut counts = Counts::default();
    let mut seen = HashSet::new();
    let items = (0..).zip(&skeleton(db, file).items);
    let own = items.filter(|(_, item)| item.span.start as usize >= from);
    for (index, _) in own {
        let item = item_id(db, file, index);
        assert!(seen.insert(item), "two items are one: {item:?}");
        assert_eq!(item_index(db, item), Some(index));
        let hir = item_hir(db, item);
        assert_eq!(item_spans(db, item).exprs.len(), hir.code.exprs.len());
        let before = counts.missing - counts.places;
        counts.add(&hir.code);
        for (decl, own) in hir.code.decls.iter() {
            let body = body_hir(db, item, decl.into_raw().into());
            assert_eq!(body.is_some(), has_body(&own.kind), "{own:?}");
            if let Some(body) = body {
                counts.bodies += 1;
                counts.add(&body.code);
                if let BodyRoot::Function { inits, .. } = &body.root {
                    counts.places += inits.len();
                }
            }
        }
        let printed = print::print_item(db, item);
        if counts.missing - counts.places > before {
            eprintln!("{}\n{printed}", item_id_text(db, item).as_str());
        }
    }
    counts
}

#[test]
fn standard_library() {
    for (flag, standard) in [
        ("-std=gnu++17", Standard::Cpp17),
        ("-std=gnu++20", Standard::Cpp20),
    ] {
        let Some(text) = preprocessed(INCLUDES, &[flag]) else {
            eprintln!("skipped: no g++ that takes {flag}");
            continue;
        };
        let counts = lower_all(&text, 0, standard);
        eprintln!("{flag}: {counts:?}");
        assert!(counts.decls > 10_000 && counts.bodies > 3_000, "{counts:?}");
        assert_eq!(counts.missing, counts.places);
    }
}

/// The programs that need nothing but our own CUDA headers.
#[test]
fn programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let include = tempfile::tempdir().expect("a folder");
    for (path, text) in cleave_cuda_headers::files() {
        let path = include.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("a header");
    }
    let include = include.path().to_str().expect("a path in UTF-8");
    let args = [
        "-std=gnu++20",
        "-D__CUDACC__",
        "-D__NVCC__",
        "-D__CUDACC_EXTENDED_LAMBDA__",
    ];
    let args = [&args[..], &["-I", include, "-include", "cuda_runtime.h"]].concat();
    if preprocessed("", &args).is_none() {
        eprintln!("skipped: no g++");
        return;
    }
    let folder = root.join("test_data/programs");
    let mut lowered = 0;
    for entry in std::fs::read_dir(folder).expect("the programs") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|e| e != "cu") {
            continue;
        }
        let source = std::fs::read_to_string(&path).expect("a program");
        let Some(text) = preprocessed(&source, &args) else {
            continue;
        };
        // What follows the last header is the program's own.
        let own = text.rfind("\"<stdin>\" 2\n").map_or(0, |at| at + 12);
        let counts = lower_all(&text, own, Standard::Cpp20);
        assert_eq!(counts.missing, counts.places, "{}", path.display());
        assert!(counts.bodies > 0, "{}", path.display());
        lowered += 1;
    }
    assert!(lowered > 20, "only {lowered}");
}
