// flags: -std=c++17
// Synchronisation of libcu++: barriers with completion functions, pipelines and asynchronous copies, latches, semaphores,
// atomics of every scope and references to plain memory.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/chrono>

namespace cg = cooperative_groups;
using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

struct Count {
    int *rounds;
    __device__ void operator()() noexcept { ++*rounds; }
};

template <class T> struct alignas(T) Tile {
    T data[128];
    __host__ __device__ T &operator[](int i) { return data[i]; }
    __host__ __device__ static constexpr int size() { return 128; }
};

__device__ cuda::atomic<unsigned, cuda::thread_scope_system> ticket{0};
__device__ cuda::std::atomic<int> plain;
__device__ cuda::counting_semaphore<cuda::thread_scope_device, 4> slots{4};
__managed__ cuda::binary_semaphore<cuda::thread_scope_system> door{1};
__managed__ cuda::atomic<bool, cuda::thread_scope_system> ready{false};

template <int Stages>
__global__ void staged(const int *in, int *out, int tiles)
{
    __shared__ int buffer[Stages][128];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, Stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int next = 0, now = 0; now < tiles; ++now) {
        for (; next < tiles && next < now + Stages; ++next) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buffer[next % Stages], in + next * 128, cuda::aligned_size_t<16>(sizeof buffer[0]), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        out[now * 128 + threadIdx.x] = 2 * buffer[now % Stages][threadIdx.x];
        pipe.consumer_release();
    }
}

__global__ void phases(int *data, int *rounds)
{
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ BlockBarrier bar;
    __shared__ cuda::std::aligned_storage_t<sizeof(cuda::barrier<cuda::thread_scope_block, Count>)> raw;
    auto *counted = reinterpret_cast<cuda::barrier<cuda::thread_scope_block, Count> *>(&raw);
    if (threadIdx.x == 0) init(&bar, blockDim.x), init(counted, blockDim.x, Count{rounds});
    __syncthreads();
    BlockBarrier::arrival_token token = bar.arrive();
    atomicAdd(data, 1);
    bar.wait(cuda::std::move(token));
    counted->arrive_and_wait();
    cuda::atomic_ref<int, cuda::thread_scope_device> ref(*data);
    ref.fetch_max(int(threadIdx.x), cuda::std::memory_order_relaxed);
    plain.store(ref.load(), cuda::std::memory_order_release);
}

__global__ void guarded(Tile<double> tile, double *out)
{
    slots.acquire();
    const unsigned mine = ticket.fetch_add(1, cuda::memory_order_acq_rel);
    out[mine % Tile<double>::size()] = tile[mine % tile.size()];
    slots.release();
    if (threadIdx.x == 0 && door.try_acquire_for(cuda::std::chrono::microseconds(10))) door.release();
    ready.store(true);
    ready.notify_all();
}

int main()
{
    int *in, *out;
    double *d;
    cudaMallocManaged(&in, 4096), cudaMallocManaged(&out, 4096), cudaMallocManaged(&d, 4096);
    staged<2><<<1, 128>>>(in, out, 8);
    staged<4><<<1, 128>>>(in, out, 8);
    phases<<<1, 64>>>(in, out);
    guarded<<<1, 32>>>(Tile<double>{}, d);
    while (!ready.load(cuda::memory_order_acquire)) continue;
    cuda::latch<cuda::thread_scope_system> done(1);
    done.count_down();
    done.wait();
    door.acquire();
    cuda::atomic_ref<int> total(*in);
    std::printf("%d %s\n", total.fetch_add(1), cudaGetErrorString(cudaDeviceSynchronize()));
    door.release();
}
