// Device, constant and shared variables of many shapes and in many scopes.
#include <cstdio>
#include <cstring>

struct Params {
    float gravity;
    int steps;
    struct { float lo, hi; } range;
};

struct alignas(16) Particle {
    float3 position;
    float mass;
    float3 velocity;
    int id;
};

__device__ int generation = 1;
__device__ unsigned long long hits, misses;
__device__ float field[32][32];
__device__ float *workspace = nullptr;
__device__ volatile int stop;
__device__ const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
static __device__ Particle reference = {{0.f, 1.f, 2.f}, 1.f, {0.f, 0.f, 0.f}, 7};

__constant__ Params params;
__constant__ float kernel3x3[9] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
__constant__ char motto[] = "constant memory is broadcast";
const __constant__ double golden = 1.618033988749895;
static __constant__ int offsets[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};

namespace world {
__device__ int population = 100;
namespace detail {
__constant__ int limit = 1000;
__device__ int2 origin = {3, 4};
}
inline namespace v2 {
__device__ float temperature{20.5f};
}
} // namespace world

namespace {
__device__ int hidden = 5;
__constant__ short steps[3] = {1, -1, 0};
}

extern __shared__ float scratch[];

template <int N>
__device__ int counter = N;

__device__ int *addressOfHidden() { return &hidden; }

__global__ void simulate(int n)
{
    __shared__ Particle tile[32];
    __shared__ int alive, dead[2];
    static __device__ int calls = 0;
    static __constant__ const float dt = 0.01f;
    const unsigned t = threadIdx.x;

    if (t == 0) {
        alive = dead[0] = dead[1] = 0;
        atomicAdd(&calls, 1);
    }
    tile[t & 31] = reference;
    scratch[t] = kernel3x3[t % 9] * dt;
    __syncthreads();

    for (int s = 0; s < params.steps && !stop; ++s) {
        Particle &p = tile[t & 31];
        p.velocity.y -= params.gravity * dt;
        p.position.y += p.velocity.y * dt;
        if (p.position.y < params.range.lo) {
            p.position.y = params.range.lo;
            atomicAdd(&dead[s & 1], 1);
        }
    }
    atomicAdd(&alive, 1);
    __syncthreads();
    field[t % 32][(t + offsets[t & 3][0]) & 31] = scratch[t] + float(golden);
    if (t == 0) {
        atomicAdd(&hits, (unsigned long long)alive);
        atomicAdd(&misses, dead[0] + dead[1] + 0ull);
        world::population = min(world::population + *addressOfHidden(), world::detail::limit);
        world::temperature += primes[n & 7] + steps[n % 3] + world::detail::origin.x;
        counter<3> += counter<4> + motto[0];
        ++::generation;
    }
}

#define TRY(x) \
    if (cudaError_t e = (x)) \
        return std::fprintf(stderr, #x ": %s\n", cudaGetErrorString(e)), 1; \
    else \
        (void)0

int main()
{
    Params p;
    std::memset(&p, 0, sizeof p);
    p.gravity = 9.81f;
    p.steps = 100;
    p.range = {0.f, 10.f};
    TRY(cudaMemcpyToSymbol(params, &p, sizeof p));

    void *address = nullptr;
    size_t bytes = 0;
    TRY(cudaGetSymbolAddress(&address, field));
    TRY(cudaGetSymbolSize(&bytes, field));
    TRY(cudaMemset(address, 0, bytes));
    float *scratchPad;
    TRY(cudaMalloc(&scratchPad, 1024));
    TRY(cudaMemcpyToSymbol(workspace, &scratchPad, sizeof scratchPad));

    simulate<<<1, 64, 64 * sizeof(float)>>>(3);
    TRY(cudaDeviceSynchronize());

    unsigned long long h = 0;
    int pop = 0;
    float temp = 0;
    TRY(cudaMemcpyFromSymbol(&h, hits, sizeof h));
    TRY(cudaMemcpyFromSymbol(&pop, world::population, sizeof(int)));
    TRY(cudaMemcpyFromSymbol(&temp, world::v2::temperature, sizeof temp));
    std::printf("%llu hits, population %d, %.2f degrees, %zu bytes\n", h, pop, temp, bytes);
    cudaFree(scratchPad);
    return 0;
}
