// flags: -std=c++17
// Graphs made node by node: kernel nodes with parameters, conditional nodes whose handle a kernel sets, host nodes, updates.
#include <array>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

inline void operator||(cudaError_t e, const char *what)
{
    if (e != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}

__global__ void step(float *x, int n, cudaGraphConditionalHandle again)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 0.5f;
    if (i == 0) cudaGraphSetConditional(again, x[0] > 1e-3f);
}

template <class T, class Op>
static __global__ void apply(T *x, int n, Op op)
{
    if (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n) x[i] = op(x[i]);
}

struct Scale {
    float by;
    __device__ float operator()(float x) const { return x * by; }
};
struct Negate {
    template <class T> __device__ T operator()(T x) const { return -x; }
};

class Graph
{
    cudaGraph_t graph = nullptr;
    bool owned = true;

public:
    Graph() { cudaGraphCreate(&graph, 0) || "create"; }
    explicit Graph(cudaGraph_t body) : graph(body), owned(false) {}
    Graph(Graph &&g) noexcept : graph(std::exchange(g.graph, nullptr)), owned(g.owned) {}
    ~Graph() { if (graph && owned) cudaGraphDestroy(graph); }
    operator cudaGraph_t() const { return graph; }

    template <class... P, class... A>
    cudaGraphNode_t kernel(void (*k)(P...), dim3 grid, dim3 block, std::initializer_list<cudaGraphNode_t> after, A... a)
    {
        std::tuple<P...> values{P(a)...};
        cudaKernelNodeParams params{};
        auto pointers = std::apply([](auto &...v) { return std::array<void *, sizeof...(v)>{(void *)&v...}; }, values);
        params.func = reinterpret_cast<void *>(k), params.gridDim = grid, params.blockDim = block;
        params.kernelParams = pointers.data();
        cudaGraphNode_t node;
        cudaGraphAddKernelNode(&node, graph, after.begin(), after.size(), &params) || __func__;
        return node;
    }
    std::pair<cudaGraphNode_t, Graph> loop(cudaGraphConditionalHandle handle, cudaGraphNode_t after)
    {
        cudaGraphNodeParams params = {cudaGraphNodeTypeConditional};
        params.conditional.handle = handle;
        params.conditional.type = cudaGraphCondTypeWhile;
        params.conditional.size = 1;
        cudaGraphNode_t node;
        cudaGraphAddNode(&node, graph, &after, nullptr, 1, &params) || "loop";
        return {node, Graph(params.conditional.phGraph_out[0])};
    }
    cudaGraphNode_t host(std::function<void()> *f, cudaGraphNode_t after)
    {
        cudaHostNodeParams params{[](void *p) { (*static_cast<std::function<void()> *>(p))(); }, f};
        cudaGraphNode_t node;
        cudaGraphAddHostNode(&node, graph, &after, 1, &params) || "host";
        return node;
    }
};

int main()
try {
    const int n = 1 << 10;
    float *x;
    cudaMallocManaged(&x, n * sizeof *x) || "malloc";
    Graph g;
    cudaGraphConditionalHandle handle;
    cudaGraphConditionalHandleCreate(&handle, g, 1, cudaGraphCondAssignDefault) || "handle";
    auto first = g.kernel(&apply<float, Scale>, n / 256, 256, {}, x, n, Scale{2.f});
    auto second = g.kernel(apply<float, Negate>, n / 256, 256, {first}, x, n, Negate());
    auto [node, body] = g.loop(handle, second);
    body.kernel(step, dim3(n / 128), {128, 1, 1}, {}, x, n, handle);
    std::function<void()> report = [&] { std::printf("%f\n", x[0]); };
    g.host(&report, node);
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, g, 0) || "instantiate";
    cudaGraphLaunch(exec, nullptr) || "launch";
    cudaDeviceSynchronize() || "sync";
    apply<<<1, 32>>>(x, 32, Scale{.5f});
    cudaGraphExecDestroy(exec);
    return 0;
} catch (const std::exception &e) {
    std::printf("%s\n", e.what());
    return 1;
}
