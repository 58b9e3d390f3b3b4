//! For the tests of every rule: a program in CUDA's spelling in, its findings as lines out.

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{Db, HostOptions, HostSettings, SourceFile};
use cleave_names::{ItemNode, item_map, skeleton};
use cleave_syntax::lexer::Lexed;
use cleave_syntax::{Dialect, Standard};

use crate::{Arg, Finding, device_findings, item_findings};

/// The annotations as the toolkit's headers define them.
pub(crate) fn expand(text: &str) -> String {
    let mut out = text.to_owned();
    for name in [
        "device",
        "global",
        "host",
        "shared",
        "constant",
        "managed",
        "grid_constant",
    ] {
        out = out.replace(&format!("__{name}__"), &format!("__attribute__(({name}))"));
    }
    for name in ["launch_bounds", "maxnreg", "cluster_dims", "block_size"] {
        let mut rest = out.as_str();
        let mut done = String::new();
        while let Some((before, after)) = rest.split_once(&format!("__{name}__")) {
            let mut depth = 0;
            let end = after
                .find(|c: char| {
                    depth += i32::from(c == '(') - i32::from(c == ')');
                    depth == 0
                })
                .map_or(after.len(), |i| i + 1);
            done.push_str(&format!("{before}__attribute__(({name}{}))", &after[..end]));
            rest = &after[end..];
        }
        done.push_str(rest);
        out = done;
    }
    out
}

/// Everything found in a file: number, the word it points at, arguments.
pub(crate) fn all(db: &dyn Db, file: SourceFile, options: HostOptions) -> String {
    lines(db, file, true, |node| {
        let found = item_findings(db, file, node, options).iter().cloned();
        found
            .filter(|f| f.only != Some(cleave_diagnostics::Pass::Device))
            .collect()
    })
}

fn lines<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    bounds_left_out: bool,
    find: impl Fn(ItemNode<'db>) -> Vec<Finding<'db>>,
) -> String {
    let text: &str = file.text(db);
    let skeleton = skeleton(db, file);
    let map = item_map(db, file);
    let mut out = String::new();
    for (&node, &index) in map.nodes.iter().zip(&map.indices) {
        let span = skeleton.items[index as usize].span;
        let lexed = Lexed::new(span.of(text));
        for f in find(node) {
            let word = lexed.text(span.of(text), f.at as usize);
            // That a declaration says nothing of launch bounds is a remark, and holds of nearly every kernel.
            if bounds_left_out && f.number == 3695 && word == ";" {
                continue;
            }
            let line = text[..span.start as usize + lexed.range(f.at as usize).start]
                .matches('\n')
                .count()
                + 1;
            let args: Vec<String> = f
                .args
                .iter()
                .map(|a| match a {
                    Arg::Text(t) | Arg::Name(t) | Arg::Type(t) => t.clone(),
                    Arg::Named { name, meaning } => format!("{name} = {meaning}"),
                    Arg::Entity { kind, name } | Arg::Implicit { kind, name } => {
                        format!("{kind} {name}")
                    }
                    Arg::Declared {
                        kind, name, token, ..
                    }
                    | Arg::DeclaredIn {
                        kind, name, token, ..
                    } => format!("{kind} {name} of token {token}"),
                    Arg::Callee { readable, mangled } => format!("{readable} | {mangled}"),
                    Arg::DefinedAt { token, .. } => format!("defined at token {token}"),
                    Arg::Line { token, .. } | Arg::LineIn { token, .. } => format!("token {token}"),
                })
                .collect();
            out.push_str(&format!("{line}: {} at {word}", f.number));
            if !args.is_empty() {
                out.push_str(&format!(": {}", args.join(", ")));
            }
            out.push('\n');
        }
    }
    out
}

/// The findings of a program under settings.
pub(crate) fn with(text: &str, settings: HostSettings) -> String {
    let db = LoggedDatabase::default().db;
    let standard = match settings.standard {
        202002.. => Standard::Cpp20,
        _ => Standard::default(),
    };
    let file = SourceFile::builder("a.cu".into(), expand(text).into())
        .dialect(Dialect { standard })
        .new(&db);
    let options = HostOptions::new(&db, settings);
    all(&db, file, options)
}

/// The findings of a program in C++20.
pub(crate) fn findings20(text: &str) -> String {
    let settings = HostSettings {
        standard: 202002,
        ..HostSettings::default()
    };
    with(text, settings)
}

/// The findings of a program under nvcc's usual settings.
pub(crate) fn findings(text: &str) -> String {
    with(text, HostSettings::default())
}

/// What the device pass finds in a program, for one architecture.
pub(crate) fn device(text: &str, architecture: u32) -> String {
    device_with(text, architecture, HostSettings::default())
}

/// As [`device`], under other settings.
pub(crate) fn device_with(text: &str, architecture: u32, settings: HostSettings) -> String {
    let db = LoggedDatabase::default().db;
    let file = SourceFile::new(&db, "a.cu".into(), expand(text).into());
    let options = HostOptions::new(&db, settings);
    lines(&db, file, false, |node| {
        device_findings(&db, file, node, options, Some(architecture))
    })
}

/// What the host pass finds in a program when what nothing uses is asked for.
pub(crate) fn unused(text: &str) -> String {
    let db = LoggedDatabase::default().db;
    let file = SourceFile::new(&db, "a.cu".into(), expand(text).into());
    let options = HostOptions::new(&db, HostSettings::default());
    lines(&db, file, false, |node| {
        crate::unused_variables(&db, file, node, options)
    })
}

/// What the device pass says of the file as a whole: the names of what nothing refers to.
pub(crate) fn unreferenced(text: &str) -> String {
    let db = LoggedDatabase::default().db;
    let file = SourceFile::new(&db, "a.cu".into(), expand(text).into());
    let options = HostOptions::new(&db, HostSettings::default());
    let mut out = String::new();
    for (_, f) in crate::unreferenced(&db, file, options) {
        if let [Arg::Entity { kind, name }] = &f.args[..] {
            out.push_str(&format!("{}: {kind} {name}\n", f.number));
        }
    }
    out
}
