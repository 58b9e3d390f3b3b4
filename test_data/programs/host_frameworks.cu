// flags: -std=c++17
// A host program around its kernels as large ones are: threads, futures, regular expressions, files, type erasure, plug-ins that
// register themselves before main, exceptions across them, streams with inserters.
#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <regex>
#include <sstream>
#include <thread>
#include <unordered_map>
#include <variant>

namespace app {
using Value = std::variant<std::monostate, long, double, std::string>;
struct Error : std::runtime_error {
    cudaError_t code;
    Error(cudaError_t c, const char *where) : std::runtime_error(std::string(where) + ": " + cudaGetErrorName(c)), code(c) {}
};
#define CHECKED(...) \
    do { \
        if (cudaError_t e_ = (__VA_ARGS__); e_ != cudaSuccess) throw ::app::Error(e_, #__VA_ARGS__); \
    } while (0)

struct Plugin {
    virtual ~Plugin() = default;
    virtual void run(float *, int, cudaStream_t) const = 0;
    static std::map<std::string, std::unique_ptr<Plugin>> &all()
    {
        static std::map<std::string, std::unique_ptr<Plugin>> instances;
        return instances;
    }
};
template <class T> struct Registered : Plugin {
    static inline const bool done = [] { return all().emplace(T::name, std::make_unique<T>()).second; }();
    Registered() { (void)done; }
};

namespace {
__global__ void scaleBy(float *p, int n, float by)
{
    if (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n) p[i] *= by;
}
__device__ float bias = 1.5f;
__global__ void addBias(float *p, int n)
{
    if (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n) p[i] += bias;
}
struct Scale final : Registered<Scale> {
    static constexpr const char *name = "scale";
    void run(float *p, int n, cudaStream_t s) const override { scaleBy<<<(n + 127) / 128, 128, 0, s>>>(p, n, 2.f); }
};
struct Bias final : Registered<Bias> {
    static constexpr const char *name = "bias";
    void run(float *p, int n, cudaStream_t s) const override
    {
        float b = 0;
        CHECKED(cudaMemcpyFromSymbolAsync(&b, bias, sizeof b, 0, cudaMemcpyDeviceToHost, s));
        addBias<<<(n + 127) / 128, 128, 0, s>>>(p, n);
    }
};
} // namespace

class Workers
{
    std::queue<std::packaged_task<float()>> tasks;
    std::mutex lock;
    std::condition_variable wake;
    std::vector<std::thread> threads;
    std::atomic_bool stop{false};

public:
    explicit Workers(unsigned n)
    {
        std::generate_n(std::back_inserter(threads), n, [this] {
            return std::thread([this] {
                for (;;) {
                    std::packaged_task<float()> task;
                    {
                        std::unique_lock held(lock);
                        wake.wait(held, [this] { return stop || !tasks.empty(); });
                        if (tasks.empty()) return;
                        task = std::move(tasks.front());
                        tasks.pop();
                    }
                    task();
                }
            });
        });
    }
    template <class F> std::future<float> submit(F &&f)
    {
        std::packaged_task<float()> task(std::forward<F>(f));
        auto future = task.get_future();
        {
            std::lock_guard held{lock};
            tasks.push(std::move(task));
        }
        wake.notify_one();
        return future;
    }
    ~Workers()
    {
        stop = true, wake.notify_all();
        for (auto &t : threads) t.join();
    }
};

std::ostream &operator<<(std::ostream &o, const Value &v)
{
    std::visit([&o](const auto &x) { if constexpr (!std::is_same_v<std::decay_t<decltype(x)>, std::monostate>) o << x; else o << "nothing"; }, v);
    return o;
}

std::optional<std::pair<std::string, Value>> parse(const std::string &line)
{
    static const std::regex form(R"re((\w+)\s*=\s*("?)([^"]*)\2)re");
    if (std::smatch m; std::regex_match(line, m, form)) {
        if (m[2].length()) return std::pair{m.str(1), Value(m.str(3))};
        return std::make_pair(m.str(1), m.str(3).find('.') != std::string::npos ? Value(std::stod(m[3])) : Value(std::stol(m[3])));
    }
    return std::nullopt;
}
} // namespace app

template struct app::Registered<app::Scale>;
template struct app::Registered<app::Bias>;

int main(int argc, char **argv)
{
    using namespace app;
    std::unordered_map<std::string, Value> settings{{"n", 1000L}};
    if (argc > 1 && std::filesystem::exists(argv[1]))
        for (auto [in, line] = std::tuple(std::ifstream(argv[1]), std::string()); std::getline(in, line);)
            if (auto kv = parse(line)) settings.insert_or_assign(kv->first, kv->second);
    Workers workers(2);
    std::vector<std::future<float>> results;
    for (const auto &[name, plugin] : Plugin::all())
        results.push_back(workers.submit([&, p = plugin.get()] {
            const int n = int(std::get<long>(settings.at("n")));
            float *d = nullptr;
            cudaStream_t s;
            CHECKED(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
            CHECKED(cudaMallocAsync(&d, n * sizeof(float), s));
            p->run(d, n, s);
            std::vector<float> h(n);
            CHECKED(cudaMemcpyAsync(h.data(), d, n * sizeof(float), cudaMemcpyDefault, s));
            CHECKED(cudaStreamSynchronize(s));
            return std::accumulate(h.begin(), h.end(), 0.f);
        }));
    for (auto &r : results) try {
        std::cout << r.get() << '\n';
    } catch (const Error &e) {
        std::cerr << e.what() << " (" << e.code << ")\n";
    }
    for (auto &[k, v] : settings) std::cout << k << ": " << v << std::endl;
}
