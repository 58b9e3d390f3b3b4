// Managed variables of class, pointer, array and template type in every expression of the host: operators, loops, conditions,
// captures, casts, initializers, default arguments, members and constructors.
#include <cstdio>
#include <typeinfo>

struct Vec {
    int x, y;
    __host__ __device__ int len() const { return x + y; }
    int operator[](int i) const { return i ? y : x; }
    Vec *self() { return this; }
};

__managed__ int m, arr[3], mat[2][2];
__managed__ Vec v, vs[2] = {{1, 2}, {3, 4}};
__managed__ Vec *pv;
__managed__ int (*fn)(int);
__managed__ float f = 1.f;
static __managed__ double internal = 2;
namespace n {
__managed__ int q;
namespace deep { __managed__ int r; int f() { return q + r + m; } }
using deep::r;
}
namespace { __managed__ int hidden; }
namespace al = n::deep;
template <class T> __managed__ T generic = T(2);

template <class T> T use(T t) { return t + m + generic<T> + generic<int>; }
int def(int a = m, int *b = arr) { return a + *b; }

struct Holder {
    int m;
    int a = ::m;
    static int s;
    int get() const { return [this] { return m; }() + [] { return ::m; }(); }
    struct Inner { int h() { return ::m + arr[1]; } };
};
int Holder::s = ::m + 1;
struct Base { int arr; };
struct Derived : Base { int g() { return arr; } int h() { return ::arr[0]; } };
template <class T> struct Dependent : T { int g() { return this->arr; } int h() { return arr[1]; } };
struct Ctor {
    int a, b;
    Ctor() : a(m), b{m} {}
    Ctor(int m) : a(m), b(::m) {}
    operator int() const { return ::m; }
};
int global = n::q + n::deep::r + al::r + n::r + ::n::q + hidden;
int &reference = m;
int *pointer = arr;

int operators()
{
    m = 1, m++, --m, m += 2;
    m = m * -m;
    arr[0] = arr[1] = 2;
    v.x = 3, (&v)->y = 4, v.self()->x = 1, *arr = 2;
    Vec copy = v, &ref = v;
    pv = &v;
    pv->x = v.len() + v[1] + vs[1].x;
    mat[1][0]++;
    return copy.x + ref.y + (m ? m : 2) + (m, 3) + static_cast<int>(f) + int(m) + !m + ~m + (int)internal;
}

int statements()
{
    int s = (int)(sizeof(m) + sizeof m + sizeof(arr) + sizeof(v.x) + alignof(Vec)) + noexcept(m);
    for (auto x : arr) s += x;
    for (auto &row : mat)
        for (int e : row) s += e;
    if (int k = m) s += k;
    while (m-- > 0) ++s;
    do ++s; while (m > 9);
    switch (m) {
    case 0: s++;
    }
    auto by_value = [x = m, &y = m] { return x + y; };
    auto all = [=] { return v.x + m; };
    decltype((m)) again = m;
    int list[] = {m, arr[0], v.x};
    Vec aggregate{m, 2};
    static int once = m;
    int *made = new int(m);
    delete made;
    asm volatile("" : : "r"(m));
    return s + by_value() + all() + again + list[0] + aggregate.x + once + typeid(m).before(typeid(f));
}

int hidden_by(int m)
{
    int arr = m;
    for (int v = 0; v < 2; ++v) m += v;
    enum { f = 4 };
    return m + arr + f + ::m;
}

__host__ __device__ int both() { return m + v.x; }
__global__ void touch(int *p) { *p = m + arr[0] + v.len() + n::q + hidden + generic<int> + both(); }

__managed__ int ahead_too = 3;

int main()
{
    touch<<<m + 1, arr[0] + 1>>>(&m);
    cudaDeviceSynchronize();
    Holder h{1};
    Derived d;
    d.arr = 2;
    Dependent<Base> t;
    t.arr = 3;
    Ctor c, e(4);
    fn = nullptr;
    std::printf("%d %f %d %d\n", use(1), use(2.f), def(), fn ? fn(m) : h.get());
    std::printf("%d %d %d %d\n", d.g() + d.h(), t.g() + t.h(), c.a + e.b + c, Holder::Inner().h() + n::deep::f());
    std::printf("%d %d %d %d\n", operators(), statements(), hidden_by(3), both() + ahead_too + global + reference + *pointer);
}
