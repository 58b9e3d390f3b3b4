//! What holds for every input: nothing is lost, nothing panics, nothing runs away.

use cleave_syntax::{
    Bodies, Dialect, Entry, Lexed, NameClass, NameQuery, Names, NoNames, Parse, ParseMode,
    Standard, SyntaxErrorKind, SyntaxKind, parse_item,
};

const EVERYTHING: &str = include_str!("data/every_production.cu");

fn dialect() -> Dialect {
    Dialect {
        standard: Standard::Cpp23,
        ..Dialect::default()
    }
}

fn parse(text: &str, bodies: Bodies) -> Parse {
    let lexed = Lexed::new(text);
    let parse = parse_item(
        text,
        &lexed,
        Entry::TranslationUnit,
        &dialect(),
        &NoNames,
        ParseMode { bodies },
    );
    assert_eq!(parse.syntax().text().to_string(), text, "lossless");
    parse
}

fn error_texts(text: &str) -> Vec<String> {
    let parse = parse(text, Bodies::Full);
    parse
        .syntax()
        .descendants()
        .filter(|node| node.kind() == SyntaxKind::ERROR)
        .map(|node| node.text().to_string())
        .collect()
}

#[test]
fn every_production_is_read() {
    let lexed = Lexed::new(EVERYTHING);
    for bodies in [Bodies::Full, Bodies::Lazy] {
        if let Some(error) = parse(EVERYTHING, bodies).errors.first() {
            let at = error.token as usize;
            let around: Vec<&str> = (at.saturating_sub(8)..at + 4)
                .map(|i| lexed.text(EVERYTHING, i))
                .collect();
            panic!("{:?} in {}", error.kind, around.join(" "));
        }
    }
    assert_eq!(error_texts(EVERYTHING), [""; 0]);
}

/// Every node kind that the grammar names is made by some input of these tests, except the ones listed.
#[test]
fn every_node_kind_is_made() {
    let mut made: Vec<SyntaxKind> = parse(EVERYTHING, Bodies::Full)
        .syntax()
        .descendants()
        .map(|node| node.kind())
        .collect();
    made.extend(
        parse("[[x]]; 1 2", Bodies::Full)
            .syntax()
            .descendants()
            .map(|node| node.kind()),
    );
    made.push(SyntaxKind::ITEM_ROOT);
    let missing: Vec<_> = SyntaxKind::ALL
        .iter()
        .filter(|kind| !kind.is_token() && !made.contains(kind))
        .map(|kind| format!("{kind:?}"))
        .collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn lazy_bodies_are_single_tokens() {
    let text = "void f() { a b c } struct S { S() : x(1) { } void g() try : y{2} { } catch (...) { } int x = [] { return 1; }(); };";
    let parse = parse(text, Bodies::Lazy);
    assert_eq!(parse.errors, []);
    let bodies: Vec<String> = parse
        .syntax()
        .descendants_with_tokens()
        .filter(|element| element.kind() == SyntaxKind::LAZY_BODY)
        .map(|element| element.to_string())
        .collect();
    assert_eq!(
        bodies,
        [
            "{ a b c }",
            "{ }",
            "try : y{2} { } catch (...) { }",
            "{ return 1; }"
        ]
    );
    for body in bodies.iter().skip(1) {
        let lexed = Lexed::new(body);
        let parse = cleave_syntax::parse_lazy_body(
            body,
            &lexed,
            &dialect(),
            &NoNames,
            ParseMode::default(),
        );
        assert_eq!(parse.errors, [], "{body}");
        assert_eq!(parse.syntax().text().to_string(), *body);
    }
}

/// Deletes, doubles and swaps tokens; the results of an odd-looking generator, but the same in every run.
#[test]
fn broken_input_is_survived() {
    let pieces: Vec<&str> = EVERYTHING
        .split_inclusive([' ', '\n', '(', ')', '<', '>', ';', '{', '}', ','])
        .collect();
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut random = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n as u64) as usize
    };
    for _ in 0..150 {
        let mut broken = pieces.clone();
        for _ in 0..1 + random(6) {
            let (a, b) = (random(broken.len()), random(broken.len()));
            match random(3) {
                0 => drop(broken.remove(a)),
                1 => broken.insert(a, pieces[b]),
                _ => broken.swap(a, b),
            }
        }
        let text = broken.concat();
        parse(&text, Bodies::Full);
        parse(&text, Bodies::Lazy);
    }
    for cut in (0..EVERYTHING.len()).step_by(97) {
        parse(&EVERYTHING[..cut], Bodies::Full);
        parse(&EVERYTHING[cut..], Bodies::Full);
    }
}

#[test]
fn an_error_does_not_swallow_what_follows() {
    let kept = |text: &str| {
        let parse = parse(text, Bodies::Full);
        assert_ne!(parse.errors, [], "{text}");
        let found = parse
            .syntax()
            .descendants()
            .filter(|node| {
                matches!(
                    node.kind(),
                    SyntaxKind::FUNCTION_DEFINITION | SyntaxKind::RETURN_STATEMENT
                )
            })
            .any(|node| {
                node.text().to_string().starts_with("void good")
                    || node.kind() == SyntaxKind::RETURN_STATEMENT
            });
        assert!(found, "{text}");
    };
    for broken in [
        "int x",
        "int x = ;",
        "int 5;",
        "struct S { int ; 3 };",
        "struct S { int x }",
        "f(;",
        "@",
        "}",
        "using = 3;",
    ] {
        kept(&format!("{broken}\nvoid good() {{}}"));
    }
    for broken in [
        "x = ;",
        "if (",
        "for (;",
        "f(1, ;",
        "int y = 3",
        "@ @;",
        "case;",
        "a b c d;",
    ] {
        kept(&format!("int f() {{ {broken}\nreturn 1; }}"));
    }
}

#[test]
fn deep_nesting_is_cut() {
    let deep = |open: &str, middle: &str, close: &str| {
        let text = format!(
            "int x = {}{middle}{};",
            open.repeat(4_000),
            close.repeat(4_000)
        );
        parse(&text, Bodies::Full)
    };
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("f(", "1", ")"),
        ("{", "1", "}"),
        ("[]{ return ", "1", ";}"),
        ("a<", "1", ">"),
        ("-", "1", ""),
        ("(int)", "1", ""),
    ] {
        let parse = deep(open, middle, close);
        // Too deep for template arguments, `a<` is taken for a comparison.
        let too_deep = parse
            .errors
            .iter()
            .any(|error| error.kind == SyntaxErrorKind::TooDeep);
        assert!(
            too_deep || open == "a<" && !parse.errors.is_empty(),
            "{open}"
        );
    }
    for text in [
        format!("void f() {{ {} }}", "if (a) ".repeat(4_000)),
        format!("void f() {{ {} ; }}", "else if (a) ; ".repeat(4_000)),
        format!("void f() {{ {} }}", "{".repeat(4_000)),
        format!("int {}x;", "(*".repeat(4_000)),
        "namespace a { ".repeat(4_000),
        "struct a { ".repeat(4_000),
        "template <class = ".repeat(4_000),
        "decltype(".repeat(4_000),
        "A<".repeat(4_000),
        format!("int x = 1{};", " + 1".repeat(4_000)),
        format!("int x = a{};", "(1)".repeat(4_000)),
        format!("int x{};", "[1]".repeat(2_000)),
    ] {
        parse(&text, Bodies::Full);
    }
}

/// Texts whose brackets do not match at all. Each look for a partner or for a place to go on would reach to the end of the
/// text; without a bound on all of them together these take minutes.
#[test]
fn hopeless_brackets_take_no_longer_than_others() {
    for part in [
        "(",
        "[",
        "{",
        "int x = a<(\n",
        "(T)(",
        "A<B(",
        "[[x(",
        "__attribute__((x(",
        ") ] } (",
        "} {",
        "x[a<(b",
        "f({[( ",
        "g(;\n",
        "int a(b(",
        "enum { a = (",
    ] {
        for around in ["int x = ", "", "void f() { "] {
            let text = format!("{around}{}1;\nint y;", part.repeat(8_000));
            assert!(!parse(&text, Bodies::Full).errors.is_empty(), "{part}");
            assert!(
                !cleave_syntax::skeleton::Skeleton::new(&text)
                    .errors
                    .is_empty(),
                "{part}"
            );
        }
    }
}

/// Chains that real generated code has stay whole.
#[test]
fn long_chains_are_no_nesting() {
    for text in [
        format!("void f() {{ if (a) ; {} }}", "else if (a) ; ".repeat(1_000)),
        format!(
            "void f() {{ switch (x) {{ {} ; }} }}",
            "case 1: ".repeat(1_000)
        ),
        format!("int x = 1{};", " + 1".repeat(2_000)),
        format!("int x[] = {{ {} }};", "1, ".repeat(50_000)),
    ] {
        assert_eq!(parse(&text, Bodies::Full).errors, []);
    }
}

/// A parse depends on the names that it asks about, so it must not ask without need.
#[test]
fn only_ambiguous_names_are_asked() {
    struct Recorder(std::cell::RefCell<Vec<String>>);
    impl Names for Recorder {
        fn classify(&self, query: &NameQuery<'_>) -> NameClass {
            let path = query.path.join("::");
            self.0.borrow_mut().push(path.clone());
            if path == "type" {
                NameClass::Type
            } else {
                NameClass::Unknown
            }
        }
    }
    let asked = |text: &str| {
        let names = Recorder(Default::default());
        let lexed = Lexed::new(text);
        parse_item(
            text,
            &lexed,
            Entry::Declaration,
            &dialect(),
            &names,
            ParseMode::default(),
        );
        let mut asked = names.0.into_inner();
        asked.dedup();
        asked.join(" ")
    };
    assert_eq!(
        asked(
            "void f(int n) { g(n, 1); x.y = h[n] + z; T t; for (int i = 0; i < n; ++i) k(i + 1); }"
        ),
        ""
    );
    // Where nothing declares `ns` that is no declaration.
    assert_eq!(asked("void f() { ns::U u = v; }"), "ns");
    // A declaration of d in parentheses, or a call.
    assert_eq!(
        asked("void f() { a * b; (c)(d); ns::e<1>(2); g(d); }"),
        "a c ns::e g"
    );
}

#[test]
fn numbers() {
    let numbers = |text: &str| -> Vec<u16> {
        parse(text, Bodies::Full)
            .errors
            .iter()
            .filter_map(|error| Some(error.kind.code()?.internal()))
            .collect()
    };
    assert_eq!(numbers("int x = ;"), [29]);
    assert_eq!(numbers("int x"), [65]);
    assert_eq!(numbers("struct A : { };"), [40]);
    assert_eq!(numbers("void f( { }"), [79, 18]);
}

#[test]
fn keywords_of_later_standards_are_names() {
    let errors = |text: &str, standard: Standard| {
        let lexed = Lexed::new(text);
        let dialect = Dialect {
            standard,
            ..Dialect::default()
        };
        parse_item(
            text,
            &lexed,
            Entry::Declaration,
            &dialect,
            &NoNames,
            ParseMode::default(),
        )
        .errors
        .len()
    };
    let new = "int requires = concept + co_await; char8_t consteval;";
    assert_eq!(
        (
            errors(new, Standard::Cpp17),
            errors(new, Standard::Cpp20) > 0
        ),
        (0, true)
    );
    let newer = "int nullptr = noexcept; decltype constexpr;";
    assert_eq!(
        (
            errors(newer, Standard::Cpp03),
            errors(newer, Standard::Cpp11) > 0
        ),
        (0, true)
    );
}

/// What is outside of the item decides where its structure does not.
#[test]
fn outer_names_decide() {
    struct Known;
    impl Names for Known {
        fn classify(&self, query: &NameQuery<'_>) -> NameClass {
            match query
                .path
                .last()
                .copied()
                .unwrap_or_default()
                .chars()
                .next()
            {
                Some('T') => NameClass::Type,
                Some('v') => NameClass::Value,
                Some('f') => NameClass::FunctionTemplate,
                _ => NameClass::Unknown,
            }
        }
    }
    let kinds = |text: &str| -> Vec<SyntaxKind> {
        let lexed = Lexed::new(text);
        let parse = parse_item(
            text,
            &lexed,
            Entry::Statement,
            &dialect(),
            &Known,
            ParseMode::default(),
        );
        assert_eq!(parse.errors, [], "{text}");
        parse.syntax().children().map(|node| node.kind()).collect()
    };
    use SyntaxKind::{EXPRESSION_STATEMENT as EXPR, SIMPLE_DECLARATION as DECL};
    assert_eq!(
        kinds("T * p; v * p; n::T & r; n::v & r; T(x); v(x); T(y) + 1;"),
        [DECL, EXPR, DECL, EXPR, DECL, EXPR, EXPR]
    );
    let calls = |text: &str| {
        let lexed = Lexed::new(text);
        let parse = parse_item(
            text,
            &lexed,
            Entry::Expression,
            &dialect(),
            &Known,
            ParseMode::default(),
        );
        parse.syntax().children().next().map(|node| node.kind())
    };
    assert_eq!(calls("v < a > (b)"), Some(SyntaxKind::BINARY_EXPRESSION));
    assert_eq!(calls("f < a && b > (b)"), Some(SyntaxKind::CALL_EXPRESSION));
    assert_eq!(calls("(T)(a)"), Some(SyntaxKind::CAST_EXPRESSION));
    assert_eq!(calls("(v)(a)"), Some(SyntaxKind::CALL_EXPRESSION));
}
