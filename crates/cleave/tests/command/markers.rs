//! A preprocessor writes line markers between any two tokens, where a macro of another file is expanded. Nothing but line numbers
//! hangs on them.

use std::fs;
use std::path::Path;
use std::process::Command;

use cleave_syntax::Lexed;

/// One program with much of what is looked for in the text itself.
const PROGRAM: &str = r#"
namespace rw { struct T { int a; }; int v; struct S { T t; T get(); void init(); }; }
struct T { double d; };
double v;
using namespace rw;
rw::T S::get() { T x; x.a = v; return x; }
void S::init() { T x; x.a = 1; v = x.a; }
namespace n { static __attribute__((managed)) int sm; int f() { return sm; } }
using n::sm;
int g() { return sm; }
template <class X> class __attribute__((__visibility__("default"))) complex;
template <class X> inline constexpr bool is_complex = false;
template <class X> inline constexpr bool is_complex<complex<X>> = true;
template <class X> struct pair { X a, b; static const int size = 2; };
constexpr int two = pair<int>::size;
struct A { A(int); A &operator=(const A &) = default; friend bool operator<(A, A); int m; };
template <class X> struct B : pair<X> { using pair<X>::a; B B_(); typedef X type; };
template <class X> typename B<X>::type first(B<X> b) { return b.a; }
template <> struct pair<void> { enum { none, some = 3 }; };
enum class color : unsigned char { red, green };
[[gnu::global]] void k1(int x, color c) {}
__attribute__((global)) __attribute__((launch_bounds(128))) void k2(B<int> b) { b.a = first(b); }
template <class F> __attribute__((global)) void k3(F f) { f(); }
__attribute__((device)) int d(int x) { return x < two ? x : pair<void>::some; }
__attribute__((host)) __attribute__((device)) int hd(int x) { return two + (x >> 1); }
__attribute__((device)) __attribute__((constant)) float table[3] = { 1.5f, .5f, 0x1p3 };
struct dim3 { unsigned x, y, z; dim3(unsigned a, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {} };
typedef struct CUstream_st *cudaStream_t;
enum cudaError { cudaSuccess };
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, unsigned long shared = 0, cudaStream_t stream = 0);
void launch(int n)
{
    k1<<<n, 32>>>(n, color::red);
    k3<<<dim3(1), dim3(2), 0>>>([=] __attribute__((device)) () { return n; });
    for (int i = 0; i < n; ++i) { if (i % 2) continue; else k2<<<1, 1>>>(B<int>{}); }
}
"#;

/// The exit status, what is said, and the host half without lines and white space.
fn split(folder: &Path, text: &str) -> (Option<i32>, Vec<String>, String) {
    let input = folder.join("a.ii");
    fs::write(&input, text).expect("the program is written");
    let run = Command::new(env!("CARGO_BIN_EXE_cleave"))
        .args([
            "cudafe++",
            "--c++17",
            "--m64",
            "--extended-lambda",
            "--display_error_number",
        ])
        .args([
            "--gen_c_file_name",
            "a.cpp",
            "--stub_file_name",
            "a.stub.c",
            "a.ii",
        ])
        .env("CLEAVE_SECOND_OPINION", "off")
        .env("CLEAVE_CACHE", "off")
        .current_dir(folder)
        .output()
        .expect("cleave runs");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    let messages = said.lines().filter_map(|line| line.split_once("): "));
    let mut messages: Vec<String> = messages.map(|(_, what)| what.to_owned()).collect();
    messages.sort();
    let host = fs::read_to_string(folder.join("a.cpp")).unwrap_or_default();
    let host = host.lines().filter(|line| !line.starts_with('#'));
    let host: String = host
        .flat_map(str::chars)
        .filter(|c| !c.is_whitespace())
        .collect();
    (run.status.code(), messages, host)
}

/// The program with a marker in front of every token whose number leaves the rest `rest`.
fn marked(text: &str, step: usize, rest: usize) -> String {
    let lexed = Lexed::new(text);
    let mut out = String::from("# 1 \"a.cu\"\n");
    let mut last = 0;
    for (number, token) in (0..lexed.len()).enumerate() {
        let range = lexed.range(token);
        out.push_str(&text[last..range.start]);
        // A preprocessor sees `>>>` where the lexer sees what it may close.
        let torn = text[..range.start].ends_with('>') && text[range.clone()].starts_with('>');
        if number % step == rest && !torn {
            out.push_str(&format!("\n# {} \"a.cu\"\n", number % 97 + 1));
        }
        out.push_str(&text[range.clone()]);
        last = range.end;
    }
    out.push_str(&text[last..]);
    out
}

#[test]
fn markers_between_tokens_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = split(folder.path(), &format!("# 1 \"a.cu\"\n{PROGRAM}"));
    assert_eq!(plain.0, Some(0), "{:?}", plain.1);
    assert!(plain.2.contains("__nv_init_managed_rt"), "{}", plain.2);
    for step in [1, 2, 3, 5, 7, 11] {
        for rest in 0..step {
            let text = marked(PROGRAM, step, rest);
            let found = split(folder.path(), &text);
            assert!(
                found == plain,
                "every {step}th token from {rest}: {:?} {:?}\n{}\n{}",
                found.0,
                found.1,
                found.2,
                plain.2
            );
        }
    }
}
