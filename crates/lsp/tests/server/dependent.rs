//! Names whose meaning depends on template parameters, and names at places that have a grammar of their own: what is known of them is said.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::client::Client;

/// Where each name leads that `^` stands behind, in front of the name's last letter: its line and column, and what hovering says first.
pub(crate) fn check(text: &str, want: Expect) {
    check_in("", text, want);
}

/// The same in a project.
pub(crate) fn check_in(project: &str, text: &str, want: Expect) {
    let mut client = Client::new(project);
    let plain: String = text.replace('^', "");
    std::fs::write(client.path("a.cu"), &plain).expect("a file");
    client.open("a.cu", &plain);
    let mut out = String::new();
    for (number, line) in text.lines().enumerate() {
        for (nth, (at, _)) in line.match_indices('^').enumerate() {
            let params = json!({
                "textDocument": client.document("a.cu"),
                "position": { "line": number, "character": at - nth },
            });
            let places = client.request("textDocument/definition", params.clone());
            let hover = client.request("textDocument/hover", params);
            let said = hover["contents"]["value"].as_str().unwrap_or("nothing");
            let said = said.lines().find(|l| !l.starts_with("```")).unwrap_or("");
            out.push_str(&format!("{}: {said}\n", word(line, at)));
            for place in places.as_array().unwrap_or(&vec![]) {
                out.push_str(&format!("    {}\n", at_line(place, &plain)));
            }
        }
    }
    want.assert_eq(&out);
    client.end();
}

/// The word in front of a byte, and what goes on behind the mark there.
fn word(line: &str, at: usize) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let before = line[..at].rsplit(|c| !is_word(c)).next().unwrap_or("");
    let behind = line[at + 1..].split(|c| !is_word(c)).next().unwrap_or("");
    format!("{before}{behind}")
}

fn at_line(place: &Value, text: &str) -> String {
    let start = &place["range"]["start"];
    let line = start["line"].as_u64().expect("a line") as usize;
    let own = text.lines().nth(line).unwrap_or("");
    let column = start["character"].as_u64().expect("a column") as usize;
    format!("{line}: {}|{}", &own[..column], &own[column..])
}

#[test]
fn members_of_the_current_instantiation_and_of_bases_are_known() {
    check(
        "\
template <class T> struct Base { T size; template <int N> T get(); using Index = int; struct Cell { T value; }; };
template <class T> struct Grid : Base<T> {
    T data[4];
    T sum() const;
    typename Base<T>::Ind^ex at;
    struct Inner { int deep(); };
    T twice() { return this->si^ze + dat^a[0] + this->template ge^t<1>(); }
};
template <class T> T Gri^d<T>::sum() const { return dat^a[0] + su^m(); }
template <class T> int Grid<T>::Inn^er::de^ep() { return 1; }
template <class T> T use(Grid<T> &g, Base<T> *b, T t) {
    typename Base<T>::Ce^ll c;
    return g.dat^a[0] + g.si^ze + b->si^ze + c.val^ue + t.what^ever;
}
",
        expect![[r#"
            Index: using Base<T>::Index = int
                0: template <class T> struct Base { T size; template <int N> T get(); using |Index = int; struct Cell { T value; }; };
            size: T Base<T>::size
                0: template <class T> struct Base { T |size; template <int N> T get(); using Index = int; struct Cell { T value; }; };
            data: T Grid<T>::data[4]
                2:     T |data[4];
            get: T Base<T>::get()
                0: template <class T> struct Base { T size; template <int N> T |get(); using Index = int; struct Cell { T value; }; };
            Grid: struct Grid<T>
                1: template <class T> struct |Grid : Base<T> {
            data: T Grid<T>::data[4]
                2:     T |data[4];
            sum: T Grid<T>::sum() const
                8: template <class T> T Grid<T>::|sum() const { return data[0] + sum(); }
            Inner: struct Grid<T>::Inner
                5:     struct |Inner { int deep(); };
            deep: int deep()
                9: template <class T> int Grid<T>::Inner::|deep() { return 1; }
            Cell: struct Base<T>::Cell
                0: template <class T> struct Base { T size; template <int N> T get(); using Index = int; struct |Cell { T value; }; };
            data: T Grid<T>::data[4]
                2:     T |data[4];
            size: T Base<T>::size
                0: template <class T> struct Base { T |size; template <int N> T get(); using Index = int; struct Cell { T value; }; };
            size: T Base<T>::size
                0: template <class T> struct Base { T |size; template <int N> T get(); using Index = int; struct Cell { T value; }; };
            value: T Base<T>::Cell::value
                0: template <class T> struct Base { T size; template <int N> T get(); using Index = int; struct Cell { T |value; }; };
            whatever: nothing
        "#]],
    );
}

#[test]
fn members_of_a_plain_class_are_not_taken_for_the_class() {
    check(
        "\
struct Shape { Shape(int n); int sides; };
struct Stack : Shape {
    int items[16];
    int top;
    Stack(int top);
    int pop();
};
Sta^ck::Stack(int top) : Sha^pe(top), item^s{}, to^p{to^p} {}
int Sta^ck::pop() { return to^p ? item^s[--to^p] + side^s : th^is->top; }
namespace out { namespace in { struct A { static int v; struct B { int f(); }; }; } }
int out::i^n::A^::v = 1;
int o^ut::in::A::B^::f() { return v^; }
",
        expect![[r#"
            Stack: struct Stack
                1: struct |Stack : Shape {
            Shape: struct Shape
                0: struct |Shape { Shape(int n); int sides; };
            items: int Stack::items[16]
                2:     int |items[16];
            top: int Stack::top
                3:     int |top;
            top: int top
                7: Stack::Stack(int |top) : Shape(top), items{}, top{top} {}
            Stack: struct Stack
                1: struct |Stack : Shape {
            top: int Stack::top
                3:     int |top;
            items: int Stack::items[16]
                2:     int |items[16];
            top: int Stack::top
                3:     int |top;
            sides: int Shape::sides
                0: struct Shape { Shape(int n); int |sides; };
            this: Stack *
                1: struct |Stack : Shape {
            in: namespace out::in
                9: namespace out { namespace |in { struct A { static int v; struct B { int f(); }; }; } }
            A: struct out::in::A
                9: namespace out { namespace in { struct |A { static int v; struct B { int f(); }; }; } }
            out: namespace out
                9: namespace |out { namespace in { struct A { static int v; struct B { int f(); }; }; } }
            B: struct out::in::A::B
                9: namespace out { namespace in { struct A { static int v; struct |B { int f(); }; }; } }
            v: int out::in::A::v
                10: int out::in::A::|v = 1;
        "#]],
    );
}

#[test]
fn captures_packs_enumerators_and_namespaces_are_known() {
    check(
        "\
namespace coop^erative { struct Group {}; }
namespace cg = cooperative;
template <class... Ts> int count(Ts... ts) { return sizeof...(t^s) + sizeof...(T^s); }
int f(int m) {
    enum { N = 96, M = N^ };
    cg^::Group group;
    coopera^tive::Group other;
    auto x = m;
    auto l = [x^ = m, y = &x] { return x^ + *y^ + N^; };
    return l() + count(x, N^);
}
",
        expect![[r#"
            cooperative: namespace cooperative
                0: namespace |cooperative { struct Group {}; }
            ts: Ts... ts
                2: template <class... Ts> int count(Ts... |ts) { return sizeof...(ts) + sizeof...(Ts); }
            Ts: Ts  // template parameter
                2: template <class... |Ts> int count(Ts... ts) { return sizeof...(ts) + sizeof...(Ts); }
            N: N = 96
                4:     enum { |N = 96, M = N };
            cg: namespace cooperative
                1: namespace |cg = cooperative;
            cooperative: namespace cooperative
                0: namespace |cooperative { struct Group {}; }
            x: int x
                8:     auto l = [|x = m, y = &x] { return x + *y + N; };
            x: int x
                8:     auto l = [|x = m, y = &x] { return x + *y + N; };
            y: int *y
                8:     auto l = [x = m, |y = &x] { return x + *y + N; };
            N: N = 96
                4:     enum { |N = 96, M = N };
            N: N = 96
                4:     enum { |N = 96, M = N };
        "#]],
    );
}

#[test]
fn members_of_what_depends_are_offered() {
    let text = "\
template <class T> struct Base { T size; T capacity(); };
template <class T> struct Grid : Base<T> { T data; T cells(); };
template <class T> T f(Grid<T> &g) { return g.$0; }
";
    let mut client = Client::new("");
    client.open("a.cu", text);
    let offered = client.at("textDocument/completion", "a.cu", text);
    let items = offered["items"].as_array().or(offered.as_array()).cloned();
    let items = items.unwrap_or_default();
    let mut names: Vec<&str> = items.iter().filter_map(|i| i["label"].as_str()).collect();
    names.sort_unstable();
    expect!["capacity cells data size"].assert_eq(&names.join(" "));
    client.end();
}
