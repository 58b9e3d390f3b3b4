//! No answer depends on who asked first, nor on which thread: the same questions in other orders have the same answers.

use std::collections::BTreeMap;

use cleave_base_db::{Db, RootDatabase, SourceFile};
use cleave_hir::{DeclKind, item_hir};
use cleave_names::item_id;
use cleave_syntax::{Dialect, Standard};
use expect_test::expect;
use salsa::Setter;

use crate::code::params::own_level;
use crate::{CodeRef, DeclRef, Entity, Ty, eval, function, program, resolve};

/// What is asked of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Asked {
    Problems,
    /// The type of what it declares.
    Type,
    /// The value of the variable that it declares.
    Value,
}

const ASKED: [Asked; 3] = [Asked::Problems, Asked::Type, Asked::Value];

type Question = (u32, Asked);

fn answer(db: &dyn Db, file: SourceFile, (index, asked): Question) -> String {
    let item = item_id(db, file, index);
    if asked == Asked::Problems {
        let problems = program::problems(db, item, program::Extent::All)
            .found
            .iter()
            .map(|p| {
                let token = program::token(db, p).map(|t| t.1);
                format!("{} at {token:?} in {}", p.code.internal(), p.contexts.len())
            });
        return problems.collect::<Vec<_>>().join(", ");
    }
    let hir = item_hir(db, item);
    let Some(&root) = hir.roots.first() else {
        return String::new();
    };
    let decl = DeclRef::at(db, CodeRef::signature(item), root);
    if own_level(db, decl).is_some() {
        return String::new();
    }
    let entity = Entity::new(db, decl, None);
    match (asked, &hir.code[root].kind) {
        (Asked::Type, DeclKind::Alias(_)) => {
            let ty = resolve::alias_type(db, entity).unwrap_or_else(|| Ty::error(db));
            crate::tests::show(db, ty)
        }
        (Asked::Type, DeclKind::Variable(_)) => {
            crate::tests::show(db, function::variable_type(db, entity))
        }
        (Asked::Value, DeclKind::Variable(_)) => match eval::constant_value(db, entity) {
            Some(value) => crate::display::const_text(db, value),
            None => "?".to_owned(),
        },
        _ => String::new(),
    }
}

fn database(text: &str) -> (RootDatabase, SourceFile) {
    let mut db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    let standard = Standard::Cpp20;
    file.set_dialect(&mut db).to(Dialect {
        standard,
        ..Dialect::default()
    });
    (db, file)
}

type Answers = BTreeMap<Question, String>;

fn answers(db: &dyn Db, file: SourceFile, questions: &[Question]) -> Answers {
    let asked = questions.iter().map(|&q| (q, answer(db, file, q)));
    asked.collect()
}

/// Puts questions into another order, which `seed` decides.
fn shuffle(questions: &mut [Question], seed: u64) {
    let mut state = seed;
    for i in (1..questions.len()).rev() {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        questions.swap(i, (state >> 33) as usize % (i + 1));
    }
}

/// The answers in the order of the source, after those in other orders and from two threads were found to be the same.
fn same(text: &str, orders: u64) -> Answers {
    crate::tests::on_big_stack(|| {
        let (db, file) = database(text);
        let count = cleave_names::skeleton(&db, file).items.len() as u32;
        let mut questions: Vec<Question> = (0..count)
            .flat_map(|i| ASKED.map(|asked| (i, asked)))
            .collect();
        let expected = answers(&db, file, &questions);
        questions.reverse();
        let (db, file) = database(text);
        assert_eq!(
            answers(&db, file, &questions),
            expected,
            "backwards: {text}"
        );
        for seed in 0..orders {
            shuffle(&mut questions, seed);
            let (db, file) = database(text);
            let found = answers(&db, file, &questions);
            assert_eq!(found, expected, "order {seed}: {text}");
        }
        for seed in orders..2 * orders {
            shuffle(&mut questions, seed);
            let (db, file) = database(text);
            let (here, there) = questions.split_at(questions.len() / 2);
            let other = db.clone();
            let mut found = std::thread::scope(|scope| {
                let thread = std::thread::Builder::new().stack_size(256 << 20);
                let beside = move || answers(&other, file, there);
                let beside = thread.spawn_scoped(scope, beside).expect("a thread");
                let mut found = answers(&db, file, here);
                found.extend(beside.join().expect("no panic"));
                found
            });
            found.extend(answers(&db, file, &questions));
            assert_eq!(found, expected, "threads {seed}: {text}");
        }
        expected
    })
}

/// The values of a program's variables, whatever order they are asked for in.
fn values(text: &str) -> String {
    values_in(text, 4)
}

/// The same, with so many orders on one thread and on two.
fn values_in(text: &str, orders: u64) -> String {
    let values = same(text, orders)
        .into_iter()
        .filter(|((_, asked), _)| *asked == Asked::Value);
    let known = values.map(|(_, value)| value).filter(|v| !v.is_empty());
    known.collect::<Vec<_>>().join(" ")
}

#[test]
fn templates_that_need_each_other() {
    let found = values(
        "template<int N> struct Odd;
template<int N> struct Even { static constexpr bool v = Odd<N - 1>::v; };
template<> struct Even<0> { static constexpr bool v = true; };
template<int N> struct Odd { static constexpr bool v = Even<N - 1>::v; };
template<> struct Odd<0> { static constexpr bool v = false; };
constexpr bool a = Even<7>::v;
constexpr bool b = Odd<7>::v;
constexpr bool c = Even<8>::v;
template<class T> struct L { typename T::R *next; using V = int; };
struct S;
struct R1 { using R = L<R1>; using V = L<R1>::V; };
L<R1> l;
constexpr auto d = sizeof(L<R1>) == sizeof(void *);",
    );
    expect!["false true true ? true"].assert_eq(&found);
}

#[test]
fn deduced_return_types() {
    let found = values(
        "inline constexpr auto f(int n);
inline constexpr auto g(int n) { return n + 1L; }
inline constexpr auto f(int n) { return g(n) + 1; }
inline constexpr auto h(int n) { if (n == 0) return 0L; return h(n - 1) + 2; }
template<int N> constexpr auto even() { if constexpr (N == 0) return true; else return !even<N - 1>(); }
constexpr auto a = f(1);
constexpr auto b = h(4);
constexpr auto c = even<9>();
constexpr auto d = g(5);
constexpr auto e = even<10>();
constexpr auto i = [](auto n) { return n + 1; };
constexpr auto j = i(3L);",
    );
    expect!["3L 8L false 6L true const lambda [](auto)->auto{} 4L"].assert_eq(&found);
}

#[test]
fn classes_whose_members_need_each_other() {
    let found = values(
        "struct A;
struct B { static constexpr int size(A *a); int x; A *a; };
struct A { B b; static constexpr int n = sizeof(B); int m[n]; };
constexpr int B::size(A *) { return sizeof(A); }
constexpr int a = B::size(nullptr);
constexpr int b = A::n;
template<class T> struct C { T *t; static constexpr int n = sizeof(typename T::E); };
struct D : C<D> { struct E { int i[2]; }; };
constexpr int c = D::n;
constexpr int d = C<D>::n;
struct F { enum { x = 3, y = x + 1 }; int z[y]; F *next; decltype(y) w() const; };
constexpr int e = sizeof(F);
template<class T> struct G { friend constexpr int get(G) { return sizeof(T); } };
struct H : G<int> { };
constexpr int f = get(H());
constexpr int g = get(G<long>());",
    );
    expect!["80 16 8 8 24 4 8"].assert_eq(&found);
}

#[test]
fn recursive_constants() {
    let found = values(
        "constexpr int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
constexpr bool odd(int n);
constexpr bool even(int n) { return n == 0 || odd(n - 1); }
constexpr bool odd(int n) { return n != 0 && even(n - 1); }
constexpr int a = factorial(5);
constexpr int b = factorial(12);
constexpr bool c = even(20);
constexpr bool d = odd(20);
template<int N> struct F { static constexpr long v = F<N - 1>::v + F<N - 2>::v; };
template<> struct F<0> { static constexpr long v = 0; };
template<> struct F<1> { static constexpr long v = 1; };
constexpr long e = F<30>::v;
constexpr long f = F<40>::v;
constexpr int endless(int n) { return endless(n + 1); }
constexpr int g = endless(0);
constexpr int h = factorial(3);",
    );
    expect!["120 479001600 true false 832040L 102334155L ? 6"].assert_eq(&found);
}

#[test]
fn substitution_failures() {
    let found = values(
        "template<bool B, class T = void> struct enable { };
template<class T> struct enable<true, T> { using type = T; };
template<int N> constexpr typename enable<(N > 0), int>::type f(int) { return f<N - 1>(0) + 1; }
template<int N> constexpr typename enable<(N == 0), int>::type f(int) { return 0; }
constexpr int a = f<1>(0);
template<class T> constexpr auto has(T *t) -> decltype(t->size(), true) { return true; }
constexpr bool has(...) { return false; }
struct S { int size(); };
struct N { };
constexpr bool b = has((S *)nullptr);
constexpr bool c = has((N *)nullptr);
template<class T> concept Sized = requires(T t) { t.size(); };
template<class T> constexpr int g(T) { return 1; }
template<Sized T> constexpr int g(T) { return 2; }
constexpr int d = g(S());
constexpr int e = g(N());
template<class T, class = void> struct V { static constexpr int v = 0; };
template<class T> struct V<T, decltype((void)T::v)> { static constexpr int v = T::v + 1; };
constexpr int h = V<V<V<S>>>::v;
constexpr int i = V<V<S>>::v;",
    );
    expect!["? true false 2 1 2 1"].assert_eq(&found);
}

/// Far away ends are reached from wherever one starts.
#[test]
fn deep_ends() {
    let chains = [
        // By enumerators, bases, static members, deduced types and aliases.
        "template<int N> struct P { enum { v = P<N - 1>::v + 1 }; };
template<> struct P<0> { enum { v }; };
template<int N> constexpr int v = P<N>::v;",
        "template<int N> struct P : P<N - 1> { static constexpr int n = N; };
template<> struct P<0> { static constexpr int zero = 0; };
template<int N> constexpr int v = P<N>::n + P<N>::zero;",
        "template<int N> struct P { static constexpr int n = P<N - 1>::n + 1; };
template<> struct P<0> { static constexpr int n = 0; };
template<int N> constexpr int v = P<N>::n;",
        "template<int N> constexpr auto f() { if constexpr (N == 0) return 0; else return f<N - 1>(); }
template<int N> constexpr int v = sizeof(f<N>()) + N - 4;",
        "template<int N> struct P { using type = typename P<N - 1>::type; };
template<> struct P<0> { using type = int; };
template<int N> constexpr int v = sizeof(typename P<N>::type) + N - 4;",
    ];
    for chain in chains {
        let text = format!(
            "{chain}
constexpr int a = v<150>;
constexpr int b = v<1000>;
constexpr int c = v<199>;
constexpr int d = v<250>;"
        );
        assert_eq!(values(&text), "150 1000 199 250", "{chain}");
    }
}

/// Where there is no end, what has nothing to do with it is answered, and an end that others reach is reached.
#[test]
fn no_end() {
    let chains = [
        "template<int N> struct A : A<N + 1> { static constexpr int n = 0; };",
        "template<int N> struct A { enum { n = A<N + 1>::n }; };",
        "template<int N> struct A { static constexpr int n = A<N + 1>::n; };",
        "template<int N> constexpr auto f() { return f<N + 1>(); }
template<int N> struct A { static constexpr int n = f<N>(); };",
        "template<int N> struct A { typename A<N + 1>::type t; static constexpr int n = sizeof(t); };",
        // Each needs two others.
        "template<int N> struct A { enum { n = A<2 * N + 1>::n + A<2 * N + 2>::n }; };",
    ];
    let mut out = String::new();
    for chain in chains {
        let text = format!(
            "{chain}
template<int N> struct P {{ enum {{ v = P<N - 1>::v + 1 }}; }};
template<> struct P<0> {{ enum {{ v }}; }};
constexpr int a = A<0>::n;
struct S {{ int i; constexpr S(int i) : i(i) {{ }} }};
constexpr int f(int n) {{ return S(n).i + P<3>::v; }}
constexpr int b = P<20>::v;
constexpr int c = A<1>::n;
constexpr int d = f(2);
int g(S s) {{ return s.j; }}
constexpr int e = sizeof(S);"
        );
        // It takes a while to find that there is no end.
        out += &values_in(&text, 1);
        out.push('\n');
    }
    expect![[r#"
        0 20 0 5 4
        ? 20 ? 5 4
        ? 20 ? 5 4
        ? 20 ? 5 4
        ? 20 ? 5 4
        ? 20 ? 5 4
    "#]]
    .assert_eq(&out);
}
