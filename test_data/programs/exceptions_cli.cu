// A command-line tool around one kernel: iostreams, containers, exceptions, parsing.
#include <chrono>
#include <cstdint>
#include <exception>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

class CudaError : public std::runtime_error {
public:
    CudaError(cudaError_t e, std::string_view where)
        : std::runtime_error(std::string(where) + ": " + cudaGetErrorString(e)), error(e) {}
    const cudaError_t error;
};

static void throwIf(cudaError_t e, std::string_view where)
{
    if (e != cudaSuccess) [[unlikely]]
        throw CudaError(e, where);
}

template <typename T>
class DeviceBuffer {
public:
    explicit DeviceBuffer(std::size_t n) : size_(n)
    {
        void *raw = nullptr;
        throwIf(cudaMalloc(&raw, n * sizeof(T)), "DeviceBuffer");
        data_.reset(static_cast<T *>(raw));
    }
    T *get() noexcept { return data_.get(); }
    std::size_t size() const noexcept { return size_; }
    std::vector<T> download() const
    {
        std::vector<T> v(size_);
        throwIf(cudaMemcpy(v.data(), data_.get(), size_ * sizeof(T), cudaMemcpyDeviceToHost), __func__);
        return v;
    }

private:
    struct Free {
        void operator()(T *p) const noexcept { cudaFree(p); }
    };
    std::unique_ptr<T, Free> data_;
    std::size_t size_;
};

__global__ void mandelbrot(std::uint8_t *image, int width, int height, double scale, int limit)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const double cr = (x - 0.7 * width) * scale, ci = (y - 0.5 * height) * scale;
    double zr = 0, zi = 0;
    int k = 0;
    while (k < limit && zr * zr + zi * zi < 4) {
        const double t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        ++k;
    }
    image[y * width + x] = static_cast<std::uint8_t>(k == limit ? 0 : 255 - k % 256);
}

using Options = std::map<std::string, std::string, std::less<>>;

static Options parse(int argc, char **argv)
{
    Options o{{"width", "120"}, {"height", "40"}, {"limit", "200"}, {"out", ""}};
    for (int i = 1; i < argc; ++i) {
        std::string_view a = argv[i];
        if (auto eq = a.find('='); a.substr(0, 2) == "--" && eq != a.npos)
            o.insert_or_assign(std::string(a.substr(2, eq - 2)), std::string(a.substr(eq + 1)));
        else
            throw std::invalid_argument("cannot understand '" + std::string(a) + "'");
    }
    return o;
}

static std::optional<int> number(const Options &o, std::string_view key)
{
    auto it = o.find(key);
    if (it == o.end()) return std::nullopt;
    return std::stoi(it->second);
}

int main(int argc, char **argv)
{
    try {
        const Options options = parse(argc, argv);
        const int width = number(options, "width").value(), height = number(options, "height").value();
        DeviceBuffer<std::uint8_t> image(std::size_t(width) * height);

        const auto begin = std::chrono::steady_clock::now();
        const dim3 block(32, 8);
        mandelbrot<<<dim3((width + 31) / 32, (height + 7) / 8), block>>>(
            image.get(), width, height, 3.0 / width, number(options, "limit").value_or(100));
        throwIf(cudaGetLastError(), "mandelbrot");
        throwIf(cudaDeviceSynchronize(), "synchronize");
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;

        const auto pixels = image.download();
        std::ostringstream header;
        header << "P5\n" << width << ' ' << height << "\n255\n";
        if (const auto &path = options.at("out"); !path.empty()) {
            std::ofstream file(path, std::ios::binary);
            file << header.str();
            file.write(reinterpret_cast<const char *>(pixels.data()), pixels.size());
            if (!file) throw std::system_error(errno, std::generic_category(), path);
        } else {
            for (int y = 0; y < height; ++y, std::cout << '\n')
                for (int x = 0; x < width; ++x)
                    std::cout << (pixels[y * width + x] ? ' ' : '#');
        }
        std::cerr << std::fixed << std::setprecision(2) << took.count() << " ms\n";
    } catch (const CudaError &e) {
        std::cerr << e.what() << " (" << static_cast<int>(e.error) << ")\n";
        return 2;
    } catch (const std::exception &e) {
        std::cerr << e.what() << '\n';
        return 1;
    } catch (...) {
        return 3;
    }
}
