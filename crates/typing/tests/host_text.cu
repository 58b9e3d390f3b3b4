// What the reference writes for a template argument, beside the argument's value.
struct P { int a; char b; };
template <unsigned N> struct Str { char d[N]; };
enum E { A, B }; enum class F : short { X = 3, Y };
struct Q { P p; int x[2]; const char *q; };
union U { int i; float f; };
struct D : P { long z; };
template <class T> struct W { T t; struct In { T a[2]; P p; }; };
namespace n {
struct P { int a; char b; };
enum E { A, B = 7, C = 7 };
enum class S : char { x = 'q' };
int var;
P pv;
inline namespace v1 { struct IP { double d; float f; long double l; bool b; short s; unsigned char c; n::E e; }; }
}
struct M { int m; void g(); static int s; };
struct B1 { int i; }; struct B2 { int j; }; struct Dm : B1, B2 { int k; int a[3]; };
struct Em {}; struct Ar { int a[4]; Em e; };
struct Aa { union { int i; float f; }; int z; };
int gv; int arr[3]; void fn(int);
constexpr char str[] = "ab";
constexpr int ci = 4;
constexpr auto v1 = 1 + 2;  // => 3
constexpr auto v2 = 'a';  // => 'a'
constexpr auto v3 = '\n';  // => '\n'
constexpr auto v4 = true && true;  // => true
constexpr auto v5 = 3l * 2;  // => 6L
constexpr auto v6 = 3u;  // => 3U
constexpr auto v7 = 3ull;  // => 3ULL
constexpr auto v8 = 3ll;  // => 3LL
constexpr auto v9 = -3;  // => -3
constexpr auto v10 = (short)3;  // => (short)3
constexpr auto v11 = (unsigned char)200;  // => (unsigned char)'\310'
constexpr auto v12 = (signed char)-1;  // => (signed char)'\377'
constexpr auto v13 = L'x';  // => L'\x78'
constexpr auto v14 = u'x';  // => u'\x78'
constexpr auto v15 = U'\U0001F600';  // => U'\x1f600'
constexpr auto v16 = u8'x';  // => u8'\x78'
constexpr auto v17 = (E)1;  // => B
constexpr auto v18 = F::Y;  // => F::Y
constexpr auto v19 = (F)7;  // => (F)7
constexpr auto v20 = nullptr;  // => nullptr
constexpr auto v21 = -0.0;  // => (-0.0)
constexpr auto v22 = 0.1f;  // => (0.1F)
constexpr auto v23 = 1.0L;  // => (1.0L)
constexpr auto v24 = 1e300 * 10;  // => (1.0E301)
constexpr auto v25 = __builtin_inf();  // => ((__builtin_huge_val()))
constexpr auto v26 = __builtin_nan("");  // => ((__builtin_nan("")))
constexpr auto v27 = P{1 + 2, 'z'};  // => P{3, 'z'}
constexpr auto v28 = Str<3>{"hi"};  // => Str< 3U> {{'h', 'i', '\000'}}
constexpr auto v29 = Q{{1, 'a'}, {1, 2}, nullptr};  // => Q{{1, 'a'}, {1, 2}, (const char *)nullptr}
constexpr auto v30 = Q{{1, 'a'}, {1}, str};  // => Q{{1, 'a'}, {1, 0}, str}
constexpr auto v31 = &gv;  // => &gv
constexpr int *v32 = arr;  // => arr
constexpr auto v33 = &arr[1];  // => &arr[1]
constexpr auto v34 = &arr;  // => &arr
constexpr auto v35 = fn;  // => &fn
constexpr auto v36 = &M::m;  // => &M::m
constexpr auto v37 = &M::g;  // => &M::g
constexpr auto v38 = &M::s;  // => &M::s
constexpr int *v39 = nullptr;  // => (int *)nullptr
constexpr int M::*v40 = nullptr;  // => (int (M::*))0
constexpr auto v41 = U{3};  // => U{3}
constexpr auto v42 = U{.f = 2.5f};  // => U{f: (2.5F)}
constexpr auto v43 = D{{1, 'b'}, 3};  // => D{{1, 'b'}, 3L}
constexpr auto v44 = W<int>{3};  // => W< int> {3}
constexpr auto v45 = (__int128)1 << 100;  // => ((__int128)68719476736<<64 | (__int128)0)
constexpr auto v46 = -2147483647 - 1;  // => -2147483647-1
constexpr auto v47 = -9223372036854775807 - 1;  // => -9223372036854775807L-1
constexpr auto v48 = '\'';  // => '\''
constexpr auto v49 = '\\';  // => '\\'
constexpr auto v50 = '"';  // => '\"'
constexpr auto v51 = '\xff';  // => '\377'
constexpr auto v52 = n::P{1, 'x'};  // => n::P{1, 'x'}
constexpr auto v53 = n::C;  // => n::B
constexpr auto v54 = n::S::x;  // => n::S::x
constexpr auto v55 = (n::E)3;  // => (n::E)3
constexpr auto v56 = W<char>::In{{'a', 'b'}, {1, '2'}};  // => W< char> ::In{{'a', 'b'}, {1, '2'}}
constexpr auto v57 = n::IP{1.5, 2, 3, true, 4, 5, n::A};  // => n::v1::IP{(1.5), (2.0F), (3.0L), true, (short)4, (unsigned char)'\005', n::A}
constexpr const int *v58 = &n::pv.a;  // => &n::pv.a
constexpr auto v59 = &ci;  // => &ci
constexpr auto v60 = Dm{{1}, {2}, 3, {4}};  // => Dm{{1}, {2}, 3, {4, 0, 0}}
constexpr auto v61 = Ar{};  // => Ar{{0, 0, 0, 0}, {}}
constexpr auto v62 = Aa{};  // => Aa{{0}, 0}
constexpr auto v63 = (unsigned short)3;  // => (unsigned short)3U
constexpr auto v64 = (__int128)-3;  // => ((__int128)-1<<64 | (__int128)18446744073709551613)
constexpr auto v65 = (unsigned __int128)3;  // => ((unsigned __int128)3)
constexpr auto v66 = -1.5f;  // => (-1.5F)
constexpr auto v67 = static_cast<void (*)(int)>(nullptr);  // => (void (*)(int))nullptr
constexpr auto v68 = static_cast<int (*)[3]>(nullptr);  // => (int (*)[3])nullptr
constexpr auto v69 = static_cast<const n::P *>(nullptr);  // => (const n::P *)nullptr
constexpr auto v70 = static_cast<void (n::P::*)()>(nullptr);  // => (void (n::P::*)(void))0
