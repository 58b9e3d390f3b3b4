// CUDA graphs by stream capture, asynchronous allocation, device queries and occupancy.
#include <cstdio>
#include <cstdlib>

#define CHECK(x)                                                                       \
    if ((x) != cudaSuccess) {                                                          \
        std::printf("%s at line %d\n", cudaGetErrorString(cudaGetLastError()), __LINE__); \
        std::exit(1);                                                                  \
    } else

__global__ void init(float *p, int n, float v)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) p[i] = v;
}

__global__ void relax(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.5f * in[i] + 0.25f * (in[i ? i - 1 : n - 1] + in[i + 1 < n ? i + 1 : 0]);
}

struct Capture {
    cudaStream_t stream;
    cudaGraph_t graph;
    explicit Capture(cudaStream_t s) : stream(s), graph()
    {
        CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    }
    cudaGraphExec_t finish()
    {
        cudaGraphExec_t exec;
        CHECK(cudaStreamEndCapture(stream, &graph));
        CHECK(cudaGraphInstantiate(&exec, graph, 0));
        CHECK(cudaGraphDestroy(graph));
        return exec;
    }
};

static void describe(int device)
{
    cudaDeviceProp prop;
    CHECK(cudaGetDeviceProperties(&prop, device));
    int value = 0;
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, device));
    size_t free = 0, total = 0;
    CHECK(cudaMemGetInfo(&free, &total));
    std::printf("%d: %s, sm_%d%d, %d multiprocessors, warp %d, %zu of %zu MiB free\n", device, prop.name,
                prop.major, prop.minor, value, prop.warpSize, free >> 20, total >> 20);
}

int main(int argc, char **)
{
    int devices = 0, driver = 0, runtime = 0;
    if (cudaGetDeviceCount(&devices) == cudaErrorNoDevice || devices == 0) return 0;
    CHECK(cudaDriverGetVersion(&driver));
    CHECK(cudaRuntimeGetVersion(&runtime));
    for (int d = 0; d < devices; ++d) describe(d);
    CHECK(cudaSetDevice(0));

    int minGrid, block;
    CHECK(cudaOccupancyMaxPotentialBlockSize(&minGrid, &block, relax, 0, 512));
    const int n = 1 << 16, grid = (n + block - 1) / block;
    cudaStream_t s;
    CHECK(cudaStreamCreate(&s));
    float *a, *b;
    CHECK(cudaMallocAsync(&a, n * sizeof *a, s));
    CHECK(cudaMallocAsync((void **)&b, n * sizeof *b, s));
    CHECK(cudaMemsetAsync(b, 0, n * sizeof *b, s));
    init<<<minGrid, block, 0, s>>>(a, n, argc);
    CHECK(cudaStreamSynchronize(s));

    Capture capture(s);
    for (int i = 0; i < 10; ++i) {
        relax<<<grid, block, 0, s>>>(a, b, n);
        relax<<<grid, block, 0, s>>>(b, a, n);
    }
    cudaGraphExec_t exec = capture.finish();
    cudaEvent_t t0, t1;
    CHECK(cudaEventCreate(&t0));
    CHECK(cudaEventCreate(&t1));
    CHECK(cudaEventRecord(t0, s));
    for (int i = 0; i < 5; ++i) CHECK(cudaGraphLaunch(exec, s));
    CHECK(cudaEventRecord(t1, s));
    while (cudaEventQuery(t1) == cudaErrorNotReady) continue;
    float ms = 0, first = 0;
    CHECK(cudaEventElapsedTime(&ms, t0, t1));
    CHECK(cudaMemcpyAsync(&first, a, sizeof first, cudaMemcpyDeviceToHost, s));
    CHECK(cudaStreamSynchronize(s));
    std::printf("%f after %f ms\n", first, ms);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaFreeAsync(a, s));
    CHECK(cudaFreeAsync(b, s));
    cudaEventDestroy(t0), cudaEventDestroy(t1), cudaStreamDestroy(s);
    return cudaDeviceReset();
}
