// An unnamed namespace that is inline keeps having no name, wherever it is opened; others within and beside it do not.
inline namespace {
int first = 1;
struct S { int get(); };
__device__ int on_device() { return 1; }
}
namespace {
int second = 2;
int S::get() { return first; }
}
namespace shop {
namespace { int third = 3; }
inline namespace tools { namespace { int fourth = 4; } }
}
__global__ void k() {}
int main()
{
    k<<<1, 1>>>();
    return S().get() + first + second + shop::third + shop::fourth;
}
