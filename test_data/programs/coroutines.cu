// flags: -std=c++20
// Coroutines on the host: a generator that hands out work, and a task that launches kernels between its steps.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <utility>

template <class T>
class Generator {
public:
    struct promise_type {
        T value{};
        Generator get_return_object() { return Generator(std::coroutine_handle<promise_type>::from_promise(*this)); }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(T v) noexcept { value = v; return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
    explicit Generator(std::coroutine_handle<promise_type> h) : handle(h) {}
    Generator(Generator &&o) noexcept : handle(std::exchange(o.handle, {})) {}
    ~Generator() { if (handle) handle.destroy(); }
    bool next() { handle.resume(); return !handle.done(); }
    T get() const { return handle.promise().value; }

private:
    std::coroutine_handle<promise_type> handle;
};

struct Task {
    struct promise_type {
        Task get_return_object() { return {}; }
        std::suspend_never initial_suspend() noexcept { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() {}
    };
};

struct Synchronized {
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> h) const { cudaDeviceSynchronize(); h.resume(); }
    int await_resume() const { return (int)cudaGetLastError(); }
};

__managed__ int steps;

__global__ void advance(int *p, int by) { *p += by; }

Generator<int> blocks(int from, int to)
{
    for (int b = from; b < to; b *= 2) co_yield b;
}

Generator<int> countdown(int n)
{
    while (n > 0) co_yield n--;
    co_return;
}

Task run(int *p)
{
    auto sizes = blocks(1, 16);
    while (sizes.next()) {
        advance<<<sizes.get(), 32>>>(p, sizes.get());
        if (int e = co_await Synchronized{}; e) {
            std::printf("error %d\n", e);
            co_return;
        }
        ++steps;
    }
}

int main()
{
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    *p = 0;
    run(p);
    auto lambda = [](int n) -> Task {
        for (int i = 0; i < n; ++i) co_await Synchronized{};
    };
    lambda(2);
    for (auto c = countdown(3); c.next();) std::printf("%d ", c.get());
    std::printf("%d %d\n", *p, steps);
    cudaFree(p);
}
