// flags: --extended-lambda -std=c++17
// Thrust algorithms with device and host-device lambdas inside a class: transform, transform_reduce,
// for_each_n.
#include <cuda_runtime.h>
#include <thrust/device_vector.h>
#include <thrust/transform.h>
#include <thrust/reduce.h>
#include <thrust/transform_reduce.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/sequence.h>
#include <thrust/execution_policy.h>
#include <iostream>
class Model
{
    thrust::device_vector<float> w_, g_;
    float lr_ = 0.1f;
    static constexpr int kBatch = 4;

public:
    Model(size_t n) : w_(n), g_(n) {}
    void sgd()
    {
        auto lr = lr_;
        thrust::transform(w_.begin(), w_.end(), g_.begin(), w_.begin(),
                          [lr] __host__ __device__(float w, float g) { return w - lr * g / kBatch; });
    }
    float norm() const
    {
        return thrust::transform_reduce(
            w_.begin(), w_.end(), [] __device__(float x) -> float { return x * x; }, 0.f,
            thrust::plus<float>());
    }
    template <class Act>
    void forward(const thrust::device_vector<float> &x, thrust::device_vector<float> &y, Act act)
    {
        const float *w = w_.data().get(), *in = x.data().get();
        float *out = y.data().get();
        int n = w_.size();
        thrust::for_each_n(thrust::device, thrust::make_counting_iterator(0), n,
                           [=] __device__(int i) { out[i] = act(w[i] * in[i]); });
    }
};
int main()
{
    Model m(64);
    thrust::device_vector<float> x(64), y(64);
    thrust::sequence(x.begin(), x.end());
    m.forward(x, y, [] __device__(float v) { return v > 0 ? v : 0; });
    float a = 0.5f;
    m.forward(x, y, [a] __host__ __device__(float v) { return v > 0 ? v : a * v; });
    m.sgd();
    std::cout << m.norm() << "\n";
}
