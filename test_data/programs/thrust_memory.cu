// flags: -std=c++17
// Memory under Thrust: an allocator of our own, memory resources, a policy that caches, pointers and references to the device.
#include <cstdio>
#include <map>
#include <memory>
#include <thrust/device_delete.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_malloc_allocator.h>
#include <thrust/device_new.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/host_vector.h>
#include <thrust/mr/allocator.h>
#include <thrust/mr/new.h>
#include <thrust/mr/pool.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/system/cuda/memory.h>
#include <thrust/system/cuda/vector.h>

namespace mem {
struct Caching {
    using value_type = char;
    Caching() = default;
    Caching(const Caching &) = delete;
    ~Caching()
    {
        for (auto &[size, p] : idle) thrust::cuda::free(thrust::cuda::pointer<char>(p));
        for (auto &[p, size] : used) thrust::cuda::free(thrust::cuda::pointer<char>(p));
    }
    char *allocate(std::ptrdiff_t bytes)
    {
        char *p = nullptr;
        if (auto found = idle.find(bytes); found != idle.end()) {
            p = found->second;
            idle.erase(found);
        } else {
            p = thrust::cuda::malloc<char>(bytes).get();
        }
        used.emplace(p, bytes);
        return p;
    }
    void deallocate(char *p, size_t)
    {
        auto it = used.find(p);
        idle.emplace(it->second, p);
        used.erase(it);
    }

private:
    std::multimap<std::ptrdiff_t, char *> idle;
    std::map<char *, std::ptrdiff_t> used;
};

template <class T>
class Uninitialized : public thrust::device_malloc_allocator<T>
{
public:
    template <class U>
    struct rebind {
        using other = Uninitialized<U>;
    };
    __host__ __device__ void construct(T *) {}
};
} // namespace mem

struct Node {
    int value;
    Node *next;
    __host__ __device__ explicit Node(int v = 0) : value(v), next(nullptr) {}
    __host__ __device__ bool operator<(const Node &o) const { return value < o.value; }
};

__global__ void chain(Node *nodes, int n)
{
    const int i = threadIdx.x;
    if (i + 1 < n) nodes[i].next = nodes + i + 1;
}

template <class Pointer>
__global__ void add(Pointer p, typename thrust::iterator_value<Pointer>::type x)
{
    p[blockIdx.x] = p[blockIdx.x] + x;
}

int main()
{
    mem::Caching cache;
    thrust::device_vector<int, mem::Uninitialized<int>> v(1000);
    for (int round = 0; round < 3; ++round) {
        thrust::fill(thrust::cuda::par(cache), v.begin(), v.end(), 1 << round);
        thrust::inclusive_scan(thrust::cuda::par(cache), v.begin(), v.end(), v.begin());
        thrust::sort(thrust::cuda::par(cache), v.begin(), v.end());
    }
    thrust::device_ptr<Node> nodes = thrust::device_new<Node>(thrust::device_malloc<Node>(10), Node(4), 10);
    chain<<<1, 10>>>(thrust::raw_pointer_cast(nodes), 10);
    Node first = nodes[0];
    thrust::device_reference<int> last = v.back();
    last = last + 1, ++last, last -= 3;
    add<<<10, 1>>>(v.data(), 5);
    add<<<10, 1>>>(thrust::raw_pointer_cast(v.data()), int(last));

    using Pool = thrust::mr::unsynchronized_pool_resource<thrust::mr::new_delete_resource>;
    thrust::mr::new_delete_resource upstream;
    Pool pool(&upstream, Pool::get_default_options());
    {
        thrust::mr::allocator<int, Pool> allocator(&pool);
        thrust::host_vector<int, decltype(allocator)> h(v.begin(), v.begin() + 20, allocator);
        std::printf("%d %d %d\n", h[3], thrust::reduce(h.begin(), h.end()), first.next != nullptr);
    }
    thrust::device_delete(nodes, 10);
}
