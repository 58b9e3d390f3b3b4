//! Random edits: the module of the edited text is the one of a fresh database.

use cleave_base_db::HostSettings;
use salsa::Setter;

use crate::{database, module};

const TEXT: &str = r#"# 1 "a.cu"
struct Base { virtual __attribute__((device)) int f() { return b; } int b = 3; };
struct Pair : Base { int x, y; __attribute__((device)) Pair() : x(1), y(2) {} __attribute__((device)) ~Pair() { x = 0; } };
__attribute__((device)) inline int twice(int x) { return x + x; }
template <class T> __attribute__((device)) T sum(const T *p, int n) { T s{}; for (int i = 0; i < n; ++i) s += p[i]; return s; }
template <class T> __attribute__((global)) void fill(T *p, T value) { *p = sum(p, 4) + value; }
__attribute__((global)) void scale(int *p) { Pair q; if (*p == 3) return; *p = twice(q.y) + q.f(); }
__attribute__((constant)) int table[3] = {1, 2, 3};
__attribute__((device)) int pick(int i) { auto l = [=](int k) { return table[k] + i; }; return l(1); }
void launch(int *p) { fill<<<1, 1>>>(p, 2); }
"#;

/// What is replaced by what, and back again.
const EDITS: [(&str, &str); 16] = [
    ("return x + x;", "return x - x;"),
    ("return b;", "return b + 1;"),
    ("int b = 3;", "long b = 4;"),
    ("int x, y;", "int x, z, y;"),
    ("y(2)", "y(twice(2))"),
    ("{ x = 0; }", "{ y = 0; }"),
    ("s += p[i];", "{ if (p[i] == 0) continue; s += p[i]; }"),
    ("sum(p, 4)", "sum(p, 5)"),
    ("return; *p", "{ Pair r; return; } *p"),
    ("q.f();", "q.Base::f();"),
    ("{1, 2, 3}", "{1, 2}"),
    ("[=]", "[&]"),
    ("table[k]", "table[k + 1]"),
    ("fill<<<1, 1>>>(p, 2);", "fill<<<1, 1>>>((long *)p, 2l);"),
    ("int pick(int i)", "long pick(int i)"),
    ("for (int i = 0;", "\n#pragma unroll 2\nfor (int i = 0;"),
];

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

fn text_of(on: &[bool; 16]) -> String {
    let mut text = TEXT.to_owned();
    for ((from, to), on) in EDITS.iter().zip(on) {
        assert!(text.contains(from), "{from}");
        if *on {
            text = text.replacen(from, to, 1);
        }
    }
    text
}

#[test]
fn after_random_edits_the_module_is_as_from_scratch() {
    edited(25, 60);
}

/// `cargo test -p cleave-lowering random -- --ignored`: after a change of what the database keeps.
#[test]
#[ignore = "for use by hand"]
fn after_many_random_edits_the_module_is_as_from_scratch() {
    for seed in 0..10 {
        edited(seed, 240);
    }
}

/// Edits the text at random, so many times.
fn edited(seed: u64, steps: usize) {
    let mut random = Random(seed);
    let mut on = [false; 16];
    let (mut l, file, options) = database(TEXT, HostSettings::default());
    module(&l, file, options).expect("the text is understood");
    for step in 0..steps {
        for _ in 0..=random.below(3) {
            let edit = random.below(EDITS.len());
            on[edit] = !on[edit];
        }
        let text = text_of(&on);
        file.set_text(&mut l.db).to(text.clone().into());
        let after = module(&l, file, options).map(|m| cleave_il::print(&m));
        let (fresh, file, options) = database(&text, HostSettings::default());
        let scratch = module(&fresh, file, options).map(|m| cleave_il::print(&m));
        assert_eq!(after, scratch, "seed {seed}, after {step} steps, of {text}");
    }
}
