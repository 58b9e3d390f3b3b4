//! Random edits of the files of a unit: the text, its pieces, what is reported and the host text are always those of a run from scratch.

use std::rc::Rc;

use fastrand::Rng;
use std::cell::RefCell;

use cleave_base_db::{HostOptions, HostSettings, RootDatabase, SourceFile, SourceText, decode};
use cleave_diagnostics::{Control, Pass};
use cleave_preprocessor::{Files, HostCompiler, Options, Settings, Time, Unit, preprocess_with};
use cleave_report::Over;
use salsa::Durability;

use super::{Decoded, Session, kept};

const FILES: [(&str, &str); 4] = [
    (
        "a.cu",
        "#include \"cuda.h\"
#define WIDTH 32
#include \"helpers.cuh\"

namespace app {
constexpr int width = WIDTH;
struct Point { int x, y; __host__ __device__ int sum() const { return x + y; } };
}
#include \"inner.h\"

__global__ void kernel(int *p)
{
    p[0] = app::helper(app::width) + threadIdx.x;
}

__managed__ int counter;

int main()
{
    counter += app::host_only(1);
    LAUNCH(kernel, 1, WIDTH)(&counter);
}
",
    ),
    (
        "cuda.h",
        "#pragma once
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __managed__ __device__ __attribute__((managed))
#define LAUNCH(kernel, ...) kernel<<<__VA_ARGS__>>>
struct uint3 { unsigned x, y, z; };
struct dim3 { unsigned x, y, z; constexpr __host__ __device__ dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {} };
extern const __device__ __attribute__((device_builtin)) uint3 threadIdx;
extern \"C\" {
typedef struct CUstream_st *cudaStream_t;
extern __host__ __device__ unsigned cudaConfigureCall(dim3 grid, dim3 block, unsigned long shared = 0, cudaStream_t stream = 0);
}
",
    ),
    (
        "helpers.cuh",
        "#ifndef HELPERS
#define HELPERS
#include \"cuda.h\"
namespace app {
__device__ int helper(int i) { return i + WIDTH; }
int host_only(int i);
}
#endif
",
    ),
    (
        "inner.h",
        "#include \"helpers.cuh\"
namespace inner {
enum class Order { less, greater };
static __device__ int twice(int i) { return app::helper(i) + __LINE__; }
}
",
    ),
];

/// Lines that edits bring in.
const LINES: [&str; 14] = [
    "#define WIDTH 64\n",
    "#define helper other\n",
    "#define __device__\n",
    "#undef WIDTH\n",
    "#if WIDTH > 32\n",
    "#endif\n",
    "#include \"inner.h\"\n",
    "#include \"helpers.cuh\"\n",
    "// a comment\n",
    "__device__ int more() { return WIDTH; }\n",
    "int host() { return app::helper(1); }\n",
    "namespace app {\n",
    "}\n",
    "LAUNCH\n",
];

const SEEDS: [u64; 3] = [1_234_567, 31_337, 4711];
const EDITS: usize = 100;

#[derive(Default)]
struct Edited(RefCell<Vec<(String, String)>>);

impl Edited {
    fn reset(&self) {
        let all = FILES.map(|(name, text)| (name.to_owned(), text.to_owned()));
        *self.0.borrow_mut() = all.to_vec();
    }
}

impl Files for Edited {
    fn read(&self, path: &str, into: &mut Vec<u8>) -> Option<Time> {
        let files = self.0.borrow();
        let file = files.iter().find(|f| f.0 == path)?;
        into.extend_from_slice(file.1.as_bytes());
        Some(0)
    }

    fn folder(&self, _path: &str) -> Option<String> {
        None
    }

    fn canonical(&self, _path: &str) -> Option<String> {
        None
    }
}

/// What a host pass gives: what it reports, and the host text.
fn pass(db: &RootDatabase, file: SourceFile, options: HostOptions) -> (String, String) {
    let unit = cleave_report::Unit {
        db,
        file,
        options,
        is_there: &|_| false,
    };
    let control = Control::new(Pass::Host);
    let settings = cleave_diagnostics::Options::default();
    let report = cleave_report::report(unit, Over::Host, settings, control);
    let body = String::from_utf8_lossy(&report.finish().body).into_owned();
    let mut text = String::new();
    cleave_host::host_text_in_pieces(db, file, options, &mut |piece| text.push_str(piece));
    (body, text)
}

fn open(db: &RootDatabase, text: SourceText) -> (SourceFile, HostOptions) {
    let file = SourceFile::new(db, "a.cu".into(), text);
    let settings = HostSettings {
        module_id: Some("_id".into()),
        ..HostSettings::default()
    };
    let options = HostOptions::builder(settings).durability(Durability::HIGH);
    (file, options.new(db))
}

/// Edits a file; gives its name.
fn edit(files: &Edited, numbers: &mut Rng) -> String {
    let mut all = files.0.borrow_mut();
    let count = all.len();
    let (name, text) = &mut all[numbers.usize(..2 * count) % count];
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let at = numbers.usize(..lines.len().max(1));
    match numbers.usize(..5) {
        0 if lines.len() > 1 => drop(lines.remove(at)),
        1 => {
            let other = numbers.usize(..lines.len().max(1));
            lines.swap(at, other);
        }
        2 => {
            let digit = lines[at].replace('1', "2").replace('3', "4");
            *text = [&lines[..at], &[&digit], &lines[at + 1..]]
                .concat()
                .concat();
            return name.clone();
        }
        _ => lines.insert(at, LINES[numbers.usize(..LINES.len())]),
    }
    *text = lines.concat();
    name.clone()
}

#[test]
fn edits_give_what_a_run_from_scratch_gives() {
    SEEDS.into_iter().for_each(random_edits);
}

fn random_edits(seed: u64) {
    let mut numbers = Rng::with_seed(seed);
    let (files, host) = (Edited::default(), HostCompiler::default());
    files.reset();
    let answer = |_: &str| 0;
    let command = Options::parse(&["a.cu".to_owned()]).expect("a source");
    // What includes itself ends soon.
    let settings = Settings {
        opens: 60,
        ..Settings::default()
    };
    let mut unit = Unit::new(&files, &host, &answer, &command, settings.clone());
    let mut decoded = Decoded::new(&unit.preprocess(&command).expect("a text"));
    let mut db = RootDatabase::default();
    let (file, options) = open(&db, decoded.text.clone());
    decoded.divide(&mut db, file, cleave_cuda::interface);
    for round in 0..EDITS {
        // What is broken stays broken for a while, and is repaired.
        if numbers.usize(..6) == 0 {
            files.reset();
            FILES.iter().for_each(|(name, _)| unit.changed(name));
        } else {
            unit.changed(&edit(&files, &mut numbers));
        }
        let text = unit.preprocess(&command).expect("a text");
        decoded.edit(&mut db, file, &text, cleave_cuda::interface);
        let scratch = preprocess_with(&files, &host, &answer, &command, settings.clone());
        let scratch = cleave_base_db::join_lines(decode(scratch.expect("a text").text));
        assert_eq!(*decoded.text, *scratch, "edit {round}");
        // The pieces are those that line markers make, and they are the text.
        let cuts = cleave_base_db::cuts(&scratch);
        let pieces = file.pieces(&db).iter();
        let pieces: Vec<&str> = pieces.map(|p| &**p.text(&db)).collect();
        let wanted: Vec<&str> = cuts.iter().map(|c| &scratch[c.range.clone()]).collect();
        assert_eq!(pieces, wanted, "edit {round}");
        let incremental = pass(&db, file, options);
        let fresh_db = RootDatabase::default();
        let (fresh, fresh_options) = open(&fresh_db, scratch.as_str().into());
        let wanted = pass(&fresh_db, fresh, fresh_options);
        assert!(
            incremental == wanted,
            "edit {round}: {scratch}\n{incremental:?}\n{wanted:?}"
        );
    }
}

/// Edits whose names nobody has met leave next to nothing behind. `CLEAVE_EDITS=10000` makes that many.
#[test]
fn fresh_names_leave_nothing_behind() {
    let edits = std::env::var("CLEAVE_EDITS").ok();
    let edits = edits.and_then(|n| n.parse().ok()).unwrap_or(400);
    let (files, host) = (Edited::default(), HostCompiler::default());
    files.reset();
    let answer = |_: &str| 0;
    let command = Options::parse(&["a.cu".to_owned()]).expect("a source");
    let settings = Settings::default();
    let mut unit = Unit::new(&files, &host, &answer, &command, settings.clone());
    let original = files.0.borrow()[0].1.clone();
    let mut write = |number: usize| {
        let own = format!(
            "struct class_{number} {{ int member_{number}; }};
int function_{number}(class_{number} parameter_{number}) {{
  int local_{number} = parameter_{number}.member_{number};
  return local_{number};
}}
__global__ void kernel_{number}(class_{number} *pointer_{number}) {{ pointer_{number}->member_{number} = {number}; }}
int main()"
        );
        files.0.borrow_mut()[0].1 = original.replace("int main()", &own);
        unit.changed("a.cu");
        unit.preprocess(&command).expect("a text")
    };
    let mut session = Session::new(RootDatabase::default(), &write(0), Rc::new(open));
    session.least = 512 << 10;
    pass(&session.db, session.file, session.options);
    let first = kept(&mut session.db);
    let mut most = first;
    for number in 1..=edits {
        session.edit(&write(number));
        let after = pass(&session.db, session.file, session.options);
        most = most.max(kept(&mut session.db));
        if number % 100 == 0 {
            let scratch = RootDatabase::default();
            let (file, options) = open(&scratch, session.decoded.text.clone());
            assert_eq!(after, pass(&scratch, file, options));
        }
    }
    assert!(session.renewed > 0);
    let renewed = session.renewed;
    let more = (most - first) >> 10;
    assert!(more < 640, "{more} KiB more; made anew {renewed} times");
}
