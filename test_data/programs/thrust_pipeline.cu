// flags: -std=c++17
// Thrust beyond sorting: runs of equal keys are reduced, scanned and compacted, through zipped, permuted and transformed views.
#include <cstdio>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>

struct Sale { int shop; float amount; };

struct ShopOf { __host__ __device__ int operator()(const Sale &s) const { return s.shop; } };
struct AmountOf { __host__ __device__ float operator()(const Sale &s) const { return s.amount; } };
struct Above {
    float limit;
    __device__ bool operator()(const thrust::tuple<int, float> &t) const { return thrust::get<1>(t) > limit; }
};

__constant__ float tax = 1.25f;
struct Taxed { __device__ float operator()(float x) const { return x * tax; } };

int main()
{
    thrust::host_vector<Sale> sales(1000);
    for (int i = 0; i < (int)sales.size(); ++i) sales[i] = {i * 7 % 13, float(i % 10)};
    thrust::device_vector<Sale> d = sales;
    thrust::device_vector<int> shops(d.size()), keys(13);
    thrust::device_vector<float> amounts(d.size()), sums(13), running(d.size());

    thrust::transform(d.begin(), d.end(), shops.begin(), ShopOf());
    thrust::transform(d.begin(), d.end(), amounts.begin(), AmountOf());
    thrust::sort_by_key(shops.begin(), shops.end(), amounts.begin());
    auto end = thrust::reduce_by_key(shops.begin(), shops.end(), amounts.begin(), keys.begin(), sums.begin());
    thrust::inclusive_scan_by_key(shops.begin(), shops.end(), amounts.begin(), running.begin());

    auto zipped = thrust::make_zip_iterator(thrust::make_tuple(keys.begin(), sums.begin()));
    thrust::device_vector<thrust::tuple<int, float>> best(13);
    auto last = thrust::copy_if(thrust::device, zipped, zipped + (end.first - keys.begin()), best.begin(), Above{300.f});

    auto taxed = thrust::make_transform_iterator(sums.begin(), Taxed());
    float total = thrust::reduce(taxed, taxed + 13, 0.f, thrust::plus<float>());
    auto chosen = thrust::make_permutation_iterator(sums.begin(), keys.begin());
    float most = thrust::transform_reduce(chosen, chosen + 13, Taxed(), 0.f, thrust::maximum<float>());
    std::printf("%d shops above, %f in all, %f at most\n", int(last - best.begin()), total, most);
}
