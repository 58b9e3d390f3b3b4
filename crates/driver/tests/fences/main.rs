//! What a module or a crate must not know, it does not name. `fences.txt` has a row for every sentence of that kind, in a header or in
//! the table of ARCHITECTURE.md, and says what follows from it for the code.

mod manifests;
mod sources;
mod table;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use manifests::Manifests;
use sources::{Source, crate_name, folder, module, sources};
use table::{Row, Rule, rows};

/// Words of a sentence that says what something does not know.
const MARKS: [&str; 9] = [
    "must not ",
    "knows no ",
    "know no ",
    "knows nothing",
    "knows neither",
    "knows only",
    "nothing here",
    "nothing below",
    "know nothing",
];

/// What touches the world outside of the process: no `only` allows it.
const OUTSIDE: [&str; 6] = ["env", "fs", "net", "os", "process", "time"];

/// Crates that are tools and say nothing about what uses them.
const TOOLS: [&str; 2] = ["memchr", "rustc_hash"];

struct Checkout {
    sources: Vec<Source>,
    manifests: Manifests,
    architecture: String,
    table: Vec<Row>,
}

fn checkout() -> Checkout {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let manifests = Manifests::read(&root);
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("a text of the checkout");
    Checkout {
        sources: sources(&root, &|folder| manifests.roots(folder)),
        manifests,
        architecture: read("ARCHITECTURE.md"),
        table: rows(&read("crates/driver/tests/fences/fences.txt")),
    }
}

/// The crates of ARCHITECTURE.md's table, each with what it must not know.
fn architecture(text: &str) -> Vec<(&str, &str)> {
    let cells = text.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| `")?.trim_end_matches('|').split('|');
        let name = cells.next()?.trim().trim_end_matches('`');
        Some((name, cells.nth(1)?.trim()))
    });
    cells.collect()
}

/// Everything that is said to be unknown: who says it, and the sentence.
fn said(checkout: &Checkout) -> BTreeSet<(String, String)> {
    let mut out: BTreeSet<(String, String)> = architecture(&checkout.architecture)
        .into_iter()
        .map(|(name, what)| (format!("ARCHITECTURE.md, {name}"), what.to_owned()))
        .collect();
    for source in &checkout.sources {
        for sentence in &source.header {
            let lower = sentence.to_lowercase();
            if MARKS.iter().any(|mark| lower.contains(mark)) {
                out.insert((source.path.clone(), sentence.clone()));
            }
        }
    }
    out
}

#[test]
fn every_sentence_has_a_row() {
    let checkout = checkout();
    let said = said(&checkout);
    let rows: BTreeSet<(String, String)> = (checkout.table.iter())
        .map(|row| (row.file.clone(), row.sentence.clone()))
        .collect();
    let list = |set: Vec<&(String, String)>| -> String {
        set.iter()
            .map(|(file, sentence)| format!("{file}: {sentence}\n"))
            .collect()
    };
    let missing = list(said.difference(&rows).collect());
    assert!(missing.is_empty(), "no row in fences.txt:\n{missing}");
    let gone = list(rows.difference(&said).collect());
    assert!(gone.is_empty(), "nobody says this any more:\n{gone}");
    for row in &checkout.table {
        assert!(!row.rules.is_empty(), "fences.txt:{}: no rule", row.line);
    }
}

#[test]
fn every_crate_is_in_the_table_of_the_architecture() {
    let checkout = checkout();
    let named: BTreeSet<&str> = architecture(&checkout.architecture)
        .into_iter()
        .map(|row| row.0)
        .collect();
    let crates: BTreeSet<&str> = checkout.manifests.folders().collect();
    assert_eq!(named, crates);
}

#[test]
fn what_is_said_holds() {
    let checkout = checkout();
    let wrong: BTreeSet<String> = (checkout.table.iter())
        .flat_map(|row| violations(&checkout, row))
        .collect();
    let wrong: Vec<String> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where a file's sentence holds: in its module and the modules in it.
fn is_in(source: &str, place: &str) -> bool {
    match place.strip_suffix(".rs") {
        _ if source == place => true,
        None => source
            .strip_prefix(place)
            .is_some_and(|rest| rest.starts_with('/')),
        Some(stem) => {
            let room = stem
                .strip_suffix("/mod")
                .or_else(|| stem.strip_suffix("/lib"))
                .unwrap_or(stem);
            source
                .strip_prefix(room)
                .is_some_and(|rest| rest.starts_with('/'))
        }
    }
}

fn starts(path: &[String], prefix: &str) -> bool {
    let prefix: Vec<&str> = prefix.split("::").collect();
    path.len() >= prefix.len() && path.iter().zip(&prefix).all(|(a, b)| a == b)
}

fn violations(checkout: &Checkout, row: &Row) -> Vec<String> {
    let places: Vec<String> = match row.file.strip_prefix("ARCHITECTURE.md, ") {
        _ if !row.scope.is_empty() => row.scope.clone(),
        Some(name) => vec![format!("crates/{name}/src")],
        None => vec![row.file.clone()],
    };
    let concerned = |source: &&Source| {
        places.iter().any(|place| is_in(&source.path, place))
            && !row.except.iter().any(|place| is_in(&source.path, place))
    };
    let mut out = Vec::new();
    for source in checkout.sources.iter().filter(concerned) {
        // An import of the module's own parts says nothing of others.
        let own = match row.file.strip_prefix("ARCHITECTURE.md, ") {
            Some(name) => vec![crate_name(name)],
            None => module(&row.file),
        };
        let own_crate = crate_name(folder(&source.path));
        for mention in &source.mentions {
            let path = &mention.path;
            let broken = row.rules.iter().any(|rule| match rule {
                Rule::No(prefixes) => prefixes
                    .iter()
                    .any(|prefix| starts(path, &expanded(prefix, &own_crate))),
                Rule::NoWord(words) => words.iter().any(|word| path.contains(word)),
                Rule::Only(prefixes) => {
                    let outside = path[0] == "std"
                        && path.get(1).is_some_and(|s| OUTSIDE.contains(&s.as_str()));
                    let crates = checkout.manifests.roots(folder(&source.path));
                    let leads_out = path.len() > 1 && crates.contains(&path[0]);
                    let allowed = path.starts_with(&own)
                        || TOOLS.contains(&path[0].as_str())
                        || prefixes
                            .iter()
                            .any(|prefix| starts(path, &expanded(prefix, &own_crate)));
                    (outside || leads_out) && !allowed
                }
                Rule::NoCrate(_) | Rule::NotFenced => false,
            });
            if broken {
                let (file, line, path) = (&source.path, mention.line, path.join("::"));
                out.push(format!(
                    "{file}:{line}: {path}: {} (fences.txt:{})",
                    row.sentence, row.line
                ));
            }
        }
    }
    for place in &places {
        for rule in &row.rules {
            let Rule::NoCrate(names) = rule else { continue };
            for name in names {
                let own = folder(place);
                if let Some(line) = checkout.manifests.reaches(own, name) {
                    let (sentence, at) = (&row.sentence, row.line);
                    out.push(format!(
                        "crates/{own}/Cargo.toml:{line}: {name}: {sentence} (fences.txt:{at})"
                    ));
                }
            }
        }
    }
    out
}

/// A path of the table as code has it from its crate on.
fn expanded(prefix: &str, own_crate: &str) -> String {
    match prefix.strip_prefix("crate") {
        Some(rest) if rest.is_empty() || rest.starts_with("::") => format!("{own_crate}{rest}"),
        _ => prefix.to_owned(),
    }
}

#[test]
fn paths_are_read_from_code_alone() {
    let text = concat!(
        "//! It must not know `std::fs`.\n",
        "use std::{fs::File, io::{self as stream, Read}};\n",
        "use super::other::Thing; // std::env::var\n",
        "const A: &str = \"std::process::exit\"; const B: char = '\"';\n",
        "#[cfg(test)]\nmod tests { use std::time::Instant; }\n",
        "fn f<'a>(x: &'a str) -> crate::Found { cleave_names::items(x).exists() }\n",
        "use local::Name;\n",
    );
    let module: Vec<String> = ["cleave_typing", "class", "bases"]
        .map(str::to_owned)
        .into();
    let roots = ["cleave_typing", "cleave_names"].map(str::to_owned);
    let found = sources::mentions(text, &module, &roots);
    let found: Vec<String> = (found.iter())
        .filter(|mention| mention.path.len() > 1 || mention.path[0] == "exists")
        .map(|mention| format!("{} {}", mention.line, mention.path.join("::")))
        .collect();
    let expected = [
        "2 std::fs::File",
        "2 std::io",
        "2 std::io::Read",
        "3 cleave_typing::class::other::Thing",
        "7 cleave_typing::Found",
        "7 cleave_names::items",
        "7 exists",
        "8 cleave_typing::class::bases::local::Name",
    ];
    assert_eq!(found, expected);
}

#[test]
fn crates_rest_on_what_their_dependencies_need() {
    let manifests = checkout().manifests;
    assert!(manifests.reaches("typing", "salsa").is_some());
    assert!(manifests.reaches("report", "cleave-names").is_some());
    assert!(manifests.reaches("report", "rowan").is_some());
    assert!(manifests.reaches("syntax", "salsa").is_none());
}

/// A library that is built for tests it does not have costs as much as the library; one whose tests are not built hides them.
#[test]
fn tests_are_built_where_there_are_some() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let checkout = checkout();
    for folder in checkout.manifests.folders() {
        let manifest = root.join("crates").join(folder).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("the manifest of a crate");
        let library = root.join("crates").join(folder).join("src/lib.rs");
        let own = format!("crates/{folder}/src/");
        let texts = checkout
            .sources
            .iter()
            .filter(|source| source.path.starts_with(&own));
        let texts: Vec<String> = texts
            .map(|source| fs::read_to_string(root.join(&source.path)).expect("a source"))
            .collect();
        let has = |word: &str| texts.iter().any(|text| text.contains(word));
        let says = |word: &str| manifest.lines().any(|line| line == word);
        if library.exists() {
            let (tests, examples) = (has("#[cfg(test)]"), has("/// ```"));
            assert_eq!(says("test = false"), !tests, "[lib] test of {folder}");
            assert_eq!(
                says("doctest = false"),
                !examples,
                "[lib] doctest of {folder}"
            );
        }
    }
}
