// Sum, minimum and maximum of a vector with a tree reduction in shared memory
// and a warp shuffle tail.
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t err_ = (call);                                                 \
    if (err_ != cudaSuccess) {                                                 \
      fprintf(stderr, "%s:%d: %s failed: %s\n", __FILE__, __LINE__, #call,     \
              cudaGetErrorString(err_));                                       \
      std::exit(EXIT_FAILURE);                                                 \
    }                                                                          \
  } while (0)

static const int kThreads = 256;

struct Sum {
  static constexpr float identity() { return 0.0f; }
  __host__ __device__ float operator()(float a, float b) const { return a + b; }
};

struct Min {
  static constexpr float identity() { return FLT_MAX; }
  __host__ __device__ float operator()(float a, float b) const { return a < b ? a : b; }
};

struct Max {
  static constexpr float identity() { return -FLT_MAX; }
  __host__ __device__ float operator()(float a, float b) const { return a > b ? a : b; }
};

template <class Op>
__device__ __forceinline__ float warpReduce(float v, Op op) {
#pragma unroll
  for (int offset = warpSize / 2; offset > 0; offset >>= 1)
    v = op(v, __shfl_down_sync(0xffffffffu, v, offset));
  return v;
}

template <class Op>
__global__ void reduceKernel(const float *__restrict__ in, float *out, size_t n,
                             float identity, Op op = Op()) {
  __shared__ float lanes[kThreads / 32];
  float acc = identity;
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
       i += (size_t)gridDim.x * blockDim.x)
    acc = op(acc, in[i]);

  acc = warpReduce(acc, op);
  const unsigned lane = threadIdx.x & 31u, warp = threadIdx.x >> 5;
  if (lane == 0) lanes[warp] = acc;
  __syncthreads();

  if (warp == 0) {
    acc = lane < blockDim.x / 32 ? lanes[lane] : identity;
    acc = warpReduce(acc, op);
    if (lane == 0) out[blockIdx.x] = acc;
  }
}

template <class Op>
float reduce(const float *dIn, size_t n) {
  int blocks = static_cast<int>((n + kThreads - 1) / kThreads);
  if (blocks > 128) blocks = 128;
  float *partial = nullptr, *result = nullptr;
  CHECK(cudaMalloc(&partial, blocks * sizeof(float)));
  CHECK(cudaMalloc((void **)&result, sizeof(float)));

  reduceKernel<Op><<<blocks, kThreads>>>(dIn, partial, n, Op::identity());
  reduceKernel<<<1, kThreads>>>(partial, result, blocks, Op::identity(), Op{});
  CHECK(cudaGetLastError());

  float host = 0;
  CHECK(cudaMemcpy(&host, result, sizeof host, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(partial));
  CHECK(cudaFree(result));
  return host;
}

int main(int argc, char **argv) {
  const size_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1 << 20;
  std::vector<float> h(n);
  double expect = 0;
  for (size_t i = 0; i < n; ++i) {
    h[i] = std::sin(0.001f * i);
    expect += h[i];
  }
  float *d;
  CHECK(cudaMalloc(&d, n * sizeof(float)));
  CHECK(cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  float sum = reduce<Sum>(d, n), lo = reduce<Min>(d, n), hi = reduce<Max>(d, n);
  std::printf("sum %f (expected %f)  min %f  max %f\n", sum, expect, lo, hi);
  CHECK(cudaFree(d));
  return std::fabs(sum - expect) < 1e-2 * n ? 0 : 1;
}
