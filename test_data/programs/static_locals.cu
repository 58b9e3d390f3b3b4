// Static locals in device code, per-function counters, recursion, goto, unions and bit-fields.
#include <cstdio>

union Bits {
    float f;
    unsigned u;
    struct {
        unsigned mantissa : 23, exponent : 8, sign : 1;
    } part;
};

__device__ int ticket()
{
    static int next = 100;
    return atomicAdd(&next, 1);
}

template <typename T>
__device__ T &slot()
{
    static T value;
    return value;
}

inline __device__ const float *weights(int which)
{
    static const float low[4] = {0.1f, 0.2f, 0.3f, 0.4f};
    static constexpr float high[4] = {1.f, 2.f, 3.f, 4.f};
    return which ? high : low;
}

__device__ unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }

__device__ int collatz(unsigned n)
{
    int steps = 0;
again:
    if (n == 1) return steps;
    n = n & 1 ? 3 * n + 1 : n / 2;
    ++steps;
    goto again;
}

__device__ int classify(float x)
{
    Bits b;
    b.f = x;
    switch (b.part.exponent) {
    case 0: return b.part.mantissa ? 1 : 0;
    case 255: return b.part.mantissa ? 3 : 2;
    case 127 ... 130: return 5;
    default:
        if (b.part.sign)
        case 1: return 6;
        break;
    }
    return 4;
}

__device__ __host__ int ackermann(int m, int n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

struct Machine {
    enum State : unsigned char { Idle, Running, Done } state : 2;
    unsigned count : 6;
    __device__ Machine() : state(Idle), count(0) {}
    __device__ bool advance()
    {
        static __device__ unsigned transitions;
        switch (state) {
        case Idle: state = Running; [[fallthrough]];
        case Running:
            if (++count < 10) break;
            state = Done;
            break;
        case Done: return false;
        }
        atomicAdd(&transitions, 1u);
        return true;
    }
};

__global__ void run(int *out, int n)
{
    static int launches;
    static __shared__ int votes;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) votes = 0, atomicAdd(&launches, 1);
    __syncthreads();
    if (i >= n) return;
    Machine m;
    int steps = 0;
    do ++steps;
    while (m.advance());
    slot<int>() = i;
    slot<float>() = weights(i & 1)[i & 3];
    atomicAdd(&votes, classify(__int_as_float(i << 23)));
    out[i] = ({
        int g = gcd(i + 1, 360);
        g + collatz(i + 1);
    }) + steps + ticket() * 0 + ackermann(1, 2);
    if (i == n - 1) out[0] += launches + votes * 0 + (int)slot<float>();
}

int main()
{
    int *out, n = 256;
    cudaMallocManaged(&out, n * sizeof(int));
    for (int round = 0; round < 3; ++round) run<<<2, 128>>>(out, n);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    int best = ({
        int m = 0;
        for (int i = 0; i < n; i++)
            if (out[i] > out[m]) m = i;
        m;
    });
    static int printed = 0;
    if (!printed++) printf("%d at %d, %d\n", out[best], best, ackermann(2, 2));
    cudaFree(out);
    return 0;
}
