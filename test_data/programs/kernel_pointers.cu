// Pointers to kernels, to device functions, and to members; tables of all three.
#include <cstdio>
#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

using UnaryKernel = void (*)(float *, int);
typedef float (*DeviceOp)(float, float);

__device__ float add(float a, float b) { return a + b; }
__device__ float mul(float a, float b) { return a * b; }
__host__ __device__ float sub(float a, float b) { return a - b; }

__device__ DeviceOp deviceTable[] = {add, mul, sub};
__device__ DeviceOp single = &add;

__global__ void sqrtAll(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = sqrtf(p[i]);
}

__global__ void squareAll(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] *= p[i];
}

__global__ void squareAll(double *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] *= p[i];
}

template <int K>
__global__ void addConstant(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += K;
}

__global__ void fold(DeviceOp op, float *p, int n)
{
    float acc = p[0];
    for (int i = 1; i < n; ++i) acc = op(acc, p[i]);
    p[0] = acc;
}

__global__ void foldTable(int which, float *p, int n)
{
    DeviceOp op = deviceTable[which];
    p[0] = op(p[0], p[n - 1]);
    DeviceOp lambda = [](float a, float b) { return a > b ? a : b; };
    p[1] = lambda(p[0], p[1]);
}

struct Stage {
    std::string name;
    UnaryKernel kernel;
    unsigned threads = 128;
};

static UnaryKernel byName(const char *name)
{
    return !std::strcmp(name, "sqrt") ? sqrtAll : !std::strcmp(name, "square") ? (UnaryKernel)squareAll : nullptr;
}

void launch(UnaryKernel k, float *p, int n) { k<<<(n + 127) / 128, 128>>>(p, n); }

template <class... Args>
cudaError_t launchApi(void (*kernel)(Args...), dim3 grid, dim3 block, Args... args)
{
    void *slots[] = {static_cast<void *>(&args)...};
    return cudaLaunchKernel(reinterpret_cast<const void *>(kernel), grid, block, slots, 0, nullptr);
}

struct Member {
    float *p;
    int n;
    void a() { sqrtAll<<<1, n>>>(p, n); }
    void b() { squareAll<<<1, n>>>(p, n); }
};

int main()
{
    const int n = 128;
    float *p;
    cudaMallocManaged(&p, n * sizeof(float));
    for (int i = 0; i < n; ++i) p[i] = i;

    const std::vector<Stage> stages = {{"sqrt", sqrtAll},
                                       {"plus", &addConstant<3>, 64},
                                       {"square", static_cast<UnaryKernel>(squareAll)}};
    for (const Stage &s : stages) s.kernel<<<(n + s.threads - 1) / s.threads, s.threads>>>(p, n);

    std::unordered_map<std::string, UnaryKernel> registry{{"one", addConstant<1>}, {"two", addConstant<2>}};
    for (auto &entry : registry) launch(entry.second, p, n);
    launch(byName("square"), p, n);
    if (auto *k = byName("none")) k<<<1, 1>>>(p, n);

    void (*doubles)(double *, int) = squareAll;
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, doubles);
    std::printf("%d registers\n", attributes.numRegs);

    DeviceOp op;
    cudaMemcpyFromSymbol(&op, single, sizeof op);
    fold<<<1, 1>>>(op, p, n);
    foldTable<<<1, 1>>>(1, p, n);
    launchApi(sqrtAll, 1, n, p, n);
    launchApi<DeviceOp, float *, int>(fold, 1, 1, op, p, n);

    Member m{p, n};
    void (Member::*steps[])() = {&Member::a, &Member::b};
    for (auto step : steps) (m.*step)();
    const void *address = (const void *)sqrtAll;
    std::printf("%d %f\n", address != nullptr && sqrtAll != byName("square"), p[0]);
    cudaError_t e = cudaDeviceSynchronize();
    cudaFree(p);
    return e;
}
