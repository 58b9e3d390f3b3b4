// flags: -std=c++20
// Declarations that are easily misread: names in parentheses, several attributes in one pair of brackets, attributes behind
// __global__, placeholder parameters, initializers that stay.
#include <cstdio>

__device__ int (wrapped)(int a) { return a; }
void __global__ (wrapped_kernel)(int *p) { *p = wrapped(1); }
int (host_wrapped)(int a) { return a; }
__device__ int *(*returns_pointer(int a))(int) { return a ? nullptr : nullptr; }

[[gnu::global, gnu::cold]] void first_of_two(int *p) { *p = 1; }
[[gnu::device, gnu::used]] int among_two;

template <class T> __global__ [[maybe_unused]] void attributed(T *p) { *p = T(); }
template <> __global__ [[maybe_unused]] void attributed(float *p) { *p = 1; }

__global__ void placeholder(auto *p, auto value) { *p = value; }

__device__ constinit int started = 4;
__device__ constinit const int constant = 5;

int main()
{
    int *p = nullptr;
    void *address = &among_two;
    wrapped_kernel<<<1, 1>>>(p);
    first_of_two<<<1, 1>>>(p);
    attributed<<<1, 1>>>(p);
    attributed<<<1, 1>>>((float *)p);
    placeholder<<<1, 1>>>(p, 3);
    std::printf("%d %p\n", host_wrapped(constant), address);
}
