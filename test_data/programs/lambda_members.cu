// flags: --extended-lambda -std=c++17
// A class whose members launch lambdas that capture this, *this and copies of members; a member template that
// takes a lambda.
#include <cstdio>
template <class F>
__global__ void run(F f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) f(i);
}
class Field
{
public:
    explicit Field(int n) : n_(n) { cudaMallocManaged(&data_, n * sizeof(double)); }
    void release() { cudaFree(data_); }
    void fill(double v);
    void scale(double s)
    {
        run<<<blocks(), 128>>>([=, *this] __device__(int i) { data_[i] *= s; }, n_);
    }
    template <class Op>
    void apply(Op op)
    {
        auto d = data_;
        run<<<blocks(), 128>>>([d, op] __device__(int i) { d[i] = op(d[i]); }, n_);
    }
    void unified()
    {
        run<<<blocks(), 128>>>([this] __device__(int i) { data_[i] += n_; }, n_);
    }
    void implicit()
    {
        run<<<blocks(), 128>>>([=] __device__(int i) { data_[i] += at(i); }, n_);
    }
    __host__ __device__ double at(int i) const { return data_[i]; }
    static void make(Field &f, double v);
    double operator()(int k) const
    {
        run<<<1, 1>>>([*this, k] __device__(int) mutable { data_[k] = n_++; }, 1);
        return data_[k];
    }

private:
    int blocks() const { return (n_ + 127) / 128; }
    int n_;
    double *data_ = nullptr;
};
void Field::fill(double v)
{
    run<<<blocks(), 128>>>([=] __device__(int i) { data_[i] = v; }, n_);
}
void Field::make(Field &f, double v)
{
    auto p = f.data_;
    run<<<1, f.n_>>>([=] __host__ __device__(int i) { p[i] = v; }, f.n_);
}
int main()
{
    Field f(100);
    f.fill(1);
    f.scale(3);
    f.apply([] __device__(double x) { return x + 1; });
    f.unified();
    f.implicit();
    Field::make(f, 2);
    cudaDeviceSynchronize();
    printf("%g %g\n", f.at(3), f(2));
    f.release();
}
