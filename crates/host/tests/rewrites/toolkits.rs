//! What the releases of the toolkit write otherwise.

use cleave_base_db::{HostOptions, HostSettings, RootDatabase, SourceFile};
use cleave_host::host_text;
use cleave_syntax::{Dialect, Standard};
use expect_test::{Expect, expect};

use crate::up_to_trailer;

/// The same with the headers of a toolkit that is the first to declare `witness`.
fn with_toolkit(witness: &str, tile: bool, text: &str, want: Expect) {
    let text = text.replace("@", "__attribute__((tile))");
    let text = text.replace("%", "__attribute__((tile_global))");
    let text = format!(
        "# 1 \"a.cu\"\n# 1 \"driver_types.h\" 1\nstruct {witness} {{ int x; }};\n# 1 \"a.cu\" 2\n{text}"
    );
    let db = RootDatabase::default();
    let settings = HostSettings {
        module_id: Some("_id".into()),
        ..HostSettings::default()
    };
    let file = SourceFile::builder("a.cu".into(), text.into())
        .dialect(Dialect {
            standard: Standard::Cpp20,
            ..Dialect::default()
        })
        .tile(tile)
        .new(&db);
    let all = host_text(&db, file, HostOptions::new(&db, settings));
    let start = all.find("# 1 \"a.cu\" 2\n").expect("the way back") + 13;
    want.assert_eq(&up_to_trailer(all, start));
}

const COROUTINE: &str = "Task run(int n) { if (n) co_return; ++n; }\n";

#[test]
fn coroutines_end_by_co_return_up_to_13_2() {
    with_toolkit(
        "cudaHostTaskSyncMode",
        false,
        COROUTINE,
        expect![[r#"
        Task run(int n) { if (n) co_return; ++n; co_return; }
    "#]],
    );
}

#[test]
fn coroutines_end_as_they_are_written_since_13_3() {
    with_toolkit(
        "cudaGraphRecaptureStatus",
        false,
        COROUTINE,
        expect![[r#"
            Task run(int n) { if (n) co_return; ++n; }
        "#]],
    );
}

const TILES: &str = "@ int add(int x) { return x + 1; }
__attribute__((host)) @ int both(int x) { return x + 2; }
__attribute__((device)) @ int device(int x) { return x + 3; }
@ int declared(int x);
int declared(int x) { return x + 4; }
template <class T> @ T generic(T x) { return x; }
struct S {
  @ S(int x) : a(x) {}
  @ int get() const { return a; }
  int a;
};
% void kernel(int *p) { *p = add(1); }
template <class T> % void kernels(T *p) { *p = generic(*p); }
@ int variable = 3;
int host() {
  struct L { @ int m() { return 1; } int n() { return 2; } };
  return L().n();
}
";

#[test]
fn tile_code_leaves_the_host_half() {
    let launch = "void launch(int *p) { kernel<<<1, 1>>>(p); kernels<<<2>>>(p); }\n";
    with_toolkit(
        "cudaGraphRecaptureStatus",
        true,
        &format!("{TILES}{launch}"),
        expect![[r#"
            __attribute__((unused)) int add(int x) {int volatile ___ = 1;(void)x; ::exit(___);}
            int both(int x) { return x + 2; }
            __attribute__((unused)) int device(int x) {int volatile ___ = 1;(void)x; ::exit(___);}
            __attribute__((unused)) int declared(int x);
            __attribute__((unused)) int declared(int x) {int volatile ___ = 1;(void)x; ::exit(___);}
            template <class T> __attribute__((unused)) T generic(T x) {int volatile ___ = 1;(void)x; ::exit(___);}
            struct S {
            S(int x) : a(x) {int *volatile ___ = 0;(void)x;::free(___);}
            int get() const {int volatile ___ = 1; ::exit(___);}
            int a;
            };
            __attribute__((visibility("hidden"))) void kernel(int *p) ;
            template < class T > static void __wrapper__device_stub_kernels(T * &) { ::cudaLaunchKernel(0, 0, 0, 0, 0, 0);} template < class T > static void kernels(T * p) {::__wrapper__device_stub_kernels<T>(p); return;}
            static int variable ;
            int host() {
            struct L { int m() {int volatile ___ = 1; ::exit(___);} int n() { return 2; } };
            return L().n();
            }
            void launch(int *p) { ((__cudaPushCallConfiguration(1 , 1)) ? (void)0 : kernel(p)); ((__cudaPushCallConfiguration(2)) ? (void)0 : kernels(p)); }
        "#]],
    );
}

#[test]
fn tile_annotations_mean_nothing_unless_asked_for() {
    with_toolkit(
        "cudaGraphRecaptureStatus",
        false,
        TILES,
        expect![[r#"
        int add(int x) { return x + 1; }
        int both(int x) { return x + 2; }
        __attribute__((unused)) int device(int x) {int volatile ___ = 1;(void)x; ::exit(___);}
        int declared(int x);
        int declared(int x) { return x + 4; }
        template <class T> T generic(T x) { return x; }
        struct S {
        S(int x) : a(x) {}
        int get() const { return a; }
        int a;
        };
        void kernel(int *p) { *p = add(1); }
        template <class T> void kernels(T *p) { *p = generic(*p); }
        int variable = 3;
        int host() {
        struct L { int m() { return 1; } int n() { return 2; } };
        return L().n();
        }
    "#]],
    );
}

#[test]
fn tile_annotations_mean_nothing_to_13_1_even_when_asked_for() {
    with_toolkit(
        "cudaDevSmResource",
        true,
        "@ int f() { return 1; }\n% void k() { f(); }\n",
        expect![[r#"
            int f() { return 1; }
            void k() { f(); }
        "#]],
    );
}

#[test]
fn tile_kernels_of_13_0() {
    with_toolkit(
        "cudaDeviceProp",
        false,
        "@ int f() { return 1; }\n% void k() { f(); }\n",
        expect![[r#"
            int f() { return 1; }
            __attribute__((visibility("hidden"))) void k() ;
        "#]],
    );
}

const CONVERTED: &str = "template <auto v> struct Constant {};
template <int v> using Int = Constant<v>;
template <class T> struct Shape { static constexpr unsigned rows = 128 / sizeof(T); };
template <class T> struct Builder { static constexpr auto rows = Shape<T>::rows; using Op = Int<rows>; };
template <class T> struct Box {};
template <class T, class U = void, class V = void> struct Kernel;
template <class T, class U> struct Kernel<T, U, void> { T t; };
using Op = Builder<float>::Op;
Box<Op> box;
Kernel<Op> kernel;
";

#[test]
fn template_arguments_are_resolved_up_to_13_2() {
    with_toolkit(
        "cudaHostTaskSyncMode",
        false,
        CONVERTED,
        expect![[r#"
            template <auto v> struct Constant {};
            template <int v> using Int = Constant<v>;
            template <class T> struct Shape { static constexpr unsigned rows = 128 / sizeof(T); };
            template <class T> struct Builder { static constexpr auto rows = Shape<T>::rows; using Op = Int<rows>; };
            template <class T> struct Box {};
            template <class T, class U = void, class V = void> struct Kernel;
            template <class T, class U> struct Kernel<T, U, void> { T t; };
            using Op = Builder<float>::Op;
            Box< ::Constant< 32> > box;
            Kernel< ::Constant< 32> , void> kernel;
        "#]],
    );
}

#[test]
fn template_arguments_stay_as_they_are_written_since_13_3() {
    with_toolkit(
        "cudaGraphRecaptureStatus",
        false,
        CONVERTED,
        expect![[r#"
            template <auto v> struct Constant {};
            template <int v> using Int = Constant<v>;
            template <class T> struct Shape { static constexpr unsigned rows = 128 / sizeof(T); };
            template <class T> struct Builder { static constexpr auto rows = Shape<T>::rows; using Op = Int<rows>; };
            template <class T> struct Box {};
            template <class T, class U = void, class V = void> struct Kernel;
            template <class T, class U> struct Kernel<T, U, void> { T t; };
            using Op = Builder<float>::Op;
            Box<Op> box;
            Kernel<Op, void> kernel;
        "#]],
    );
}

const BUILTIN_TILE: &str = "__attribute__((tile_builtin)) int built(int a) { return a + 2; }
struct __attribute__((tile_builtin)) Extents { int get() { return 1; } };
";

#[test]
fn builtin_tile_functions_are_the_hosts_up_to_13_2() {
    with_toolkit(
        "cudaHostTaskSyncMode",
        false,
        BUILTIN_TILE,
        expect![[r#"
            int built(int a) { return a + 2; }
            struct Extents { int get() { return 1; } };
        "#]],
    );
}

#[test]
fn builtin_tile_functions_leave_the_host_half_since_13_3() {
    with_toolkit(
        "cudaGraphRecaptureStatus",
        false,
        BUILTIN_TILE,
        expect![[r#"
            __attribute__((unused)) int built(int a) {int volatile ___ = 1;(void)a; ::exit(___);}
            struct Extents { int get() { return 1; } };
        "#]],
    );
}
