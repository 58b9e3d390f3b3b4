//! Fixtures: small programs, of which the types of all aliases and variables at namespace level are printed. g++ takes each
//! program, and agrees with each answer.

pub(crate) mod bases_of_members;
pub(crate) mod captures;
pub(crate) mod classes;
pub(crate) mod closures;
pub(crate) mod constraints;
pub(crate) mod construction;
pub(crate) mod deallocation;
pub(crate) mod deduction;
pub(crate) mod diagnostics;
pub(crate) mod incremental;
pub(crate) mod members;
pub(crate) mod order;
pub(crate) mod tables;
mod templates;
pub(crate) mod types;

use std::fmt::Write as _;
use std::io::Write;
use std::process::{Command, Stdio};

use cleave_base_db::{Db, RootDatabase, SourceFile};
use cleave_hir::{DeclKind, item_hir};
use cleave_names::item_id;
use cleave_syntax::{Dialect, Standard};
use expect_test::Expect;
use salsa::Setter;

use crate::code::params::own_level;
use crate::{CodeRef, DeclRef, Entity, Ty};

/// The types of the aliases and variables of a program, one per line.
fn types(db: &dyn Db, file: SourceFile) -> Vec<(String, String, bool)> {
    let count = cleave_names::skeleton(db, file).items.len() as u32;
    let mut out = Vec::new();
    for index in 0..count {
        let item = item_id(db, file, index);
        let hir = item_hir(db, item);
        for &root in &hir.roots {
            let decl = DeclRef::at(db, CodeRef::signature(item), root);
            let code = &hir.code[root];
            let Some(name) = code.name.ident() else {
                continue;
            };
            if own_level(db, decl).is_some() || code.path.is_some() || !item.scope(db).is_global(db)
            {
                continue;
            }
            let entity = Entity::new(db, decl, None);
            let (ty, variable) = match &code.kind {
                DeclKind::Alias(_) => (
                    crate::resolve::alias_type(db, entity).unwrap_or_else(|| Ty::error(db)),
                    false,
                ),
                DeclKind::Variable(_) => (crate::function::variable_type(db, entity), true),
                _ => continue,
            };
            out.push((name.as_str().to_owned(), show(db, ty), variable));
        }
    }
    out
}

fn show<'db>(db: &'db dyn Db, ty: Ty<'db>) -> String {
    if ty.is_error(db) {
        return "?".to_owned();
    }
    crate::display::type_text(db, ty)
}

/// Work on a stack as large as the program's own.
fn on_big_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 20);
        let handle = thread.spawn_scoped(scope, work).expect("a thread");
        handle.join().expect("no panic")
    })
}

/// The types of what a program declares, whatever g++ says to it.
pub(crate) fn check_alone(
    standard: Standard,
    text: &str,
    expect: Expect,
) -> Vec<(String, String, bool)> {
    let found = on_big_stack(|| {
        let mut db = RootDatabase::default();
        let file = SourceFile::new(&db, "a.cu".into(), text.into());
        file.set_dialect(&mut db).to(Dialect {
            standard,
            ..Dialect::default()
        });
        types(&db, file)
    });
    let mut lines = String::new();
    for (name, ty, _) in &found {
        let _ = writeln!(lines, "{name}: {ty}");
    }
    expect.assert_eq(&lines);
    found
}

/// The same, and g++ agrees.
pub(crate) fn check_as(standard: Standard, text: &str, expect: Expect) {
    let found = check_alone(standard, text, expect);
    let mut program = format!("{text}\n");
    for (name, ty, variable) in &found {
        if ty == "?" || ty.contains("lambda") || ty.contains("<unnamed>") {
            continue;
        }
        let ty = ty.replace("std::nullptr_t", "decltype(nullptr)");
        let own = match variable {
            true => format!("decltype({name})"),
            false => name.clone(),
        };
        let _ = writeln!(
            program,
            "static_assert(__is_same({own}, __typeof__({ty})), \"{name}\");"
        );
    }
    accepted(&program, standard);
}

pub(crate) fn check(text: &str, expect: Expect) {
    check_as(Standard::Cpp17, text, expect);
}

/// Sizes and alignments of the classes of a program, and what their special member functions are: for each whether it exists
/// (`-`), is deleted (`d`), trivial (`t`), otherwise `u`; constexpr (`c`), noexcept (`n`). g++ agrees.
fn classes(text: &str, expect: Expect) {
    use crate::class::{ClassInfo, Layout, Special, SpecialState, class_info, layout, special};
    const ALL: [(Special, &str); 6] = [
        (Special::Default, "default"),
        (Special::Copy, "copy"),
        (Special::Move, "move"),
        (Special::CopyAssign, "copy="),
        (Special::MoveAssign, "move="),
        (Special::Destructor, "destructor"),
    ];
    type Found = (
        String,
        Option<Layout>,
        Vec<Option<(bool, bool, bool, bool)>>,
        [bool; 3],
    );
    let found: Vec<Found> = on_big_stack(|| {
        let db = RootDatabase::default();
        let db: &dyn Db = &db;
        let file = SourceFile::new(db, "a.cu".into(), text.into());
        let count = cleave_names::skeleton(db, file).items.len() as u32;
        let mut out = Vec::new();
        for index in 0..count {
            let item = item_id(db, file, index);
            for &root in &item_hir(db, item).roots {
                let decl = DeclRef::at(db, CodeRef::signature(item), root);
                let skip =
                    own_level(db, decl).is_some() || decl.class(db).is_none_or(|c| !c.defined);
                if skip || decl.hir(db).is_some_and(|h| h.path.is_some()) {
                    continue;
                }
                let ty = Ty::of(db, crate::TyKind::Class(Entity::new(db, decl, None)));
                let state = |s: SpecialState<'_>| {
                    (s.exists && !s.deleted, s.trivial, s.constexpr, s.noexcept)
                };
                let all = ALL
                    .iter()
                    .map(|(which, _)| special(db, ty, *which).map(state));
                let info: &ClassInfo<'_> = class_info(db, ty).expect("a class");
                let facts = [info.is_polymorphic, info.is_abstract, info.is_aggregate];
                out.push((
                    decl.ident(db),
                    layout(db, ty).cloned(),
                    all.collect(),
                    facts,
                ));
            }
        }
        out
    });
    let mut lines = String::new();
    let mut program =
        format!("{text}\n#include <type_traits>\n#define A(x) static_assert(x, #x);\n");
    for (name, layout, all, facts) in &found {
        let _ = write!(lines, "{name}:");
        if let Some(l) = layout {
            let _ = write!(lines, " {}/{} {}", l.size, l.align, l.data_size);
            let _ = writeln!(
                program,
                "A(sizeof({name}) == {} && alignof({name}) == {})",
                l.size, l.align
            );
        }
        let [polymorphic, is_abstract, aggregate] = facts;
        let _ = writeln!(
            program,
            "A(std::is_polymorphic<{name}>() == {polymorphic} && std::is_abstract<{name}>() == {is_abstract} && std::is_aggregate<{name}>() == {aggregate})"
        );
        for ((_, label), state) in ALL.iter().zip(all) {
            let Some((usable, trivial, constexpr, noexcept)) = state else {
                let _ = write!(lines, " {label}=?");
                continue;
            };
            let word = match (usable, trivial) {
                (false, _) => "-",
                (_, true) => "t",
                _ => "u",
            };
            let mark = |on: &bool, c: &'static str| if *on { c } else { "" };
            let _ = write!(
                lines,
                " {label}:{word}{}{}",
                mark(constexpr, "c"),
                mark(noexcept, "n")
            );
            let query = match *label {
                "default" => ("default_constructible", ""),
                "copy" => ("copy_constructible", ""),
                "copy=" => ("copy_assignable", ""),
                "destructor" => ("destructible", ""),
                _ => continue,
            };
            if *is_abstract && query.0.ends_with("constructible") {
                continue;
            }
            // The traits ask for the destructor, too.
            let (mut usable, mut trivial, mut noexcept) = (*usable, *trivial, *noexcept);
            if query.0.ends_with("constructible")
                && let Some(Some((d, t, _, n))) = all.last()
            {
                usable &= d;
                trivial &= t;
                noexcept &= n;
            }
            let _ = writeln!(
                program,
                "A(std::is_{}<{name}{}>() == {usable})",
                query.0, query.1
            );
            if usable {
                let _ = writeln!(
                    program,
                    "A(std::is_nothrow_{}<{name}>() == {noexcept})",
                    query.0
                );
                let _ = writeln!(
                    program,
                    "A(std::is_trivially_{}<{name}>() == {trivial})",
                    query.0
                );
            }
        }
        lines.push('\n');
    }
    expect.assert_eq(&lines);
    accepted(&program, Standard::Cpp17);
}

/// The specialisation that a call of the only function template `f` with the variables `args` gives, by the type of its
/// parameters; `-` if deduction fails. g++ agrees: it has a `constexpr` answer in `expect` where the test writes one.
fn deduce(text: &str, calls: &[&str], expect: Expect) {
    let mut lines = String::new();
    for call in calls {
        let found = on_big_stack(|| {
            let db = RootDatabase::default();
            let file = SourceFile::new(&db, "a.cu".into(), text.into());
            deduced(&db, file, call)
        });
        let _ = writeln!(lines, "{call}: {found}");
    }
    expect.assert_eq(&lines);
}

fn deduced(db: &dyn Db, file: SourceFile, call: &str) -> String {
    use crate::template::{Operand, deduce_call};
    use crate::thir::Category;
    let (name, args) = call.trim_end_matches(')').split_once('(').expect("a call");
    let count = cleave_names::skeleton(db, file).items.len() as u32;
    let mut functions = Vec::new();
    let mut variables = Vec::new();
    for index in 0..count {
        let item = item_id(db, file, index);
        for &root in &item_hir(db, item).roots {
            let decl = DeclRef::at(db, CodeRef::signature(item), root);
            let entity = Entity::new(db, decl, None);
            let ident = decl.ident(db);
            match decl.hir(db).map(|d| &d.kind) {
                Some(DeclKind::Function(_)) if ident == name => functions.push(entity),
                Some(DeclKind::Variable(_)) => variables.push((ident, entity)),
                _ => {}
            }
        }
    }
    let args: Vec<_> = (args.split(',').map(str::trim).filter(|a| !a.is_empty()))
        .map(|arg| {
            let (arg, category) = match arg.strip_prefix("move ") {
                Some(arg) => (arg, Category::Xvalue),
                None => (arg, Category::Lvalue),
            };
            let variable = variables.iter().find(|v| v.0 == arg).expect("a variable");
            let ty = crate::function::variable_type(db, variable.1);
            Operand {
                ty: ty.strip_reference(db),
                category,
                constant: None,
                list: None,
                designated: Box::default(),
                set: Box::default(),
                explicit: None,
                bit_field: None,
                string: false,
            }
        })
        .collect();
    let mut found: Vec<(Entity<'_>, Entity<'_>)> = Vec::new();
    for &function in &functions {
        let mut cx = crate::Context::of(db, function).expect("code");
        if let Ok(entity) = deduce_call(&mut cx, function, &[], &args) {
            found.push((function, entity));
        }
    }
    let best = found.iter().find(|(a, _)| {
        found.iter().all(|(b, _)| {
            a == b
                || crate::template::more_specialized(db, *a, *b, args.len())
                    == std::cmp::Ordering::Less
        })
    });
    match best {
        Some((_, entity)) => {
            let signature = crate::function::signature(db, *entity).expect("a signature");
            let ty = Ty::of(db, crate::TyKind::Function(signature.ty.clone()));
            show(db, ty)
        }
        None if found.is_empty() => "-".to_owned(),
        None => "ambiguous".to_owned(),
    }
}

/// g++ takes the program. Nothing is checked where there is no g++.
fn accepted(text: &str, standard: Standard) {
    let standard = match standard {
        Standard::Cpp20 => "-std=c++20",
        _ => "-std=c++17",
    };
    let gxx = Command::new("g++")
        .args(["-fsyntax-only", "-w", standard, "-xc++", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut gxx) = gxx else { return };
    if let Some(mut input) = gxx.stdin.take() {
        let _ = input.write_all(text.as_bytes());
    }
    let out = gxx.wait_with_output().expect("g++ ends");
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{text}\n{said}");
}
