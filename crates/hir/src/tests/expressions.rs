use expect_test::expect;

use super::show;

#[test]
fn operators() {
    expect![[r#"
        fn f: ([] -> void)
          block
            (= a (+= b (>>= c (>> (<< d e) g))))
            (, (, (, (, (- (+ a (* b (- c))) (% (~ d) (! e))) (++ f)) (post-- h)) (* p)) (& q))
            (|| (&& (> (>= (<=> x y) z) w) u) (&& v t))
            (? c a (?: b d))
            (->* (.* a b) c)
            (paren (, a b))
            (index (index a 1) 2 3)
            (extension 1)
            (real z)
            (label label)
            (throw)
            (throw 1)
    "#]]
    .assert_eq(&show(
        "void f() {
    a = b += c >>= d << e >> g;
    a + b * -c - ~d % !e, ++f, h--, *p, &q;
    x <=> y >= z > w && u || v and t;
    c ? a : b ?: d;
    a.*b->*c;
    (a, b);
    a[1][2, 3];
    __extension__ 1; __real__ z; &&label;
    throw; throw 1;
}
",
    ));
}

#[test]
fn the_rest() {
    expect![[r#"
        struct T;
        fn f: ([] -> void)
          block
            (cast T x)
            (cast (* int) p)
            (braced ([] int 2) {1, 2})
            (call T 1 2)
            (make int 3)
            (braced T {4})
            (braced X<int> {.a = 1, .b = {2}, .c.d = 3})
            (make T::x 1)
            (static_cast int x)
            (const_cast (& int) x)
            (dynamic_cast (* A) x)
            (reinterpret_cast X<X<int>> x)
            (sizeof-type int)
            (sizeof x)
            (sizeof (paren x))
            (sizeof... xs)
            (alignof-type int)
            (alignof (paren x))
            (typeid-type int)
            (typeid x)
            (noexcept (call f))
            (new int)
            (new ([] int 3) at <p> {1, 2})
            (::new T (1))
            (new (* int) (p))
            (delete p)
            (::delete[] p)
            (fold + xs ...)
            (fold-left && ... xs)
            (fold-left + xs 0)
            (requires [x: int] (+ x 1); typename T::y; {x} noexcept -> C<int>; requires true;)
            (statements 
              block
                var y: int = 1
                y)
            (call g xs... {1, 2} {})
            (trait __is_same int T)
            (trait __is_base_of A B)
            (trait __is_constructible T Ts...)
            (offsetof T (. a b))
            (va_arg int l)
            (bit_cast int x)
            (trait __builtin_types_compatible_p int long)
            (-> this x)
            (->* p q)
            (launch k <grid block 0 s> a b)
            (launch k<int> <1 2>)
            var arr: ([] int) = {[0] = 1, [1 ... 2] = 3}
            [placeholder] var da: decltype(auto) = x
            [placeholder] var pa: (* auto) = (& x)
            if
              var fp: (* ([int] -> int)) = g
              block
    "#]].assert_eq(&show(
        "struct T;
void f() {
    (T)x; (int *)p; (int[2]){1, 2}; T(1, 2); int(3); T{4}; X<int>{.a = 1, .b{2}, .c.d = 3}; typename T::x(1);
    static_cast<int>(x); const_cast<int &>(x); dynamic_cast<A *>(x); reinterpret_cast<X<X<int>>>(x);
    sizeof(int); sizeof x; sizeof(x); sizeof...(xs); alignof(int); __alignof__(x); typeid(int); typeid(x); noexcept(f());
    new int; new (p) int[3]{1, 2}; ::new T(1); new (int *)(p); delete p; ::delete[] p;
    (xs + ...); (... && xs); (xs + ... + 0);
    requires (int x) { x + 1; typename T::y; { x } noexcept -> C<int>; requires true; };
    ({ int y = 1; y; });
    g(xs..., {1, 2}, {});
    __is_same(int, T); __is_base_of(A, B); __is_constructible(T, Ts...);
    __builtin_offsetof(T, a.b); __builtin_va_arg(l, int); __builtin_bit_cast(int, x); __builtin_types_compatible_p(int, long);
    this->x; p->*q;
    k<<<grid, block, 0, s>>>(a, b); k<int><<<1, 2>>>();
    int arr[] = {[0] = 1, [1 ... 2] = 3};
    decltype(auto) da = x; auto *pa = &x;
    if (int (*fp)(int) = g) {}
}
",
    ));
}

/// Each expression with the token that it is pointed at by, checked against the reference's carets.
#[test]
fn points() {
    let text = "void f() { struct T { int k; }; N::g<int>(a + b[1], c ? s.m : p->N::q, T{1}, (int)x++, -y, i ->* j, new T(2)); }";
    expect![[r#"
        N::g<int>  @ g
        a  @ a
        b  @ b
        1  @ 1
        b[1]  @ [
        a + b[1]  @ +
        c  @ c
        s  @ s
        s.m  @ m
        p  @ p
        p->N::q  @ q
        c ? s.m : p->N::q  @ :
        1  @ 1
        {1}  @ {
        T{1}  @ {
        x  @ x
        x++  @ ++
        (int)x++  @ (
        y  @ y
        -y  @ -
        i  @ i
        j  @ j
        i ->* j  @ ->*
        2  @ 2
        new T(2)  @ new
        N::g<int>(a + b[1], c ? s.m : p->N::q, T{1}, (int)x++, -y, i ->* j, new T(2))  @ N
    "#]]
    .assert_eq(&super::points(text));
}

#[test]
fn sides_of_folds() {
    expect![[r#"
        template<...T: type, ...N: value int> fn f: ([t: (... T)] -> int)
          block
            (fold + t ...)
            (fold-left + ... (call g t))
            (fold-left + 0 t)
            (fold + t 0)
            (fold-left + (call h t...) t)
            (fold-left + (sizeof... T) N)
            (lambda [...u = t] 
              block
                (fold-left << s u))
    "#]].assert_eq(&show(
        "template <class... T, int... N> int f(T... t) {
    (t + ...); (... + g(t)); (0 + ... + t); (t + ... + 0); (h(t...) + ... + t); (sizeof...(T) + ... + N);
    [...u = t] { (s << ... << u); };
}
",
    ));
}

#[test]
fn lambdas() {
    expect![[r#"
        [placeholder] var l: auto = (lambda [] 
          block
            return 1)
        fn f: ([] -> void)
          block
            [placeholder] var a: auto = (lambda [=, &x, this, y = 3, &z = w, ...p = q, rs...] ([a: int, b: auto] ->> int noexcept) mutable 
              block
                return a)
            [placeholder] var b: auto = (lambda [&] @device @host ([i: int] -> _) 
              block
                (= (index p i) i))
            [placeholder] var c: auto = (lambda [] template<T: type, N: value int> ([t: T] -> _ (requires C<T>)) constexpr 
              block
                (call (lambda [*this] 
                  block
                    return 2)))
            [placeholder] var d: auto = (lambda [] template<T: type> (requires C<T>) ([t: T] -> _) 
              block)
            [placeholder] var e: auto = (lambda [] @nodiscard ([] -> _) static 
              block
                struct L
                  var m: int = 1
                  fn g: ([] -> void)
                    block
                      (call h))
        fn g: ([x: int = (call (lambda [] 
          block
            return 4))] -> int)
        struct S
          var m: int = (call (lambda [this] 
            block
              return 1))
    "#]].assert_eq(&show(
        "auto l = [] { return 1; };
void f() {
    auto a = [=, &x, this, y = 3, &z = w, ...p = q, rs...](int a, auto b) mutable noexcept -> int { return a; };
    auto b = [&] __attribute__((device)) __attribute__((host)) (int i) { p[i] = i; };
    auto c = []<class T, int N>(T t) requires C<T> constexpr { [*this] { return 2; }(); };
    auto d = []<class T> requires C<T> (T t) {};
    auto e = [] [[nodiscard]] () static { struct L { int m = 1; void g() { h(); } }; };
}
int g(int x = [] { return 4; }());
struct S { int m = [this] { return 1; }(); };
",
    ));
}
