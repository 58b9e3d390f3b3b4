// Policies and dispatchers as libraries have them: a kernel's bounds taken from a policy, its address as template argument, member
// templates that launch it, and conversions of dependent values where a type could stand.
namespace lib {
template <int Arch> struct Tuning {
    static constexpr unsigned threads = 64;
    static constexpr int blocks = 2;
};
template <> struct Tuning<90> {
    enum { threads = 256, blocks = 1 };
};

template <int N> struct Storage { float data[N]; };

template <class Policy, class Op>
__launch_bounds__(int(Policy::threads), int(Policy::blocks)) __global__ void transform(float *p, int n, Op op)
{
    __shared__ Storage<int(Policy::threads)> staged;
    int i = blockIdx.x * int(Policy::threads) + threadIdx.x;
    staged.data[threadIdx.x] = i < n ? p[i] : 0;
    if (i < n) p[i] = op(staged.data[threadIdx.x]);
}

template <class Op, class Kernel> class Dispatch {
    float *p_;
    int n_;
    Op op_;

public:
    Dispatch(float *p, int n, Op op) : p_(p), n_(n), op_(op) {}

    template <class Policy> cudaError_t invoke(Kernel kernel, cudaStream_t stream = nullptr) const
    {
        if (n_ == 0) return cudaSuccess;
        kernel<<<(n_ + Policy::threads - 1) / Policy::threads, Policy::threads, sizeof(Storage<int(Policy::blocks)>), stream>>>(p_, n_, op_);
        return cudaPeekAtLastError();
    }
};

template <int Arch, class Op> cudaError_t apply(float *p, int n, Op op)
{
    using Policy = Tuning<Arch>;
    auto kernel = &transform<Policy, Op>;
    return Dispatch<Op, decltype(kernel)>(p, n, op).template invoke<Policy>(kernel);
}
}

struct Negate {
    __device__ float operator()(float x) const { return -x; }
};

int main() { return lib::apply<80>(nullptr, 4, Negate()) + lib::apply<90>(nullptr, 5, Negate()); }
