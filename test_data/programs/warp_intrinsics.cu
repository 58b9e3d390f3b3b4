// Warp-level intrinsics: votes, matches, shuffles, bit counting, barriers with reductions.
#include <cuda_runtime.h>
#include <stdio.h>

#define FULL 0xffffffffu

__device__ __inline__ int warpScan(int v)
{
    const int lane = threadIdx.x % warpSize;
    for (int d = 1; d < warpSize; d <<= 1) {
        int up = __shfl_up_sync(FULL, v, d);
        if (lane >= d) v += up;
    }
    return v;
}

template <typename T>
__device__ T butterfly(T v)
{
#pragma unroll
    for (int m = 16; m >= 1; m /= 2) v += __shfl_xor_sync(FULL, v, m);
    return v;
}

__device__ unsigned partition(bool flag, unsigned *leader)
{
    const unsigned mask = __ballot_sync(FULL, flag);
    *leader = __ffs(mask) - 1;
    return __popc(mask & ((1u << (threadIdx.x & 31)) - 1));
}

__global__ void votes(const int *in, int4 *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    int4 r;
    r.x = __all_sync(FULL, v >= 0);
    r.y = __any_sync(FULL, v == 7);
    r.z = __syncthreads_count(v & 1);
    r.w = __syncthreads_and(v < 100) + 2 * __syncthreads_or(v > 90);
    out[i] = r;
}

__global__ void bits(const unsigned *in, unsigned *out)
{
    const unsigned v = in[threadIdx.x];
    unsigned r = __popc(v) + __clz(v) * 64 + __ffs(v) * 4096;
    r ^= __brev(v);
    r += __byte_perm(v, r, 0x3214);
    r ^= __funnelshift_r(v, r, 5) + __umulhi(v, r) + __mul24(v & 0xffff, 3);
    r += __popcll(((unsigned long long)v << 32) | r) + __clzll(v);
    r += __vadd4(v, 0x01010101u) + __dp4a(v, r, 1u) + __sad(v, 3, 1u);
    out[threadIdx.x] = r;
}

__global__ void groups(const int *keys, int *counts)
{
    const int key = keys[threadIdx.x];
    const unsigned peers = __match_any_sync(FULL, key);
    int all;
    __match_all_sync(FULL, key, &all);
    if ((threadIdx.x & 31) == __ffs(peers) - 1) atomicAdd(counts + key, __popc(peers));
    __syncwarp();
    unsigned leader, rank = partition(key == 0, &leader);
    int base = __shfl_sync(FULL, key, leader, 32);
    if (__activemask() == FULL) counts[64 + threadIdx.x] = base + rank + all;
}

__global__ void reduceAdd(const int *in, int *out, float *f)
{
    int v = in[threadIdx.x];
    out[threadIdx.x] = warpScan(v);
    unsigned m = __reduce_max_sync(FULL, (unsigned)v);
    f[threadIdx.x] = butterfly((float)v) + m;
    double d = butterfly((double)v);
    long long c = clock64();
    __threadfence();
    if (threadIdx.x == 0) atomicExch(out, (int)d + (c == 0 ? 1 : 0));
    __nanosleep(10);
    const int cached = __ldg(in + threadIdx.x);
    atomicCAS(out + 1, cached, cached + 1);
    atomicMax(out + 2, v), atomicMin(out + 3, v), atomicXor(out + 4, v), atomicAnd(out + 5, ~v);
    __threadfence_block();
}

int main(void)
{
    int *in, *out;
    int4 *quads;
    float *f;
    cudaMallocManaged(&in, 256 * sizeof(int));
    cudaMallocManaged(&out, 256 * sizeof(int));
    cudaMallocManaged(&quads, 256 * sizeof(int4));
    cudaMallocManaged(&f, 256 * sizeof(float));
    for (int i = 0; i < 256; ++i) in[i] = (i * 5) % 17, out[i] = 0;
    votes<<<2, 128>>>(in, quads);
    bits<<<1, 64>>>((const unsigned *)in, (unsigned *)out);
    groups<<<1, 128>>>(in, out);
    reduceAdd<<<1, 32>>>(in, out, f);
    cudaError_t e = cudaDeviceSynchronize();
    printf("%s: %d %d %d %f\n", cudaGetErrorName(e), quads[3].z, out[9], out[65], f[1]);
    cudaFree(in);
    cudaFree(out);
    cudaFree(quads);
    cudaFree(f);
    return e;
}
