//! Virtual tables of random classes against those that g++ writes: every entry of tables, construction tables and tables of tables.
//! Skipped where there is no g++. `CLEAVE_TABLES=SEED,CLASSES` makes other classes and more of them.
#![allow(clippy::print_stderr)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use cleave_base_db::{RootDatabase, SourceFile};
use cleave_hir::DeclKind;
use cleave_mangle::Mangler;
use cleave_typing::class::tables::{Entry, Group, Shift, Thunk, virtual_tables};
use cleave_typing::class::{class_info, layout};
use cleave_typing::linkage::linkage_name;
use cleave_typing::{CodeRef, DeclRef, Entity, Ty, TyKind};

/// How many classes stand together: each may have the ones before it as bases.
const GROUP: usize = 12;

/// Numbers that look random and are the same in each run (Knuth's linear congruential generator, MMIX).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

/// The text of a class that may have the ones before it in its group as bases.
fn class(random: &mut Random, name: &str, known: &[String]) -> String {
    let mut bases: Vec<String> = Vec::new();
    for _ in 0..[0, 1, 1, 2, 2, 3][random.below(6)].min(known.len()) {
        let base = &known[random.below(known.len())];
        if !bases.iter().any(|b| b.ends_with(&format!(" {base}"))) {
            let word = ["", "virtual", "virtual"][random.below(3)];
            bases.push(format!("{word} {base}"));
        }
    }
    let mut text = format!("struct {name}");
    if !bases.is_empty() {
        let _ = write!(text, " : {}", bases.join(", "));
    }
    text += " {";
    for n in 0..[0, 0, 1, 2][random.below(4)] {
        let ty = ["char", "int", "long"][random.below(3)];
        let _ = write!(text, " {ty} m{n}{name};");
    }
    for n in 0..3 {
        if random.below(4) == 0 {
            let _ = write!(text, " virtual int v{n}() {{ return 0; }}");
        }
    }
    if random.below(3) == 0 {
        let of = match known.is_empty() || random.below(3) > 0 {
            true => name,
            false => &known[random.below(known.len())],
        };
        let _ = write!(text, " virtual {of} *r() {{ return 0; }}");
    }
    if random.below(6) == 0 {
        let _ = write!(text, " virtual ~{name}() {{}}");
    }
    text + " };"
}

fn compiles(folder: &Path, text: &str, more: &[&str]) -> bool {
    let file = folder.join("t.cpp");
    std::fs::write(&file, text).expect("a file");
    let mut command = Command::new("g++");
    command.args(["-w", "-std=c++17", "-O0"]).args(more);
    let done = command.arg(&file).current_dir(folder).output();
    done.expect("g++ runs").status.success()
}

/// Random classes that g++ takes.
fn classes(folder: &Path, seed: u64, count: usize) -> (String, Vec<String>) {
    let mut random = Random(seed);
    let (mut text, mut names) = (String::new(), Vec::new());
    while names.len() < count {
        let (mut group, mut known) = (String::new(), Vec::new());
        for n in 0..GROUP {
            let name = format!("C{}", names.len() + n);
            let made = class(&mut random, &name, &known);
            let with = format!("{group}{made}\n");
            if compiles(
                folder,
                &format!("{with}void *f() {{ return new {name}; }}\n"),
                &["-fsyntax-only"],
            ) {
                group = with;
                known.push(name);
            } else {
                // A class of this name that has nothing.
                let _ = writeln!(group, "struct {name} {{}};");
            }
        }
        text += &group;
        let first = names.len();
        names.extend((first..first + GROUP).map(|n| format!("C{n}")));
    }
    (text, names)
}

/// The tables in g++'s assembly, by name: an entry is a number or a symbol, with the bytes added.
fn written(assembly: &str) -> BTreeMap<String, Vec<String>> {
    let mut out: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut at: Option<String> = None;
    for line in assembly.lines() {
        if let Some(label) = line.strip_suffix(':') {
            let is_table = ["_ZTV", "_ZTT", "_ZTC"]
                .iter()
                .any(|p| label.starts_with(p));
            at = is_table.then(|| label.to_owned());
        } else if let (Some(table), Some(value)) = (&at, line.trim().strip_prefix(".quad\t")) {
            let value = match value.starts_with("_ZTI") {
                true => "0".to_owned(),
                false => value.to_owned(),
            };
            out.entry(table.clone()).or_default().push(value);
        }
    }
    out
}

fn number(n: i64) -> String {
    match n < 0 {
        true => format!("n{}", -n),
        false => n.to_string(),
    }
}

fn call_offset(shift: Shift) -> String {
    match shift.entry {
        0 => format!("h{}_", number(shift.bytes)),
        entry => format!("v{}_{}_", number(shift.bytes), number(entry)),
    }
}

/// A function behind its thunk (Itanium C++ ABI 5.1.4.2).
fn behind(thunk: Thunk, name: &str) -> String {
    let rest = name.strip_prefix("_Z").unwrap_or(name);
    match (thunk.is_none(), thunk.result.is_none()) {
        (true, _) => name.to_owned(),
        (false, true) => format!("_ZT{}{rest}", call_offset(thunk.this)),
        (false, false) => {
            // In a result the table comes first, in its name as well as in `this`.
            format!(
                "_ZTc{}{}{rest}",
                call_offset(thunk.this),
                call_offset(thunk.result)
            )
        }
    }
}

fn name_of<'db>(db: &'db RootDatabase, class: Ty<'db>) -> String {
    let entity = class.class_entity(db).expect("a class");
    let name = entity.decl(db).ident(db);
    format!("{}{name}", name.len())
}

fn entries<'db>(db: &'db RootDatabase, group: &Group<'db>) -> Vec<String> {
    let mangler = Mangler::cuda("_");
    let all = group.tables.iter().flat_map(|t| t.entries.iter());
    all.map(|entry| match *entry {
        Entry::CallOffset(n) | Entry::BaseOffset(n) | Entry::ToTop(n) => n.to_string(),
        Entry::TypeInfo | Entry::Unused => "0".to_owned(),
        Entry::Function(function, thunk) => behind(
            thunk,
            &linkage_name(db, function, &mangler).expect("a name"),
        ),
        Entry::Destructor(class, thunk) => behind(thunk, &format!("_ZN{}D1Ev", name_of(db, class))),
        Entry::Deleting(class, thunk) => behind(thunk, &format!("_ZN{}D0Ev", name_of(db, class))),
    })
    .collect()
}

/// The tables of a class by their names, as g++ would write them.
fn tables<'db>(db: &'db RootDatabase, class: Ty<'db>, out: &mut BTreeMap<String, Vec<String>>) {
    let name = name_of(db, class);
    let made = virtual_tables(db, class.id()).expect("the tables are known");
    out.insert(format!("_ZTV{name}"), entries(db, &made.own));
    let construction = |n: u32| {
        let group = &made.constructions[n as usize];
        (
            format!("_ZTC{name}{}_{}", group.offset, name_of(db, group.class)),
            group,
        )
    };
    for n in 0..made.constructions.len() {
        let (name, group) = construction(n as u32);
        out.insert(name, entries(db, group));
    }
    let mut vtt = Vec::new();
    for entry in &made.vtt {
        let (name, group) = match entry.group {
            None => (format!("_ZTV{name}"), &made.own),
            Some(n) => construction(n),
        };
        let before = &group.tables[..entry.table as usize];
        let before: usize = before.iter().map(|t| t.entries.len()).sum();
        let at = before + group.tables[entry.table as usize].address_point as usize;
        vtt.push(format!("{name}+{}", 8 * at));
    }
    if !vtt.is_empty() {
        out.insert(format!("_ZTT{name}"), vtt);
    }
}

fn known(
    db: &RootDatabase,
    text: &str,
) -> (BTreeMap<String, Vec<String>>, BTreeMap<String, String>) {
    let file = SourceFile::new(db, "a.cu".into(), format!("# 1 \"a.cu\"\n{text}").into());
    let (mut out, mut sizes) = (BTreeMap::new(), BTreeMap::new());
    let classes = (0..cleave_names::skeleton(db, file).items.len()).flat_map(|index| {
        let item = cleave_names::item_id(db, file, index as u32);
        let code = CodeRef { item, body: None };
        let all = cleave_hir::item_hir(db, item).code.decls.iter();
        all.filter(|(_, decl)| matches!(decl.kind, DeclKind::Class(_)))
            .map(move |(id, _)| Entity::new(db, DeclRef::at(db, code, id), None))
    });
    for entity in classes {
        let class = Ty::of(db, TyKind::Class(entity));
        let name = entity.decl(db).ident(db);
        let made = layout(db, class).expect("a layout");
        sizes.insert(name, format!("{} {}", made.size, made.align));
        if class_info(db, class).is_some_and(|i| i.is_dynamic) {
            tables(db, class, &mut out);
        }
    }
    (out, sizes)
}

/// Whether an entry is the host compiler's. Where that has nothing nobody calls. Where a result must be converted and the pointer to
/// the object stays what it is, the device's compiler lets the table say so nevertheless.
fn is_same(own: &str, want: &str) -> bool {
    let result = |entry: &str| {
        let rest = entry.strip_prefix("_ZTc")?;
        Some(
            rest.split_once('_')
                .map_or("", |r| r.1)
                .trim_start_matches(|c: char| c == 'n' || c.is_numeric())
                .to_owned(),
        )
    };
    own == want
        || want == "0" && own.starts_with("_Z")
        || want.starts_with("_ZTch0_")
            && result(own).is_some_and(|own| want.ends_with(own.trim_start_matches('_')))
}

#[test]
fn against_the_host_compiler() {
    if Command::new("g++").arg("--version").output().is_err() {
        eprintln!("skipped: no g++");
        return;
    }
    let asked = std::env::var("CLEAVE_TABLES").ok();
    let (seed, count) = asked
        .as_deref()
        .and_then(|a| a.split_once(','))
        .map_or((1, 96), |a| {
            (a.0.parse().expect("a seed"), a.1.parse().expect("a number"))
        });
    let folder = std::env::temp_dir().join(format!("tables-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (text, names) = classes(&folder, seed, count);
    let mut program = text.clone();
    for name in &names {
        let _ = writeln!(program, "void *make{name}() {{ return new {name}; }}");
        let _ = writeln!(
            program,
            "long size{name} = sizeof({name}); long align{name} = alignof({name});"
        );
    }
    let done = compiles(&folder, &program, &["-S", "-o", "t.s"]);
    assert!(done, "g++ takes the classes");
    let assembly = std::fs::read_to_string(folder.join("t.s")).expect("assembly");
    std::fs::remove_dir_all(&folder).ok();
    let want = written(&assembly);
    let db = RootDatabase::default();
    let (got, sizes) = known(&db, &text);
    let mut report = String::new();
    for name in &names {
        let value = |what: &str| {
            let (_, rest) = assembly
                .split_once(&format!("\n{what}{name}:\n"))
                .expect("a value");
            let line = rest.lines().next().unwrap_or_default().trim();
            line.trim_start_matches(".quad\t").to_owned()
        };
        let want = format!("{} {}", value("size"), value("align"));
        if sizes.get(name) != Some(&want) {
            let _ = writeln!(report, "{name}: {:?}, g++ has {want}", sizes.get(name));
        }
    }
    for (name, want) in &want {
        let empty = Vec::new();
        let got = got.get(name).unwrap_or(&empty);
        let is_same = got.len() == want.len() && got.iter().zip(want).all(|(a, b)| is_same(a, b));
        if !is_same {
            let _ = writeln!(
                report,
                "{name}\n  g++:    {}\n  Cleave: {}",
                want.join(" "),
                got.join(" ")
            );
        }
    }
    assert!(want.len() > count / 2, "{} tables", want.len());
    eprintln!("{} tables", want.len());
    assert!(report.is_empty(), "{report}\n{text}");
}
