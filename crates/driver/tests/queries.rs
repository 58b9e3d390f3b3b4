//! `docs/queries.md` lists every query. It is made from the sources: `CLEAVE_UPDATE=1 cargo test -p cleave-driver --test queries`
//! writes it, and without that the test fails when it is stale.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// One tracked function.
struct Query {
    krate: String,
    module: String,
    name: String,
    /// The types of its arguments, the database left out.
    key: Vec<String>,
    value: String,
    options: String,
    doc: String,
}

impl Query {
    /// What one value of it is about.
    fn granularity(&self) -> &'static str {
        const BY_TYPE: [(&str, &str); 15] = [
            ("Entity", "entity"),
            ("Ty", "type"),
            ("TyId", "type"),
            ("Closure", "closure"),
            ("CodeRef", "body"),
            ("DeclRef", "declaration"),
            ("NameKey", "name"),
            ("Word", "name"),
            ("ScopePath", "namespace"),
            ("Namespace", "namespace"),
            ("ItemNode", "item"),
            ("ItemId", "item"),
            ("Declaring", "item"),
            ("Question", "question"),
            ("SourceFile", "file"),
        ];
        let is_of = |row: &(&str, &str)| {
            (self.key.iter()).any(|ty| ty.split('<').next().is_some_and(|name| name == row.0))
        };
        BY_TYPE
            .iter()
            .find(|row| is_of(row))
            .map_or("", |row| row.1)
    }
}

/// The sources of all crates, sorted.
fn sources() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut todo: Vec<PathBuf> = std::fs::read_dir(&crates)
        .expect("the crates")
        .map(|entry| entry.expect("a crate").path().join("src"))
        .collect();
    let mut out = Vec::new();
    while let Some(folder) = todo.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => todo.push(path),
                false => out.push(path),
            }
        }
    }
    out.retain(|path| path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs"));
    out.sort();
    out
}

/// The end of what is opened right before byte `at`.
fn closing(text: &str, at: usize) -> usize {
    let mut depth = 1;
    for (i, c) in text[at..].char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + i;
        }
    }
    text.len()
}

/// The parts of a list, cut at commas outside of brackets.
fn parts(list: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (i, c) in list.char_indices() {
        match c {
            '(' | '[' | '<' => depth += 1,
            ')' | ']' | '>' => depth -= 1,
            ',' if depth == 0 => {
                out.push(list[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
    }
    out.push(list[start..].trim());
    out.retain(|part| !part.is_empty());
    out
}

fn without_lifetimes(ty: &str) -> String {
    let flat = ty.split_whitespace().collect::<Vec<_>>().join(" ");
    flat.replace("<'db>", "")
        .replace("<'_>", "")
        .replace("'db, ", "")
        .replace("&'db ", "&")
        .replace("crate::", "")
}

/// The tracked functions of one source.
fn queries(path: &Path, out: &mut Vec<Query>) {
    const ATTRIBUTE: &str = "#[salsa::tracked";
    let text = std::fs::read_to_string(path).expect("a source");
    let relative = path.to_string_lossy().replace('\\', "/");
    let (krate, module) = relative
        .rsplit_once("/src/")
        .map(|(krate, module)| (krate.rsplit('/').next().unwrap_or(krate), module))
        .expect("a module of a crate");
    for (at, _) in text.match_indices(ATTRIBUTE) {
        let end = closing(&text, at + "#[".len());
        let options = text[at + ATTRIBUTE.len()..end].trim_matches(['(', ')']);
        let rest = &text[end + 1..];
        let head = &rest[..rest.find('{').unwrap_or(rest.len())];
        // A tracked struct is no function.
        let Some((before, signature)) = head.split_once("fn ") else {
            continue;
        };
        if before.contains("struct") {
            continue;
        }
        let Some(open) = signature.find('(') else {
            continue;
        };
        let close = closing(signature, open + 1);
        let value = signature[close + 1..]
            .trim()
            .trim_start_matches("->")
            .trim();
        let above: Vec<&str> = (text[..at].trim_end_matches(' ').lines().rev())
            .take_while(|line| line.trim_start().starts_with("///"))
            .collect();
        let doc: Vec<&str> = (above.iter().rev())
            .filter_map(|line| line.trim_start().strip_prefix("///"))
            .map(str::trim)
            .take_while(|line| !line.is_empty())
            .collect();
        let doc = doc.join(" ");
        out.push(Query {
            krate: krate.to_owned(),
            module: module.to_owned(),
            name: signature[..open].split('<').next().unwrap_or("").to_owned(),
            key: parts(&signature[open + 1..close])
                .into_iter()
                .filter_map(|p| p.split_once(':'))
                .filter(|(name, _)| !matches!(name.trim(), "db" | "_db"))
                .map(|(_, ty)| without_lifetimes(ty))
                .collect(),
            value: without_lifetimes(value),
            options: options.to_owned(),
            doc: doc
                .split_inclusive(". ")
                .next()
                .unwrap_or("")
                .trim()
                .to_owned(),
        });
    }
}

/// The page.
fn page() -> String {
    let mut all = Vec::new();
    for path in sources() {
        queries(&path, &mut all);
    }
    let mut out = String::from(
        "# Queries\n\nMade from the sources by `CLEAVE_UPDATE=1 cargo test -p cleave-driver --test queries`.\n\n\
         A query is a function that salsa remembers. Its key is its arguments.\n\
         `no_eq`: its value is never compared; a smaller query in front of it stops an edit.\n\
         `cycle`: it may need itself, and is then asked in rounds.\n",
    );
    let mut last = "";
    for q in &all {
        if q.krate != last {
            let _ = write!(
                out,
                "\n## {}\n\n| query | key | value | one for each | | what it is |\n|---|---|---|---|---|---|\n",
                q.krate
            );
            last = &q.krate;
        }
        let marks: Vec<&str> = (["no_eq", "cycle", "lru"].into_iter())
            .filter(|mark| q.options.contains(mark))
            .collect();
        let cell = |text: &str| text.replace('|', "\\|");
        let _ = writeln!(
            out,
            "| `{}` ({}) | {} | `{}` | {} | {} | {} |",
            q.name,
            q.module,
            cell(&q.key.join(", ")),
            cell(&q.value),
            q.granularity(),
            marks.join(", "),
            cell(&q.doc)
        );
    }
    out
}

#[test]
fn every_query_is_listed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/queries.md");
    let made = page();
    if std::env::var_os("CLEAVE_UPDATE").is_some() {
        std::fs::write(&path, &made).expect("docs/queries.md is written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == made,
        "docs/queries.md is stale: CLEAVE_UPDATE=1 cargo test -p cleave-driver --test queries"
    );
}

/// The queries that no list of an edit has yet.
const WITHOUT_LIST: [&str; 30] = [
    "accepts",
    "alike",
    "alike_members",
    "ancestry",
    "by_name",
    "called_in_templates",
    "called_names",
    "classes_with_friends",
    "const_types",
    "expression_beside",
    "function_types",
    "item_entities",
    "item_flags",
    "item_head",
    "lacks_default_constructor",
    "launch_arguments",
    "lowered_declaration",
    "module_id",
    "name_class_of_id",
    "names_out_of_reach",
    "namespace_tags",
    "offsets",
    "own_virtuals",
    "parse",
    "question_of_block",
    "resolved",
    "run",
    "template_calls",
    "variables_out_of_reach",
    "virtual_tables",
];

/// The names in the lists of queries that tests expect: a name on a line, with how often it stands there.
fn listed(folder: &Path, out: &mut std::collections::BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("target") {
            listed(&path, out);
        }
        let text = match path.extension().is_some_and(|e| e == "rs") {
            true => std::fs::read_to_string(&path).unwrap_or_default(),
            false => continue,
        };
        let lists = text.split("expect![[r#\"").skip(1);
        for line in lists
            .filter_map(|list| list.split("\"#]]").next())
            .flat_map(str::lines)
        {
            let words: Vec<&str> = line.split_whitespace().collect();
            let is_count = |word: &str| word.trim_start_matches('x').parse::<u32>().is_ok();
            match *words {
                [name] => drop(out.insert(name.to_owned())),
                [a, b] if is_count(a) => drop(out.insert(b.to_owned())),
                [a, b] if is_count(b) => drop(out.insert(a.to_owned())),
                _ => {}
            }
        }
    }
}

/// Each query stands in some list of what an edit runs.
#[test]
fn every_query_has_a_list() {
    let mut all = Vec::new();
    for path in sources() {
        queries(&path, &mut all);
    }
    let mut names = std::collections::BTreeSet::new();
    listed(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join(".."),
        &mut names,
    );
    let mut without: Vec<&str> = (all.iter())
        .filter(|q| !q.module.contains("tests/") && !names.contains(&q.name))
        .map(|q| q.name.as_str())
        .collect();
    without.sort_unstable();
    without.dedup();
    assert_eq!(without, WITHOUT_LIST);
}
