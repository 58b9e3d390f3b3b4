//! Which edits of a unit leave what the device compiler reads of it as it is.

use cleave_base_db::SourceFile;
use cleave_base_db::testing::LoggedDatabase;
use cleave_fingerprint::{Fingerprint, Kept, fingerprint, kept};
use expect_test::expect;

/// A unit with everything that host code has to do with the device. Annotations are as the preprocessor leaves them.
const UNIT: &str = r#"# 1 "a.cu"
# 1 "/usr/include/x.h" 1 3
namespace std {
template <class T> struct vector { T *p; void push_back(T t) { *p = t; } };
template <class It, class F> void each(It a, It b, F f) { for (; a != b; ++a) f(*a); }
}
# 2 "a.cu" 2
__attribute__((device)) int helper(int x) { return x * 3; }
template <class T> __attribute__((global)) void fill(T *p, T v)
{
  *p = v + helper(2);
}
__attribute__((global)) void plain(int *p)
{
  *p = helper(1);
}
struct Buffer {
  int *p;
  Buffer(int n) : p(new int[n]) { p[0] = n; }
  int first() const { return p[0]; }
  template <class F> int with(F f) const { return f(p[0]); }
};
int host(int n)
{
  return n + 1;
}
template <class T> T start(T *p, T v)
{
  fill<T><<<1, 32>>>(p, v);
  return v;
}
template <class F> int twice(F f)
{
  return f(1) + f(2);
}
template <class F> void launch(F f)
{
  fill<F><<<2, 2>>>(nullptr, f);
}
void given()
{
  twice([](int x) { return x; });
  Buffer(1).with([](int x) { return x; });
}
void launched()
{
  launch([] {});
}
int main()
{
  std::vector<int> v;
  v.push_back(host(3));
  Buffer b(4);
  plain<<<1, 1>>>(b.p);
  start<int>(b.p, 2);
  std::each(b.p, b.p + 4, [](int &x) { x += 1; });
  return b.first();
}
"#;

/// The fingerprint of a text. It is the same where the text is divided.
fn of(text: &str) -> Fingerprint {
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    let whole = fingerprint(&l.db, file).expect("the unit is understood");
    file.divide(&mut l.db, cleave_cuda::interface);
    assert_eq!(fingerprint(&l.db, file).as_ref(), Some(&whole));
    whole
}

/// `same` or `other` for each edit of the unit: what is replaced, and by what.
fn after(edits: &[(&str, &str)]) -> String {
    let base = of(UNIT);
    let mut out = String::new();
    for (from, to) in edits {
        assert!(UNIT.contains(from), "{from}");
        let edited = of(&UNIT.replacen(from, to, 1));
        let answer = match edited.hash == base.hash {
            true => "same ",
            false => "other",
        };
        let line = format!("{from} => {to}").replace('\n', "~");
        out += &format!("{answer} {line}\n");
    }
    out
}

#[test]
fn layout_and_host_code_do_not_count() {
    let said = after(&[
        ("int host(int n)\n", "\n\nint host(int n)\n"),
        ("x * 3;", "x\n  *   3;"),
        ("return n + 1;", "return n + 2;"),
        ("return n + 1;", "int q = n; while (q < 9) ++q; return q;"),
        ("<<<1, 1>>>", "<<<4, 96>>>"),
        ("host(3)", "host(4) + host(5)"),
        (
            "int main()",
            "static int more(int a) { return a; }\nint main()",
        ),
        ("int host(int n)", "static int host(int n)"),
        (
            "v.push_back(host(3));",
            "v.push_back(1); std::vector<float> w; w.push_back(1.f);",
        ),
        ("x += 1;", "x += 2;"),
        ("{ return x; }", "{ return x + 1; }"),
        ("f(1) + f(2)", "f(1) + f(3)"),
        ("return f(p[0]);", "return f(p[1]);"),
        ("p[0] = n;", "p[0] = n + 1;"),
        ("return p[0];", "return p[1];"),
        ("<<<1, 32>>>", "<<<2, 64>>>"),
        ("# 2 \"a.cu\" 2", "# 7 \"a.cu\" 2"),
    ]);
    expect![[r#"
        same  int host(int n)~ => ~~int host(int n)~
        same  x * 3; => x~  *   3;
        same  return n + 1; => return n + 2;
        same  return n + 1; => int q = n; while (q < 9) ++q; return q;
        same  <<<1, 1>>> => <<<4, 96>>>
        same  host(3) => host(4) + host(5)
        same  int main() => static int more(int a) { return a; }~int main()
        same  int host(int n) => static int host(int n)
        same  v.push_back(host(3)); => v.push_back(1); std::vector<float> w; w.push_back(1.f);
        same  x += 1; => x += 2;
        same  { return x; } => { return x + 1; }
        same  f(1) + f(2) => f(1) + f(3)
        same  return f(p[0]); => return f(p[1]);
        same  p[0] = n; => p[0] = n + 1;
        same  return p[0]; => return p[1];
        same  <<<1, 32>>> => <<<2, 64>>>
        same  # 2 "a.cu" 2 => # 7 "a.cu" 2
    "#]]
    .assert_eq(&said);
}

#[test]
fn what_reaches_the_device_counts() {
    let said = after(&[
        ("x * 3;", "x * 4;"),
        ("helper(2)", "helper(3)"),
        (
            "start<int>(b.p, 2);",
            "start<int>(b.p, 2); float f; start<float>(&f, 2.f);",
        ),
        ("start<int>(b.p, 2);", ""),
        ("plain<<<1, 1>>>(b.p);", ""),
        ("fill<T><<<1, 32>>>(p, v);", ""),
        ("int host(int n)", "__attribute__((device)) int host(int n)"),
        ("int host(int n)", "constexpr int host(int n)"),
        (
            "int host(int n)",
            "int helper(int n, int m);\nint host(int n)",
        ),
        ("int *p;\n  Buffer", "int *p, q;\n  Buffer"),
        ("Buffer b(4);", "struct Local { int a; }; Buffer b(4);"),
        ("T *p; void", "T *p, *q; void"),
        ("{\n  *p = v", "\n{\n  *p = v"),
        ("  return n + 1;", "#pragma unroll\n  return n + 1;"),
        ("int *p)\n{", "int *p) {"),
        (
            "int host(int n)",
            "void hidden(struct Hidden *p);\nint host(int n)",
        ),
        (
            "return f(p[0]);",
            "fill<long><<<1, 1>>>(nullptr, 1L); return f(p[0]);",
        ),
        ("launch([] {});", "launch([] { ; });"),
        ("launch([] {});", "launch([] {}); int n = 0; ++n;"),
    ]);
    expect![[r#"
        other x * 3; => x * 4;
        other helper(2) => helper(3)
        other start<int>(b.p, 2); => start<int>(b.p, 2); float f; start<float>(&f, 2.f);
        other start<int>(b.p, 2); => 
        other plain<<<1, 1>>>(b.p); => 
        other fill<T><<<1, 32>>>(p, v); => 
        other int host(int n) => __attribute__((device)) int host(int n)
        other int host(int n) => constexpr int host(int n)
        other int host(int n) => int helper(int n, int m);~int host(int n)
        other int *p;~  Buffer => int *p, q;~  Buffer
        other Buffer b(4); => struct Local { int a; }; Buffer b(4);
        other T *p; void => T *p, *q; void
        other {~  *p = v => ~{~  *p = v
        other   return n + 1; => #pragma unroll~  return n + 1;
        other int *p)~{ => int *p) {
        other int host(int n) => void hidden(struct Hidden *p);~int host(int n)
        other return f(p[0]); => fill<long><<<1, 1>>>(nullptr, 1L); return f(p[0]);
        other launch([] {}); => launch([] { ; });
        other launch([] {}); => launch([] {}); int n = 0; ++n;
    "#]]
    .assert_eq(&said);
}

#[test]
fn lines_of_kernels_are_found_again() {
    let (base, moved) = (
        of(UNIT),
        of(&UNIT.replacen("int helper", "\n\nint\nhelper", 1)),
    );
    assert_eq!(base.hash, moved.hash);
    for line in [3, 4, 6, 7, 8, 10] {
        let token = base
            .lines
            .token("a.cu", line)
            .expect("a kernel stands there");
        assert_eq!(moved.lines.place(token), Some(("a.cu", line + 3)), "{line}");
    }
    assert_eq!(base.lines.token("a.cu", 5), None);
}

#[test]
fn bodies_that_count_are_named() {
    let text = "# 1 \"a.cu\"
constexpr int a() { return 1; }
auto b() { return 2; }
int c() { struct S { int x; } s{3}; return s.x; }
template <class F> void run(F f) { f(); }
int d() { run([] {}); return 0; }
int e() { return nothing; }
template <class T> struct P { T get() { return T(); } };
template <class T> T f(T t) { return t; }
int g = f(1);
int h() { return f(2); }
";
    let l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    let said: Vec<(String, Kept)> = kept(&l.db, file);
    let said: String = said
        .iter()
        .map(|(name, why)| format!("{name}: {why:?}\n"))
        .collect();
    expect![[r#"
        a: Constant
        b: Constant
        c: Word("struct")
        e: NotUnderstood
        P::get: Template
        f: Template
    "#]]
    .assert_eq(&said);
}

#[test]
fn what_is_broken_has_none() {
    let l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), "# 1 \"a.cu\"\nint f( { }\n".into());
    assert_eq!(fingerprint(&l.db, file), None);
}

/// Which of the queries of this crate an edit runs again, by part.
#[test]
fn an_edit_leaves_the_mentions_in_headers() {
    const UNIT: &str = "# 1 \"a.cu\"\n# 1 \"h\" 1\nint in_header(int);\n# 2 \"a.cu\" 2\nint own(int n) { return n; }\n";
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), UNIT.into());
    file.divide(&mut l.db, cleave_cuda::interface);
    let before = fingerprint(&l.db, file).unwrap();
    let runs = |l: &mut LoggedDatabase| {
        let all = l.executed();
        let all = all.iter().filter(|query| query.starts_with("mentions"));
        all.cloned().collect::<Vec<_>>()
    };
    expect!["mentions x3"].assert_eq(&runs(&mut l).join(" "));
    for (text, is_same, want) in [
        (
            UNIT.replace("return n", "return n + 1"),
            true,
            expect!["mentions"],
        ),
        (UNIT.replace("own(", "mine("), true, expect!["mentions x3"]),
    ] {
        file.edit(&mut l.db, text.as_str().into(), cleave_cuda::interface);
        let after = fingerprint(&l.db, file).unwrap();
        assert_eq!(after == before, is_same);
        want.assert_eq(&runs(&mut l).join(" "));
    }
}
