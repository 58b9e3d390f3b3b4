//! Constants evaluated from text against what g++ computes: every `constexpr` variable of arithmetic or enumeration type of the
//! fixtures in `tests/constants`, by the standard that a fixture names in its first line. Skipped where there is no g++.
#![allow(clippy::print_stderr)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use cleave_base_db::{RootDatabase, SourceFile};
use cleave_hir::DeclKind;
use cleave_syntax::{Dialect, Standard};
use cleave_typing::{Ty, TyKind, Value, eval, program};

/// What range-based loops over braced lists need.
const PRELUDE: &str = "namespace std { template <class T> class initializer_list {
  const T *first; unsigned long count;
  constexpr initializer_list(const T *f, unsigned long n) : first(f), count(n) {}
public:
  constexpr initializer_list() : first(nullptr), count(0) {}
  constexpr unsigned long size() const { return count; }
  constexpr const T *begin() const { return first; }
  constexpr const T *end() const { return first + count; }
}; }
";

/// How many values are known to be right; only to be raised.
const AT_LEAST: usize = 355;

struct Fixture {
    name: String,
    standard: u32,
    text: String,
}

fn fixtures() -> Vec<Fixture> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/constants");
    let mut out: Vec<Fixture> = std::fs::read_dir(folder)
        .expect("the fixtures")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path).expect("a fixture");
            let first = text.lines().next().unwrap_or_default();
            let standard = first.strip_prefix("// c++").and_then(|s| s.parse().ok());
            Fixture {
                name: path.file_stem().expect("a name").to_string_lossy().into(),
                standard: standard.expect("a first line `// c++NN`"),
                text,
            }
        })
        .collect();
    out.sort_by(|a, b| a.name.cmp(&b.name));
    out
}

/// The names of the variables that are compared, by the fixtures' own layout: `constexpr TYPE NAME = …` on a line.
fn names(text: &str) -> Vec<String> {
    let scalar = [
        "int", "bool", "char", "short", "long", "unsigned", "signed", "double", "float", "wchar_t",
        "char16_t", "char32_t", "__int128", "Color", "Level",
    ];
    text.lines()
        .filter_map(|line| {
            let rest = line.strip_prefix("constexpr ")?;
            let (head, _) = rest.split_once(" = ")?;
            let (ty, name) = head.rsplit_once(' ')?;
            let known = ty.split(' ').all(|word| scalar.contains(&word));
            (known && name.chars().all(|c| c.is_alphanumeric() || c == '_')).then(|| name.into())
        })
        .collect()
}

fn standard(n: u32) -> Standard {
    match n {
        11 => Standard::Cpp11,
        14 => Standard::Cpp14,
        17 => Standard::Cpp17,
        20 => Standard::Cpp20,
        _ => Standard::Cpp23,
    }
}

/// What g++ computes: by fixture and name.
fn expected(all: &[Fixture], version: u32) -> BTreeMap<(String, String), String> {
    let mut program = String::from(PRELUDE);
    program += "extern \"C\" int printf(const char *, ...);
template <class T> void show(const char *f, const char *n, T v) {
  if constexpr (__is_enum(T)) return show(f, n, (long long)v);
  else if constexpr (T(1) / 2 != T(0)) {
    double d = v; unsigned long long b; __builtin_memcpy(&b, &d, 8);
    if (d != d) b = 0x7ff8000000000000;
    printf(\"%s %s f%llx\\n\", f, n, b);
  } else {
    __int128 w = v;
    printf(\"%s %s i%llx.%llx\\n\", f, n, (unsigned long long)(w >> 64), (unsigned long long)w);
  }
}
";
    let mut main = String::from("int main() {\n");
    for f in all.iter().filter(|f| f.standard == version) {
        writeln!(program, "namespace f_{} {{\n{}\n}}", f.name, f.text).expect("text");
        for n in names(&f.text) {
            writeln!(main, "show(\"{0}\", \"{n}\", f_{0}::{n});", f.name).expect("text");
        }
    }
    program += &main;
    program += "}\n";
    let folder = std::env::temp_dir().join(format!("constants-{}-{version}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let source = folder.join("a.cc");
    std::fs::write(&source, program).expect("a source");
    // `if constexpr` in the printer wants C++17 at least; it warns before.
    let out = Command::new("g++")
        .args([&format!("-std=gnu++{version}"), "-w", "-o"])
        .arg(folder.join("a"))
        .arg(&source)
        .output()
        .expect("g++");
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    let out = Command::new(folder.join("a"))
        .output()
        .expect("the program");
    std::fs::remove_dir_all(&folder).ok();
    String::from_utf8_lossy(&out.stdout)
        .lines()
        .filter_map(|line| {
            let mut words = line.split(' ').map(str::to_owned);
            Some(((words.next()?, words.next()?), words.next()?))
        })
        .collect()
}

fn value_text<'db>(db: &'db RootDatabase, ty: Ty<'db>, value: &Value<'db>) -> String {
    match (ty.kind(db), value) {
        (_, Value::Float(b)) if f64::from_bits(*b).is_nan() => "f7ff8000000000000".into(),
        (_, Value::Float(b)) => format!("f{b:x}"),
        (TyKind::Builtin(_) | TyKind::Enum(_), Value::Int(n)) => {
            format!("i{:x}.{:x}", (n >> 64) as u64, *n as u64)
        }
        (_, value) => format!("{value:?}"),
    }
}

/// What we compute.
fn actual(f: &Fixture) -> BTreeMap<String, String> {
    let db = RootDatabase::default();
    let file = SourceFile::builder(f.name.clone(), format!("{PRELUDE}{}", f.text).into())
        .dialect(Dialect {
            standard: standard(f.standard),
            ..Dialect::default()
        })
        .new(&db);
    let mut out = BTreeMap::new();
    for index in 0..cleave_names::skeleton(&db, file).items.len() {
        let item = cleave_names::item_id(&db, file, index as u32);
        for entity in program::bodies(&db, item) {
            let Some(decl) = entity.hir(&db) else {
                continue;
            };
            let (DeclKind::Variable(_), Some(name)) = (&decl.kind, decl.name.ident()) else {
                continue;
            };
            if decl.parent.is_some() || !decl.heads.is_empty() {
                continue;
            }
            let text = match &eval::variable(&db, entity).value {
                Ok(value) => value_text(&db, value.ty(&db), value.value(&db)),
                Err(failure) => format!("{failure:?}"),
            };
            out.insert(name.as_str().to_owned(), text);
        }
    }
    out
}

#[test]
fn against_the_host_compiler() {
    if Command::new("g++").arg("--version").output().is_err() {
        eprintln!("no g++: skipped");
        return;
    }
    let all = fixtures();
    assert!(all.len() >= 60);
    let mut report = String::new();
    let (mut right, mut unknown, mut wrong) = (0, 0, 0);
    for version in [11, 14, 17, 20, 23] {
        let expected = expected(&all, version);
        for f in all.iter().filter(|f| f.standard == version) {
            let actual = actual(f);
            for name in names(&f.text) {
                let want = &expected[&(f.name.clone(), name.clone())];
                let got = actual.get(&name).map_or("nothing", |s| s.as_str());
                if got == want {
                    right += 1;
                } else if got == "Unknown" || got == "nothing" {
                    unknown += 1;
                    writeln!(report, "{}: {name}: {got}", f.name).expect("text");
                } else {
                    wrong += 1;
                    let got: String = got.chars().take(300).collect();
                    writeln!(report, "{}: {name}: {got}, not {want}", f.name).expect("text");
                }
            }
        }
    }
    eprintln!("{report}{right} right, {unknown} unknown, {wrong} wrong");
    assert_eq!(wrong, 0, "{report}");
    assert!(
        right >= AT_LEAST,
        "{right} of {}: {report}",
        right + unknown
    );
}
