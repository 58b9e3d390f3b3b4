// flags: -rdc=true
// The using half of a separately compiled pair (see rdc_library.cu): everything that it
// needs from there is declared extern.
#include <cstdio>

struct State {
    unsigned long long s[2];
};

extern __device__ int configuration;
extern __constant__ float coefficients[4];
extern __managed__ int log_length;
extern __device__ State states[];

namespace lib {
extern __device__ double bias;
extern __device__ unsigned next(State &st);
__device__ float polynomial(float x);
template <typename T> __device__ T twice(T x);

class Stack {
    int items[16];
    int top;

public:
    __device__ Stack();
    __device__ bool push(int v);
    __device__ int pop();
    static __device__ int capacity();
};
__global__ void seed(unsigned long long s);
}

extern "C" __device__ int c_callback(int a, int b);
extern "C" {
__global__ void c_kernel(float *p);
int libApply(float *p, size_t n);
}
template <typename T> __global__ void shared_template(T *p);
extern template __global__ void shared_template<int>(int *);

cudaError_t libSeed(unsigned long long s);

static __device__ int (*callbacks[2])(int, int) = {c_callback, nullptr};

__global__ void consume(float *out, int n)
{
    extern __device__ State states[];
    const int i = threadIdx.x;
    if (i >= n) return;
    lib::Stack stack;
    for (int k = 0; k < lib::Stack::capacity(); ++k)
        stack.push(int(lib::next(states[i]) & 0xff));
    int a = stack.pop(), b = lib::twice(stack.pop());
    out[i] = callbacks[0](a, b) + lib::polynomial(coefficients[i & 3]) + (float)lib::bias;
    if (i == 0) configuration = log_length;
}

#define CHECK(x) if (cudaError_t e_ = (x); e_ != cudaSuccess) return int(e_)

int main()
{
    float *p;
    CHECK(cudaMallocManaged(&p, 128 * sizeof(float)));
    CHECK(libSeed(42));
    lib::seed<<<1, 128>>>(43);
    consume<<<1, 128>>>(p, 128);
    c_kernel<<<1, 128>>>(p);
    int *q = reinterpret_cast<int *>(p);
    shared_template<<<1, 1>>>(q);
    CHECK(cudaDeviceSynchronize());
    const float four[] = {4, 3, 2, 1};
    CHECK(cudaMemcpyToSymbol(coefficients, four, sizeof four));
    log_length += libApply(p, 128);
    std::printf("%f %d\n", p[5], log_length);
    return cudaFree(p);
}
