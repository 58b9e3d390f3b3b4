//! What each kind of lambda becomes, and which templates a file gets.

use cleave_base_db::{HostOptions, HostSettings, RootDatabase, SourceFile};
use expect_test::{Expect, expect};

use crate::host_text;

/// The host text of a file between prologue and trailer.
fn split(text: &str, standard: u32) -> String {
    let db = RootDatabase::default();
    let settings = HostSettings {
        module_id: Some("_id".into()),
        extended_lambda: true,
        standard,
        ..HostSettings::default()
    };
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    let options = HostOptions::new(&db, settings);
    let all = host_text(&db, file, options);
    let start = all.find("# 1 \"a.cu\"\n").expect("first line marker");
    let body = &all[start..];
    let body = &body[body[1..].find("# 1 \"a.cu\"\n").map_or(0, |i| i + 1)..];
    let end = body.find("\n# 1 \"input.cudafe1.stub.c\"");
    body[..end.unwrap_or(body.len())].to_owned()
}

/// `@` stands for `__device__`, `$` for `__host__ __device__`, and a host program for what they become.
fn check(text: &str, want: Expect) {
    let device = "__attribute__((device))";
    let both = "__attribute__((host)) __attribute__((device))";
    let text = text.replace('@', device).replace('$', both);
    want.assert_eq(&split(&format!("# 1 \"a.cu\"\n{text}"), 201703));
}

#[test]
fn captures_of_each_kind() {
    check(
        "int main() { int a, b[2]; auto f = [a, x = b[0] + 1, y(a), z{2}] @ () { }; }\n\
         struct S { int m; void f() { g([=, *this] @ () { m; }); g([*this] @ () mutable { }); g([this] $ () { }); } };\n",
        expect![[r##"
            # 1 "a.cu"
            int main() { int a, b[2]; auto f = __nv_dl_wrapper_t<__nv_dl_tag<int (*) ( ), (& ::main), 1>, typename __nvdl_remove_ref<decltype(a)>::type, typename __nv_lambda_trait_remove_cv<typename __nvdl_remove_ref<decltype(b [ 0 ] + 1)>::type>::type, typename __nv_lambda_trait_remove_cv<typename __nvdl_remove_ref<decltype(( a ))>::type>::type, typename __nv_lambda_trait_remove_cv<typename __nvdl_remove_ref<decltype(2)>::type>::type>(__nv_dl_tag<int (*) ( ), (& ::main), 1>{}, a, b [ 0 ] + 1, ( a ), 2); return 0; }
            struct S { int m; void f() { g(__nv_dl_wrapper_t<__nv_dl_tag<void (S::*) ( ), (&S::f), 1>, typename __nvdl_remove_const<typename __nvdl_remove_ref<decltype(*this)>::type>::type const>(__nv_dl_tag<void (S::*) ( ), (&S::f), 1>{}, *this)); g(__nv_dl_wrapper_t<__nv_dl_tag<void (S::*) ( ), (&S::f), 2>, typename __nvdl_remove_const<typename __nvdl_remove_ref<decltype(*this)>::type>::type>(__nv_dl_tag<void (S::*) ( ), (&S::f), 2>{}, *this)); g(__nv_hdl_create_wrapper_t<false, false, __nv_dl_tag<void (S::*) ( ), (&S::f), 3>, decltype(this) const>::__nv_hdl_create_wrapper([this]   () { }, this)); } };
        "##]],
    );
}

#[test]
fn what_a_placeholder_stands_for() {
    check(
        "struct P { float f; }; int main() { int n; g([=] @ (int i) -> auto { P p; if (i) return i; return n; });\n\
         g([=] @ (int i) -> auto { P p; if (i) { return p.f; } return 2 * p.f; }); g([] @ (int i) -> decltype(auto) { [] { return 1.0; }(); });\n\
         g([=] @ (P p) -> const auto & { if (p.f) return n; else return n; }); g([=] @ () -> decltype(n) { return 2.0; }); }\n\
         template <class T> void t(T t) { g([=] @ (int i) -> auto { int k = i; while (k) return k; return t; }); g([] @ () -> auto { T k; return k; }); }\n",
        expect![[r##"
            # 1 "a.cu"
            struct P { float f; }; int main() { int n; g(__nv_dl_wrapper_t<__nv_dl_trailing_return_tag<int (*) ( ), (& ::main), typename __nvdl_remove_const<typename __nvdl_remove_ref<typename __nvdl_result<auto (*)( int i ) -> decltype(i)>::type>::type>::type, 1>, typename __nvdl_remove_ref<decltype(n)>::type>(__nv_dl_trailing_return_tag<int (*) ( ), (& ::main), typename __nvdl_remove_const<typename __nvdl_remove_ref<typename __nvdl_result<auto (*)( int i ) -> decltype(i)>::type>::type>::type, 1>{}, n));
            g(__nv_dl_wrapper_t<__nv_dl_trailing_return_tag<int (*) ( ), (& ::main), float, 2>>(__nv_dl_trailing_return_tag<int (*) ( ), (& ::main), float, 2>{})); g(__nv_dl_wrapper_t<__nv_dl_trailing_return_tag<int (*) ( ), (& ::main), void, 3>>(__nv_dl_trailing_return_tag<int (*) ( ), (& ::main), void, 3>{}));
            g(__nv_dl_wrapper_t<__nv_dl_trailing_return_tag<int (*) ( ), (& ::main), const int &, 4>, typename __nvdl_remove_ref<decltype(n)>::type>(__nv_dl_trailing_return_tag<int (*) ( ), (& ::main), const int &, 4>{}, n)); g(__nv_dl_wrapper_t<__nv_dl_trailing_return_tag<int (*) ( ), (& ::main), decltype ( n ), 5>>(__nv_dl_trailing_return_tag<int (*) ( ), (& ::main), decltype ( n ), 5>{})); return 0; }
            template <class T> void t(T t) { g(__nv_dl_wrapper_t<__nv_dl_trailing_return_tag<void (*) ( T t ), (& ::t <T>), typename __nvdl_remove_const<typename __nvdl_remove_ref<typename __nvdl_result<auto (*)( int i ) -> decltype(t)>::type>::type>::type, 1>, typename __nvdl_remove_ref<decltype(t)>::type>(__nv_dl_trailing_return_tag<void (*) ( T t ), (& ::t <T>), typename __nvdl_remove_const<typename __nvdl_remove_ref<typename __nvdl_result<auto (*)( int i ) -> decltype(t)>::type>::type>::type, 1>{}, t)); g(__nv_dl_wrapper_t<__nv_dl_trailing_return_tag<void (*) ( T t ), (& ::t <T>), auto, 2>>(__nv_dl_trailing_return_tag<void (*) ( T t ), (& ::t <T>), auto, 2>{})); }
        "##]],
    );
}

#[test]
fn implicit_captures_are_what_is_evaluated() {
    check(
        "template <int> int T(int); int main(int p) { int a, b, c, d, e, n; const int k = 1; static int s; constexpr int q = 2;\n\
         auto f = [=] @ (int b) { use(sizeof(a), k, s, b, c); { int c; c; } T<q>(p); constexpr int w = q; for (int d = d; ; ) ; [e] { return n + a; }(); }; }\n\
         struct B { int base; }; struct S : B { int m; static int t; int h(); void f(int v) { g([=] @ { t + v; }); g([=] @ { h(); }); g([=] @ { base; }); } };\n",
        expect![[r##"
            # 1 "a.cu"
            template <int> int T(int); int main(int p) { int a, b, c, d, e, n; const int k = 1; static int s; constexpr int q = 2;
            auto f = __nv_dl_wrapper_t<__nv_dl_tag<int (*) ( int p ), (& ::main), 1>, typename __nvdl_remove_ref<decltype(k)>::type, typename __nvdl_remove_ref<decltype(c)>::type, typename __nvdl_remove_ref<decltype(p)>::type, typename __nvdl_remove_ref<decltype(e)>::type, typename __nvdl_remove_ref<decltype(n)>::type, typename __nvdl_remove_ref<decltype(a)>::type>(__nv_dl_tag<int (*) ( int p ), (& ::main), 1>{}, k, c, p, e, n, a); return 0; }
            struct B { int base; }; struct S : B { int m; static int t; int h(); void f(int v) { g(__nv_dl_wrapper_t<__nv_dl_tag<void (S::*) ( int v ), (&S::f), 1>, typename __nvdl_remove_ref<decltype(v)>::type>(__nv_dl_tag<void (S::*) ( int v ), (&S::f), 1>{}, v)); g(__nv_dl_wrapper_t<__nv_dl_tag<void (S::*) ( int v ), (&S::f), 2>, decltype(this) const>(__nv_dl_tag<void (S::*) ( int v ), (&S::f), 2>{}, this)); g(__nv_dl_wrapper_t<__nv_dl_tag<void (S::*) ( int v ), (&S::f), 3>, decltype(this) const>(__nv_dl_tag<void (S::*) ( int v ), (&S::f), 3>{}, this)); } };
        "##]],
    );
}

#[test]
fn functions_of_each_kind() {
    check(
        "namespace N { namespace { void f(const int *a, int n = 3) { g([] @ {}); } } }\n\
         template <class T, int, class... R> static auto h(T t, R... r) noexcept -> int { g([] @ {}); }\n\
         struct S { void m() const &; static void s(int); template <class U> operator U() { g([] @ {}); } int (*p(int a))[3] { g([] @ {}); } };\n\
         void S::m() const & { g([] @ {}); g([] $ {}); } void S::s(int) { g([] @ {}); }\n\
         template <> void t<int>(int) { g([] @ {}); } void u() { g([] __nv_parent(u) @ {}); }\n",
        expect![[r##"
            # 1 "a.cu"
            namespace N { namespace _GLOBAL__N__id __attribute__((visibility("hidden"))) { } using namespace ::N::_GLOBAL__N__id; namespace _GLOBAL__N__id __attribute__((visibility("hidden"))) { void f(const int *a, int n = 3) { g(__nv_dl_wrapper_t<__nv_dl_tag<void (*) ( const int * a , int n ), (& ::N::_GLOBAL__N__id::f), 1>>(__nv_dl_tag<void (*) ( const int * a , int n ), (& ::N::_GLOBAL__N__id::f), 1>{})); } } }
            template <class T, int __nv_T1 , class... R> static auto h(T t, R... r) noexcept -> int { g(__nv_dl_wrapper_t<__nv_dl_tag<auto (*) ( T t , R ... r ) noexcept -> int, (& ::h <T, __nv_T1, R...>), 1>>(__nv_dl_tag<auto (*) ( T t , R ... r ) noexcept -> int, (& ::h <T, __nv_T1, R...>), 1>{})); }
            struct S { void m() const &; static void s(int); template <class U> operator U() { g(__nv_dl_wrapper_t<__nv_dl_tag<U (S::*) ( ), (&S::operator U <U>), 1>>(__nv_dl_tag<U (S::*) ( ), (&S::operator U <U>), 1>{})); } int (*p(int a))[3] { g(__nv_dl_wrapper_t<__nv_dl_tag<int ( * (S::*) ( int a ) ) [ 3 ], (&S::p), 1>>(__nv_dl_tag<int ( * (S::*) ( int a ) ) [ 3 ], (&S::p), 1>{})); } };
            void S::m() const & { g(__nv_dl_wrapper_t<__nv_dl_tag<void (S::*) ( ) const &, (&S::m), 1>>(__nv_dl_tag<void (S::*) ( ) const &, (&S::m), 1>{})); g(__nv_hdl_create_wrapper_t<false, true, __nv_dl_tag<void (S::*) ( ) const &, (&S::m), 2>>::__nv_hdl_create_wrapper([]   {})); } void S::s(int) { g(__nv_dl_wrapper_t<__nv_dl_tag<void (*) ( int ), (&S::s), 1>>(__nv_dl_tag<void (*) ( int ), (&S::s), 1>{})); }
            template <> void t<int>(int) { g(__nv_dl_wrapper_t<__nv_dl_tag<void (*) ( int ), (& ::t < int >), 1>>(__nv_dl_tag<void (*) ( int ), (& ::t < int >), 1>{})); } void u() { g(__nv_dl_wrapper_t<__nv_dl_tag<__NV_LAMBDA_WRAPPER_HELPER(( u ), ( u )), 1>>(__nv_dl_tag<__NV_LAMBDA_WRAPPER_HELPER(( u ), ( u )), 1>{})); }
        "##]],
    );
}

#[test]
fn lambdas_for_both_sides_stay_inside() {
    check(
        "int main() { int a; g([=] $ (int x) mutable { return x + a; }); g([] $ () -> int { return 1; }, 2); }\n\
         __attribute__((managed)) int m;\n\
         void l() { k<<<1, m>>>([=] $ { m = 1; k<<<1, 1>>>(m); }, [v = m] @ { m = 2; }); }\n",
        expect![[r##"
            # 1 "a.cu"
            int main() { int a; g(__nv_hdl_create_wrapper_t<true, false, __nv_dl_tag<int (*) ( ), (& ::main), 1>, typename __nvdl_remove_ref<decltype(a)>::type>::__nv_hdl_create_wrapper([=]   (int x) mutable { return x + a; }, a)); g(__nv_hdl_create_wrapper_t<false, true, __nv_dl_tag<int (*) ( ), (& ::main), 2>>::__nv_hdl_create_wrapper([]   () -> int { return 1; }), 2); return 0; }
            __attribute__((section("__nv_managed_data__"))) static  int *m = 0;
            void l() { ((__cudaPushCallConfiguration(1 , (*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), (m))))) ? (void)0 : k(__nv_hdl_create_wrapper_t<false, false, __nv_dl_tag<void (*) ( ), (& ::l), 1>>::__nv_hdl_create_wrapper([=]   { (*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), (m))) = 1; ((__cudaPushCallConfiguration(1 , 1)) ? (void)0 : k((*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), (m))))); }), __nv_dl_wrapper_t<__nv_dl_tag<void (*) ( ), (& ::l), 2>, typename __nv_lambda_trait_remove_cv<typename __nvdl_remove_ref<decltype((*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), (m))))>::type>::type>(__nv_dl_tag<void (*) ( ), (& ::l), 2>{}, (*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), (m)))))); }
        "##]],
    );
}

#[test]
fn what_no_host_function_holds_is_emptied() {
    check(
        "auto f = [] @ (int x) { return x; }; auto h = [] $ { return 1; };\n\
         struct S { int m = [] @ { return 1; }(); S() { g([] @ { }); } };\n\
         @ void d() { auto f = [] @ { }; }\n",
        expect![[r##"
            # 1 "a.cu"
            auto f = []  (int x) { }; auto h = []   { return 1; };
            struct S { int m = []  { }(); S() { g([]  { }); } };
            __attribute__((unused))  void d() {int volatile ___ = 1; ::exit(___);}
        "##]],
    );
}

#[test]
fn trailing_return_types() {
    check(
        "int main() { g([] @ (int x) -> const int * { return 0; }); g([] @ (auto x) -> decltype(x) { return x; }); }\n",
        expect![[r##"
            # 1 "a.cu"
            int main() { g(__nv_dl_wrapper_t<__nv_dl_trailing_return_tag<int (*) ( ), (& ::main), const int *, 1>>(__nv_dl_trailing_return_tag<int (*) ( ), (& ::main), const int *, 1>{})); g(__nv_dl_wrapper_t<__nv_dl_tag<int (*) ( ), (& ::main), 2>>(__nv_dl_tag<int (*) ( ), (& ::main), 2>{})); return 0; }
        "##]],
    );
}

#[test]
fn attributes_of_call_operators() {
    check(
        "template <class T> int f(T t) { auto a = [&](int x) __attribute__((always_inline)) { return x + t; };\n\
         auto b = [&] __attribute__((noinline)) (int x) mutable noexcept -> int { return x + t; }; return a(1) + b(2); }\n\
         int g() { return [] { return [](int x) mutable __attribute__((cold)) { return x; }; }()(1); }\n\
         int h() { return [](int x) __attribute__((target(\"avx2\"))) { return x; }(1); }\n\
         int i(int (*p)(int) __attribute__((pure))) { auto c = [=] $ (int x) __attribute__((noinline)) { return x; }; return c(1); }\n",
        expect![[r##"
            # 1 "a.cu"
            template <class T> int f(T t) { auto a = [&](int x)  { return x + t; };
            auto b = [&]  (int x) mutable noexcept -> int { return x + t; }; return a(1) + b(2); }
            int g() { return [] { return [](int x) mutable  { return x; }; }()(1); }
            int h() { return [](int x) __attribute__((target("avx2"))) { return x; }(1); }
            int i(int (*p)(int) __attribute__((pure))) { auto c = __nv_hdl_create_wrapper_t<false, false, __nv_dl_tag<int (*) ( int ( * p ) ( int ) ), (& ::i), 1>>::__nv_hdl_create_wrapper([=]   (int x)  { return x; }); return c(1); }
        "##]],
    );
}

/// The wrapper templates of a file, each as its first line.
fn templates(text: &str, standard: u32) -> String {
    let place = "struct __attribute__((device_builtin)) __nv_lambda_preheader_injection { };";
    let text = format!("# 1 \"a.cu\"\n{place}\n{text}").replace('@', "__attribute__((device))");
    let text = text.replace('$', "__attribute__((host)) __attribute__((device))");
    let mut out = String::new();
    for line in split(&text, standard).lines() {
        let own = line.contains("_wrapper_t<") && line.contains("struct") && line.contains('F')
            || line.contains("noexcept>");
        if own {
            out += line.trim_start();
            out.push('\n');
        }
    }
    out
}

#[test]
fn one_specialisation_for_each_count() {
    let text = "void f(int a, int b) { g([] @ {}); g([a, b] @ {}); g([b, a] @ {}); g([] $ {}); g([a] $ {}); }\n";
    expect![[r#"
        template <class Tag, class F1, class F2> struct __nv_dl_wrapper_t<Tag, F1, F2> {
        struct __nv_dl_wrapper_t<__nv_dl_trailing_return_tag<U, func, Return, Id>, F1, F2> {
        struct __nv_hdl_wrapper_t<false, false, NeverThrows, Tag, OpFuncR(OpFuncArgs...)> {
        struct __nv_hdl_wrapper_t<true, false, NeverThrows, Tag, OpFuncR(OpFuncArgs...)> {
        struct __nv_hdl_wrapper_t<false, true, NeverThrows, Tag, OpFuncR(OpFuncArgs...)> {
        struct __nv_hdl_wrapper_t<true, true, NeverThrows, Tag, OpFuncR(OpFuncArgs...)> {
        struct __nv_hdl_wrapper_t<false, false, NeverThrows, Tag, OpFuncR(OpFuncArgs...), F1> {
        struct __nv_hdl_wrapper_t<true, false, NeverThrows, Tag, OpFuncR(OpFuncArgs...), F1> {
        struct __nv_hdl_wrapper_t<false, true, NeverThrows, Tag, OpFuncR(OpFuncArgs...), F1> {
        struct __nv_hdl_wrapper_t<true, true, NeverThrows, Tag, OpFuncR(OpFuncArgs...), F1> {
    "#]]
    .assert_eq(&templates(text, 201402));
}

#[test]
fn exceptions_are_part_of_types_since_2017() {
    let of = templates("", 201703);
    let lines: Vec<&str> = of.lines().map(str::trim).collect();
    expect![[r#"
        struct __nv_hdl_helper_trait<Tag, R (C::*)(OpFuncArgs...) const noexcept> {
        struct __nv_hdl_helper_trait<Tag, R (C::*)(OpFuncArgs...) noexcept> {"#]]
    .assert_eq(&lines.join("\n"));
}

/// The headers of a toolkit, as far as its version is concerned, and where they ask for the templates.
fn headers_of(declares: &str) -> String {
    format!(
        "# 1 \"driver_types.h\" 1\n\
         struct __attribute__((device_builtin)) {declares} {{ int x; }};\n\
         struct __attribute__((device_builtin)) __nv_lambda_preheader_injection {{ }};\n\
         # 1 \"a.cu\" 2\n"
    )
}

/// Whether the class that calls the closure of a `__host__ __device__` lambda has the linkage of its file alone.
#[test]
fn the_helper_of_host_device_lambdas_by_toolkit() {
    let program = "void f(int n) { g([n] __attribute__((host)) __attribute__((device)) () { return n; }); }\n";
    let shown = [
        "cudaDeviceProp",
        "cudaDevSmResource",
        "cudaHostTaskSyncMode",
        "cudaMemcpyBatchNodeParams",
    ]
    .map(|name| {
        let text = format!("# 1 \"a.cu\"\n{}{program}", headers_of(name));
        let out = split(&text, 201703);
        let start = out
            .find("template <class Tag, class OpFuncR")
            .expect("the helper");
        let end = start
            + out[start..]
                .find("__nv_hdl_wrapper_t {")
                .expect("the wrapper");
        let inside = out[..start].trim_end().ends_with("namespace {");
        let closed = out[start..end].contains("\n}\n");
        format!("{name}: unnamed {inside}, closed {closed}")
    });
    expect![[r#"
        cudaDeviceProp: unnamed true, closed true
        cudaDevSmResource: unnamed true, closed true
        cudaHostTaskSyncMode: unnamed false, closed false
        cudaMemcpyBatchNodeParams: unnamed false, closed false"#]]
    .assert_eq(&shown.join("\n"));
}
