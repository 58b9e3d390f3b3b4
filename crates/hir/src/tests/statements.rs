use expect_test::expect;

use super::show;

#[test]
fn statements() {
    expect![[r#"
        struct A;
        fn f: ([] -> int)
          block
            if (> x 0)
              var x: int = 1
              (call a)
            else
              if constexpr y
                (call b)
              else
                (call c)
            if consteval
              block
            if !consteval
              block
            else
              ;
            switch v
              [placeholder] var v: auto = (call g)
              block
                case 1
                  case 2 ... 3
                    break
                default
                  continue
            while
              var i: int = (call h)
              block
            do while (< x 3)
              (post++ x)
            for (< i 3)
              var i: int = 0
              var p: (* int) = q
              step (, (++ i) (-- j))
              block
            for
              ;
            for in map
              [placeholder] bindings[k v]: (&& auto)
              block
            for in {1, 2}
              var n: int = 1
              var e: (& (const int))
              block
            label label
              goto label
            goto (* p)
            label end
              ;
            try
              block
                (throw 1)
            catch e: (& (const E))
              block
            catch ...
              block
            using namespace std
            using A::x
            namespace q = N
            [typedef] alias T = int
            alias U = T
            static_assert true
            unlikely
            if x
              (call a)
            else
              (call b)
            likely
            while x
              block
                (call a)
                (call b)
            for x
              block
                (call a)
                (call b)
            return 1
            co_return x
            return {1, 2}
            asm "add" volatile out "=r" a out "+l" b [c] in "r" c clobber "memory"
            asm "nop" basic
            asm "y" volatile goto in "r" a label label label end
            unroll
            for
              block
            label again
              unroll (paren 7)
              do while x
                block
            block
            while x
              ;
            __shared__
            block
              var s: ([] int 4)
            [static] @shared var t: ([] float 2)
            var a: int (1)
            var b: int {2}
            var c: int = 3
            [extern] var d: int
            fn e: ([int] -> int)
            struct S
              var x: int
            var s2: (defined S)
            [placeholder] bindings[m n]: auto = s2
            enum
              z
            var local: T (1)
            var ptr: (* T) = x
            (* a b)
            block
    "#]].assert_eq(&show(
        "struct A;
int f() {
    if (int x = 1; x > 0) a(); else if constexpr (y) b(); else c();
    if consteval { } if !consteval { } else ;
    switch (auto v = g(); v) { case 1: case 2 ... 3: break; default: continue; }
    while (int i = h()) { } do x++; while (x < 3);
    for (int i = 0, *p = q; i < 3; ++i, --j) { } for (;;) ;
    for (auto &&[k, v] : map) { } for (int n = 1; const int &e : {1, 2}) { }
    label: goto label; goto *p; end: ;
    try { throw 1; } catch (const E &e) { } catch (...) { }
    using namespace std; using A::x; namespace q = N; typedef int T; using U = T; static_assert(true);
    if (x) [[unlikely]] a(); else b(); while (x) { [[likely]] a(); b(); } for (;x;) { a(); [[likely]] b(); }
    [[likely]] return 1; co_return x; return {1, 2};
    asm volatile(\"add\" : \"=r\"(a), \"+l\"(b) : [c] \"r\"(c) : \"memory\");
    asm(\"nop\"); asm volatile goto(\"y\" :: \"r\"(a) :: label, end);
#pragma unroll
    for (;;) {}
#pragma unroll (N + 1) // twice
    again: _Pragma(\"unroll 2\")
#pragma unroll 7
    do {} while (x);
#pragma unroll 8
    {}
#pragma unroll 4 5
    while (x) ;
    __shared__ int s[4]; static __attribute__((shared)) float t[2];
    int a(1), b{2}, c = 3; extern int d; int e(int); struct S { int x; } s2; auto [m, n] = s2; enum { z };
    T(local)(1); T *ptr = x; a * b;
    {}
}
",
    ));
}

/// A chain as long as the parser takes leads to no deep recursion.
#[test]
fn long_chains() {
    let long = format!("int x = 1{};", " + 1".repeat(3_000));
    assert_eq!(super::missing(&long), 0);
    let calls = format!("int x = a{};", ".b(1)".repeat(1_500));
    assert_eq!(super::missing(&calls), 0);
    let labels = format!(
        "void f() {{ switch (x) {{ {} ; }} }}",
        "case 1: ".repeat(200)
    );
    assert_eq!(super::missing(&labels), 0);
}

/// As deep as the parser goes, on an eighth of the stack that the driver gives.
#[test]
fn deep_nesting() {
    let thread = std::thread::Builder::new().stack_size(64 << 20);
    let done = thread.spawn(nest_deeply).expect("a thread").join();
    assert!(done.is_ok());
}

fn nest_deeply() {
    let nested = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(600), close.repeat(600))
    };
    for text in [
        format!("int x = {};", nested("(", "1", ")")),
        format!("int x = {};", nested("f(", "1", ")")),
        format!("int x = {};", nested("- ", "1", "")),
        format!("int x = {};", nested("{", "1", "}")),
        format!("A{} x;", nested("<B", "", ">")),
        format!("int {};", nested("(*", "x", ")(int)")),
        format!("void f() {{ {} }}", nested("{", ";", "}")),
        format!("void f() {{ {} }}", nested("if (x) ", ";", "")),
        format!("void f() {{ {} }}", nested("[] {", "", "};")),
        nested("struct A {", "int x;", "};"),
        nested("template <class T> ", "int x;", ""),
        format!("void f() {{ {} }}", nested("if (x) ; else ", ";", "")),
    ] {
        // What is too deep is missing.
        super::missing(&text);
    }
}
