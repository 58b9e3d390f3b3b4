// N-body simulation: float4 data, operators on vector types, double buffering, pragma unroll forms.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#define BLOCK 256
static const float kSoftening = 1e-3f;

__host__ __device__ inline float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__host__ __device__ inline float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
__host__ __device__ inline float3 operator*(float s, float3 a) { return {s * a.x, s * a.y, s * a.z}; }
__host__ __device__ inline float dot(const float3 &a, const float3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__host__ __device__ inline float3 &operator+=(float3 &a, const float3 &b) { return a = a + b; }
__host__ __device__ inline float3 xyz(float4 v) { return make_float3(v.x, v.y, v.z); }

struct System {
    float4 *position[2];
    float4 *velocity;
    int n;
    int current;

    void swap() { current = 1 - current; }
};

__device__ float3 attraction(float4 from, float4 to, float3 acc)
{
    const float3 r = xyz(from) - xyz(to);
    const float d2 = dot(r, r) + kSoftening;
    const float inv = rsqrtf(d2);
    return acc + from.w * inv * inv * inv * r;
}

template <int Unroll>
__device__ float3 tile(const float4 *shared, float4 mine, float3 acc)
{
#pragma unroll Unroll
    for (int i = 0; i < BLOCK; ++i) acc = attraction(shared[i], mine, acc);
    return acc;
}

__global__ void __launch_bounds__(BLOCK) step(const float4 *__restrict__ in, float4 *__restrict__ out,
                                             float4 *vel, int n, float dt)
{
    __shared__ float4 cache[BLOCK];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    float4 mine = in[min(i, n - 1)];
    float3 acc = {0.f, 0.f, 0.f};
#pragma unroll 1
    for (int base = 0; base < n; base += BLOCK) {
        const int j = base + threadIdx.x;
        cache[threadIdx.x] = j < n ? in[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
        acc = tile<8>(cache, mine, acc);
        __syncthreads();
    }
    if (i >= n) return;
    float3 v = xyz(vel[i]);
    v += dt * acc;
    vel[i] = make_float4(v.x, v.y, v.z, 0.f);
    const float3 p = xyz(mine) + dt * v;
    out[i] = make_float4(p.x, p.y, p.z, mine.w);
}

__global__ void energyKernel(const float4 *pos, const float4 *vel, int n, double *out)
{
    double e = 0;
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        e += 0.5 * pos[i].w * dot(xyz(vel[i]), xyz(vel[i]));
    _Pragma("unroll") for (int o = 16; o > 0; o >>= 1) e += __shfl_down_sync(0xffffffff, e, o);
    if (!(threadIdx.x % 32)) atomicAdd(out, e);
}

static void advance(System &s, float dt, int steps = 1)
{
    while (steps--) {
        step<<<(s.n + BLOCK - 1) / BLOCK, BLOCK>>>(s.position[s.current], s.position[!s.current], s.velocity, s.n, dt);
        s.swap();
    }
}

int main()
{
    const int n = 4096;
    std::mt19937 rng(7);
    std::normal_distribution<float> gauss(0.f, 1.f);
    std::vector<float4> bodies(n);
    std::generate(bodies.begin(), bodies.end(), [&]() -> float4 { return {gauss(rng), gauss(rng), gauss(rng), 1.f / n}; });

    System s{};
    s.n = n;
    for (auto &p : s.position) cudaMalloc(&p, n * sizeof(float4));
    cudaMalloc(&s.velocity, n * sizeof(float4));
    cudaMemset(s.velocity, 0, n * sizeof(float4));
    cudaMemcpy(s.position[0], bodies.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
    double *energy, host[2] = {0, 0};
    cudaMalloc(&energy, 2 * sizeof(double));
    cudaMemset(energy, 0, 2 * sizeof(double));
    for (int round = 0; round < 2; ++round) {
        advance(s, 0.01f, 5);
        energyKernel<<<8, 128>>>(s.position[s.current], s.velocity, n, energy + round);
    }
    cudaMemcpy(host, energy, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("kinetic energy %g, then %g\n", host[0], host[1]);
    cudaFree(s.position[0]), cudaFree(s.position[1]), cudaFree(s.velocity), cudaFree(energy);
    return !(std::isfinite(host[1]) && host[1] > host[0]);
}
