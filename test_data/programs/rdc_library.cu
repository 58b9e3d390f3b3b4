// flags: -rdc=true -std=c++20
// The defining half of a separately compiled pair (see rdc_user.cu): device functions,
// variables and kernels with external linkage, for other translation units.
#include <cstddef>

struct State {
    unsigned long long s[2];
};

__device__ int configuration = 3;
__constant__ float coefficients[4] = {1.0f, 0.5f, 0.25f, 0.125f};
__managed__ int log_length = 0;
__device__ State states[256];
const __device__ int frozen = 12;
static __device__ int private_counter;
inline __device__ float shared_scale = 2.0f;

namespace lib {
__device__ double bias{0.5};
extern const __constant__ int version = 130;

namespace {
__device__ unsigned scrambled(unsigned x) { return x * 2654435761u ^ x >> 7; }
}

__device__ unsigned next(State &st)
{
    auto x = st.s[0];
    const auto y = st.s[1];
    st.s[0] = y;
    x ^= x << 23;
    st.s[1] = x ^ y ^ (x >> 17) ^ (y >> 26);
    return scrambled(static_cast<unsigned>(st.s[1] + y));
}

__device__ __noinline__ float polynomial(float x)
{
    float r = 0;
    for (float c : coefficients)
        r = r * x + c;
    return r * shared_scale + static_cast<float>(bias);
}

template <typename T>
__device__ T twice(T x) { return x + x; }
template __device__ int twice<int>(int);
template __device__ float twice<float>(float);

class Stack {
    int items[16];
    int top;

public:
    __device__ Stack();
    __device__ bool push(int v);
    __device__ int pop();
    static __device__ int capacity();
};

__device__ Stack::Stack() : items{}, top{0} {}
__device__ bool Stack::push(int v) { return top < capacity() ? items[top++] = v, true : false; }
__device__ int Stack::pop() { return top ? items[--top] : -1; }
__device__ int Stack::capacity() { return 16; }

__global__ void seed(unsigned long long s)
{
    const unsigned i = threadIdx.x;
    states[i] = State{s ^ i, s + 0x9e3779b97f4a7c15ull * (i + 1)};
    if (i == 0)
        atomicAdd(&private_counter, frozen), ++log_length;
}
} // namespace lib

extern "C" __device__ int c_callback(int a, int b) { return a - b + configuration; }

extern "C" __global__ void c_kernel(float *p)
{
    p[threadIdx.x] = lib::polynomial(p[threadIdx.x]);
}

template <typename T>
__global__ void shared_template(T *p) { *p = lib::twice(*p); }
template __global__ void shared_template<int>(int *);

// Host entry points of the library.
cudaError_t libSeed(unsigned long long s)
{
    lib::seed<<<1, 256>>>(s);
    return cudaGetLastError();
}

extern "C" int libApply(float *p, std::size_t n)
{
    c_kernel<<<1, static_cast<unsigned>(n)>>>(p);
    return cudaDeviceSynchronize() + log_length;
}
