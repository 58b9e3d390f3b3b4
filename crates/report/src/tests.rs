use cleave_base_db::{HostSettings, RootDatabase};
use cleave_diagnostics::Action;
use cleave_syntax::{Dialect, Standard};
use expect_test::expect;
use salsa::Setter as _;

use super::*;

const DEVICE: Over = Over::Device { architecture: None };

/// What is reported of a program, as an editor would ask for it: a text in memory, and no files.
fn reported(text: &str, over: Over, control: impl Fn(&mut Control)) -> String {
    reported_by(Dialect::default(), text, over, control)
}

/// The same in another dialect.
fn reported_by(dialect: Dialect, text: &str, over: Over, control: impl Fn(&mut Control)) -> String {
    let mut db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    file.set_dialect(&mut db).to(dialect);
    let unit = Unit {
        db: &db,
        file,
        options: HostOptions::new(&db, HostSettings::default()),
        is_there: &|path| path == Path::new("there.h"),
    };
    let options = Options {
        pass: over.pass(),
        keep: true,
        ..Options::default()
    };
    let mut settings = Control::new(over.pass());
    control(&mut settings);
    let report = report(unit, over, options, settings).finish();
    let mut out = String::new();
    for r in &report.reported {
        let d = &r.diagnostic;
        let at = d.at.as_ref().map(|at| (at.line, at.column));
        let (line, column) = at.unwrap_or_default();
        out += &format!("{line}:{column} {} {:?}\n", d.code, r.severity);
    }
    out
}

/// Findings of the rules, of the parser and of directives, which are found one kind after the other. Nothing is read behind a
/// missing file.
const MIXED: &str = "\
#include \"there.h\"
int a = undefined_name;
#warning careful
int b = ;
#pragma nv_diag_suppress 20
int c = undefined_name;
#include \"missing.h\"
int d = other_name;
";

#[test]
fn everything_comes_in_the_order_of_the_text() {
    expect![[r#"
        2:9 20 Error
        3:2 1105 Warning
        4:9 29 Error
        7:21 1696 Catastrophe
    "#]]
    .assert_eq(&reported(MIXED, Over::Host, |_| {}));
}

/// A function's attributes are applied when its declarator has been read, a variable's space is judged behind its initializer.
/// What looks like a constructor outside of its class is none if the class has another name.
const APPLIED: &str = "\
__attribute__((global)) inline const int k(unknown_type a, ...) noexcept(true) { return undefined_name; }
__attribute__((grid_constant)) static f(unknown_type a) { return 1; }
__attribute__((managed)) const int v = undefined_value;
struct A { void m(int); };
A::m(int) {}
__attribute__((maxnreg(3))) __attribute__((global)) int __attribute__((launch_bounds(128))) b(unknown_type a) {}
";

#[test]
fn attributes_are_judged_when_the_declarator_has_been_read() {
    expect![[r#"
        1:44 20 Error
        1:32 815 Warning
        1:16 20050 Warning
        1:16 20190 DiscretionaryError
        1:16 20048 DiscretionaryError
        1:16 20046 Error
        1:89 20 Error
        2:41 20 Error
        2:39 260 DiscretionaryError
        2:16 1835 Warning
        3:40 20 Error
        3:36 20109 Error
        5:4 333 Error
        5:4 260 DiscretionaryError
        6:95 20 Error
        6:44 20048 DiscretionaryError
        6:93 20262 DiscretionaryError
    "#]]
    .assert_eq(&reported(APPLIED, Over::Host, |_| {}));
}

/// Default arguments and exception specifications are read behind the outermost class, then member initializers, then bodies.
const COMPLETE: &str = "\
struct S {
  void f() { undefined1; }
  int g(int a = undefined2) noexcept(undefined3);
  int m = undefined4;
  undefined5 z;
  struct N {
    void q() { undefined6; }
    int w(int a = undefined7);
    undefined8 y;
  };
  undefined9 x;
};
undefined10 after;
";

#[test]
fn what_a_class_is_complete_in_is_reported_behind_it() {
    expect![[r#"
        5:3 20 Error
        9:5 20 Error
        11:3 20 Error
        3:17 20 Error
        3:38 20 Error
        8:19 20 Error
        4:11 20 Error
        2:14 20 Error
        7:16 20 Error
        13:1 20 Error
    "#]]
    .assert_eq(&reported(COMPLETE, Over::Host, |_| {}));
}

#[test]
fn options_control_what_is_reported() {
    expect![[r#"
        2:9 20 Error
        3:2 1105 DiscretionaryError
        4:9 29 Error
        7:21 1696 Catastrophe
    "#]]
    .assert_eq(&reported(MIXED, Over::Host, |control| {
        control.set(codes::WARNING_DIRECTIVE, Action::Error);
        control.set(codes::UNDEFINED_IDENTIFIER, Action::Suppress);
    }));
}

/// Calls of the host's functions: inner ones first where they stand, without names at the end of the body behind what else is said there
/// (20014, 20015), as long as nothing is wrong. Instances come when everything has been read, in the order in which they were asked for, and
/// functions with closures behind them. What the emitted code calls is last: functions, then members, then closures.
#[test]
fn calls_of_the_host_come_in_the_order_of_the_reference() {
    let text = "\
constexpr int c(int x) { return x + 1; }
inline int i(int x) { return x + 2; }
HD int closure(int x) { auto l = [x](int y) { return c(y); }; return c(l(x)); }
template <class T> HD T second(T x) { return c(x); }
template <class T> HD T first(T x) { return c(x); }
struct A { HD int member(int x) const { return i(x); } };
HD int plain(int x)
{
    int unused;
    int y = c(c(x));
    return i(y);
}
__attribute__((global)) void k(int *p) { *p = first(*p) + second(*p) + plain(*p) + closure(*p) + A().member(*p); }
HD int wrong(int x)
{
    return undefined;
}
HD int behind(int x) { return c(x); }
";
    let text = text.replace("HD", "__attribute__((host)) __attribute__((device))");
    let right = text.replace("undefined", "x");
    let both = [&right, &text].map(|text| reported(text, DEVICE, |_| {}));
    expect![[r#"
        3:97 20013 Warning
        3:113 20013 Warning
        6:92 20014 Warning
        10:15 20013 Warning
        10:13 20013 Warning
        9:9 177 Warning
        10:16 20015 Warning
        10:14 20015 Warning
        11:13 20014 Warning
        18:74 20013 Warning
        18:75 20015 Warning
        5:88 20013 Warning
        5:89 20015 Warning
        4:89 20013 Warning
        4:90 20015 Warning
        3:98 20015 Warning
        3:114 20015 Warning
        3:113 20013 Warning
        10:13 20013 Warning
        10:15 20013 Warning
        11:12 20011 Warning
        5:88 20013 Warning
        4:89 20013 Warning
        18:74 20013 Warning
        6:91 20011 Warning
        3:97 20013 Warning
        --
        3:97 20013 Warning
        3:113 20013 Warning
        6:92 20014 Warning
        10:15 20013 Warning
        10:13 20013 Warning
        9:9 177 Warning
        10:16 20015 Warning
        10:14 20015 Warning
        11:13 20014 Warning
        16:12 20 Error
        18:74 20013 Warning
        5:88 20013 Warning
        4:89 20013 Warning
    "#]]
    .assert_eq(&both.join("--\n"));
}

/// Of inline constructors and destructors it is said each time that they are called, of no place (20014). What is called is said in the order of
/// the code: what is destroyed comes at the end of its block, of inner blocks first.
#[test]
fn each_object_that_is_destroyed_counts() {
    let text = "\
struct I { I() {} ~I() {} };
HD void f(bool x)
{
    I i;
    if (x) {
        I j;
    }
    I k[2];
}
__attribute__((global)) void k() { f(true); }
";
    let text = text.replace("HD", "__attribute__((host)) __attribute__((device))");
    expect![[r#"
        0:0 20014 Warning
        0:0 20014 Warning
        0:0 20014 Warning
        0:0 20014 Warning
        4:7 20011 Warning
        6:11 20011 Warning
        7:5 20011 Warning
        8:5 20011 Warning
    "#]]
    .assert_eq(&reported(&text, DEVICE, |_| {}));
}

#[test]
fn each_pass_has_its_own() {
    let text =
        "__attribute__((device)) void f() {\n#pragma unroll\nint x;\n#pragma bogus\nx = 1;\n}\n";
    let both = [Over::Host, DEVICE].map(|over| reported(text, over, |_| {}));
    expect![[r#"
        2:9 607 Warning
        --
        2:9 607 Warning
        4:9 20199 Warning
        3:5 550 Warning
    "#]]
    .assert_eq(&both.join("--\n"));
}

/// Inline constructors and destructors of the host, which functions of both sides call without a word for it.
const UNWRITTEN: &str = "\
struct H { H(int) {} ~H() {} int q; };
__attribute__((host)) __attribute__((device)) int f(int x) {
  { H h(x); }
  return x;
}
struct P {
  H h;
  __attribute__((host)) __attribute__((device)) P() : h(1) {}
  __attribute__((host)) __attribute__((device)) ~P() {}
};
struct D : H {
  __attribute__((host)) __attribute__((device)) D() : H(1) {}
};
__attribute__((device)) int g() { H h(1); return 0; }
";

#[test]
fn calls_that_nobody_writes_have_no_place() {
    let all = reported(UNWRITTEN, DEVICE, |_| {});
    let without: Vec<&str> = all.lines().filter(|l| l.contains(" 20014 ")).collect();
    // Of `f` both, of the parts of `P` each one; what makes a base belongs to the base, and for the device alone there are errors.
    assert_eq!(without, ["0:0 20014 Warning"; 4], "{all}");
}

/// Implicit members are compiled by their class, whichever is used first: what makes an array misses its functions alone.
#[test]
fn implicit_members_come_in_the_order_of_their_classes() {
    let text = "\
struct H { H() {} };
struct A { H a[2]; };
struct B { H b; };
__attribute__((device)) void f()
{
    new B;
    new A;
}
";
    expect![[r#"
        8:1 20068 Error
        8:1 20016 Error
        8:1 20068 Error
    "#]]
    .assert_eq(&reported(text, DEVICE, |_| {}));
}

/// That an expression does nothing is said behind what is wrong in it.
#[test]
fn an_expression_without_effect_is_told_of_behind_its_errors() {
    let text = "\
class P { int q; };
void f(P *p)
{
    p->q;
}
";
    expect![[r#"
        4:8 265 DiscretionaryError
        4:5 174 Warning
    "#]]
    .assert_eq(&reported(text, Over::Host, |_| {}));
}

/// The zero of a rewritten comparison is made behind it ([over.match.oper]/9).
#[test]
fn the_zero_of_a_comparison_stands_behind_it() {
    let text = "\
struct Zero { constexpr Zero(Zero *) {} };
struct Order { int n; };
__attribute__((device)) bool operator<(Order, Zero);
struct S { int a; __attribute__((device)) Order operator<=>(const S &) const; };
__attribute__((device)) bool f(S a, S b)
{
    return a < b;
}
";
    let dialect = Dialect {
        standard: Standard::Cpp20,
        ..Dialect::default()
    };
    expect![[r#"
        7:17 20017 Error
    "#]]
    .assert_eq(&reported_by(dialect, text, DEVICE, |_| {}));
}

/// What a function of an instance overrides is looked at with its declaration, exception specifications with the complete class
/// ([class.mem]/6). An instance comes before what is said of the object that needs it.
#[test]
fn overriding_is_looked_at_with_each_member() {
    let text = "\
struct B { virtual void f() final; virtual void g() noexcept; virtual int h() = 0; };
template <class T>
struct D : T
{
    void g();
    void f();
    void k() override;
};
D<B> d;
";
    expect![[r#"
        6:10 1850 Error
        7:10 1455 Error
        5:10 766 DiscretionaryError
        9:6 322 Error
    "#]]
    .assert_eq(&reported(text, Over::Host, |_| {}));
}

/// What a local class lacks is said at the end of its block, of virtual functions at that of the class.
#[test]
fn members_of_local_classes_are_missed_at_the_end() {
    let text = "\
void f()
{
    struct L { virtual void v(); void m(); } l;
    l.m();
    int *p = 1.0;
}
";
    expect![[r#"
        3:29 329 Warning
        5:14 144 Error
        3:39 329 Warning
    "#]]
    .assert_eq(&reported(text, Over::Host, |_| {}));
}
