// Touches every group of declarations. Launches are written as the host half has them.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <device_launch_parameters.h>
#include <math_constants.h>

namespace cg = cooperative_groups;

struct Parameters {
    float4 scale;
    dim3 size;
};

__device__ float table[4];
__constant__ Parameters parameters;
__managed__ int total;
extern __shared__ float dynamic[];

__global__ void __launch_bounds__(128, 2) kernel(const __grid_constant__ Parameters p, float *__restrict__ out)
{
    __shared__ float tile[32];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x % warpSize] = __ldg(out + i) + rsqrtf(p.scale.x) + __sinf(1.f) + CUDART_PI_F;
    __syncthreads();
    float v = __shfl_xor_sync(0xffffffffu, tile[0], 1) + __shfl_down_sync(~0u, 1.0, 2);
    if (__any_sync(~0u, v > 0) && __popc(__ballot_sync(~0u, 1)) == 32) atomicAdd(&total, 1);
    atomicMax((unsigned long long *)out, 1ull);
    v += min(1, 2) + max(3.f, 4.0) + abs(-1) + std::abs(-1.f) + fmaf(1.f, 2.f, 3.f) + __fadd_rn(v, 1.f);
    if (clock64() == 0 || clock() == 0) __trap();
    auto block = cg::this_thread_block();
    auto tile32 = cg::tiled_partition<32>(block);
    v += cg::reduce(tile32, v, cg::plus<float>()) + cg::coalesced_threads().size() + dynamic[0];
    block.sync();
    cg::this_grid().sync();
    out[i] = v + __half2float(__hadd(__float2half(v), half(1.f))) + __bfloat162float(__nv_bfloat16(v) * __nv_bfloat16(2.f));
    int *heap = new int[2];
    delete[] heap;
    printf("%f\n", v);
    assert(v >= 0);
    __threadfence();
}

__global__ void __maxnreg__(32) __cluster_dims__(2, 1, 1) textures(cudaTextureObject_t t, cudaSurfaceObject_t s)
{
    float4 v = tex2D<float4>(t, 0.5f, 0.5f);
    uchar4 u;
    surf2Dread(&u, s, 0, 0);
    surf2Dwrite(v.x + u.x, s, 4, 0);
}

__host__ __device__ __forceinline__ float4 operator+(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

int main()
{
    float *p, *h;
    Parameters host = {make_float4(1, 2, 3, 4) + float4{1, 1, 1, 1}, {1, 2}};
    cudaStream_t stream;
    cudaEvent_t event;
    if (cudaMalloc(&p, 1024) != cudaSuccess || cudaMallocManaged(&h, 1024)) return cudaGetLastError();
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreate(&event, cudaEventDisableTiming);
    cudaMemcpyToSymbol(parameters, &host, sizeof host);
    cudaMemcpyFromSymbol(h, table, sizeof table, 0, cudaMemcpyDeviceToHost);
    __cudaPushCallConfiguration(dim3(1), 128, 64, stream) ? (void)0 : kernel(host, p);
    void *arguments[] = {&host, &p};
    cudaLaunchKernel(kernel, dim3(1), dim3(32), arguments);
    cudaLaunchConfig_t config = {};
    config.gridDim = 2;
    cudaLaunchKernelEx(&config, textures, cudaTextureObject_t(0), cudaSurfaceObject_t{});
    int grid, block, blocks;
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block, 0);
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    cudaMemLocation where = {cudaMemLocationTypeDevice, 0};
    cudaMemPrefetchAsync(h, 1024, where, 0, stream);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, 16, 16);
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    CUdevice device;
    return cuDeviceGet(&device, properties.warpSize) == CUDA_SUCCESS ? total : 1;
}
