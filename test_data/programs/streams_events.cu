// Overlap of copies and kernels on several streams, events, callbacks and priorities.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#define CUDA_CHECK(expr)                                                                       \
    ([](cudaError_t status, int line) {                                                        \
        if (status == cudaSuccess) return;                                                     \
        std::fprintf(stderr, "line %d: %s: %s\n", line, #expr, cudaGetErrorString(status));    \
        std::abort();                                                                          \
    }((expr), __LINE__))

class Stream {
public:
    explicit Stream(int priority = 0)
    {
        CUDA_CHECK(cudaStreamCreateWithPriority(&s_, cudaStreamNonBlocking, priority));
    }
    Stream(Stream &&o) noexcept : s_(std::exchange(o.s_, nullptr)) {}
    Stream(const Stream &) = delete;
    Stream &operator=(Stream o) noexcept
    {
        std::swap(s_, o.s_);
        return *this;
    }
    ~Stream()
    {
        if (s_) cudaStreamDestroy(s_);
    }
    operator cudaStream_t() const { return s_; }
    void wait(cudaEvent_t e) const { CUDA_CHECK(cudaStreamWaitEvent(s_, e, 0)); }

private:
    cudaStream_t s_ = nullptr;
};

class Event {
    cudaEvent_t e_;

public:
    Event() { CUDA_CHECK(cudaEventCreateWithFlags(&e_, cudaEventDefault)); }
    ~Event() { cudaEventDestroy(e_); }
    Event(const Event &) = delete;
    void record(cudaStream_t s) { CUDA_CHECK(cudaEventRecord(e_, s)); }
    cudaEvent_t get() const { return e_; }
    friend float operator-(const Event &end, const Event &begin)
    {
        float ms;
        CUDA_CHECK(cudaEventElapsedTime(&ms, begin.e_, end.e_));
        return ms;
    }
};

struct HostFree {
    void operator()(float *p) const { cudaFreeHost(p); }
};
struct DeviceFree {
    void operator()(float *p) const { cudaFree(p); }
};

template <class T>
std::unique_ptr<T[], HostFree> pinned(std::size_t n)
{
    void *p;
    CUDA_CHECK(cudaMallocHost(&p, n * sizeof(T)));
    return std::unique_ptr<T[], HostFree>(static_cast<T *>(p));
}

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] += a * x[i];
}

static void CUDART_CB finished(void *user) { ++*static_cast<int *>(user); }

int main()
{
    const int chunks = 4, chunk = 1 << 18;
    auto x = pinned<float>(chunks * chunk), y = pinned<float>(chunks * chunk);
    for (int i = 0; i < chunks * chunk; ++i) {
        x[i] = i & 15;
        y[i] = 1;
    }
    float *raw;
    CUDA_CHECK(cudaMalloc(&raw, 2ull * chunks * chunk * sizeof(float)));
    std::unique_ptr<float[], DeviceFree> device(raw);
    float *dx = device.get(), *dy = dx + chunks * chunk;

    int low = 0, high = 0, done = 0;
    CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&low, &high));
    std::vector<Stream> streams;
    for (int i = 0; i < chunks; ++i)
        streams.emplace_back(i ? low : high);

    Event begin, end, ready[chunks];
    begin.record(streams[0]);
    for (int i = 0; i < chunks; ++i) {
        const std::size_t at = std::size_t(i) * chunk, bytes = chunk * sizeof(float);
        Stream &s = streams[i];
        if (i) s.wait(begin.get());
        CUDA_CHECK(cudaMemcpyAsync(dx + at, &x[at], bytes, cudaMemcpyHostToDevice, s));
        CUDA_CHECK(cudaMemcpyAsync(dy + at, &y[at], bytes, cudaMemcpyHostToDevice, s));
        saxpy<<<64, 256, 0, s>>>(chunk, 2.f, dx + at, dy + at);
        CUDA_CHECK(cudaMemcpyAsync(&y[at], dy + at, bytes, cudaMemcpyDeviceToHost, s));
        CUDA_CHECK(cudaLaunchHostFunc(s, finished, &done));
        ready[i].record(s);
        streams[0].wait(ready[i].get());
    }
    end.record(streams[0]);
    CUDA_CHECK(cudaStreamSynchronize(streams[0]));
    CUDA_CHECK(cudaDeviceSynchronize());

    int wrong = 0;
    for (int i = 0; i < chunks * chunk; ++i)
        wrong += y[i] != 1 + 2 * (i & 15);
    std::printf("%d callbacks, %d wrong, %.3f ms\n", done, wrong, end - begin);
    return wrong;
}
