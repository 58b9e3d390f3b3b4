// flags: -std=c++17
// Textures and surfaces of every shape, chosen by traits: layered, cubic, mipmapped, gathered, three-dimensional; tables of
// texture objects in constant memory; reads and writes through templates.
#include <cstdio>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

template <class T> struct Texel;
template <> struct Texel<float> { static constexpr auto kind = cudaChannelFormatKindFloat; static constexpr int lanes = 1; };
template <> struct Texel<uchar4> { static constexpr auto kind = cudaChannelFormatKindUnsigned; static constexpr int lanes = 4; };
template <> struct Texel<short2> { static constexpr auto kind = cudaChannelFormatKindSigned; static constexpr int lanes = 2; };

enum class Shape { Flat, Layered, Cube, Volume };

struct Images {
    cudaTextureObject_t flat, layered, cube, volume, mips;
};
__constant__ Images images;
__constant__ cudaSurfaceObject_t targets[4];

template <Shape S, class T> struct Reader;
template <class T> struct Reader<Shape::Flat, T> {
    static __device__ T at(float3 p) { return tex2D<T>(images.flat, p.x, p.y); }
};
template <class T> struct Reader<Shape::Layered, T> {
    static __device__ T at(float3 p) { return tex2DLayered<T>(images.layered, p.x, p.y, int(p.z)); }
};
template <class T> struct Reader<Shape::Cube, T> {
    static __device__ T at(float3 p) { return texCubemap<T>(images.cube, p.x, p.y, p.z); }
};
template <class T> struct Reader<Shape::Volume, T> {
    static __device__ T at(float3 p) { return tex3D<T>(images.volume, p.x, p.y, p.z); }
};

template <Shape S, class T>
__global__ void render(int width, int height, int layer)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    T t = Reader<S, T>::at(make_float3(x + .5f, y + .5f, layer));
    if constexpr (S == Shape::Layered)
        surf2DLayeredwrite(t, targets[1], x * int(sizeof(T)), y, layer, cudaBoundaryModeClamp);
    else if constexpr (S == Shape::Volume)
        surf3Dwrite(t, targets[3], x * int(sizeof(T)), y, layer);
    else
        surf2Dwrite(t, targets[0], x * int(sizeof(T)), y, cudaBoundaryModeTrap);
}

__global__ void gather(float *out, float level)
{
    const float u = threadIdx.x / 32.f;
    float4 quad = tex2Dgather<float4>(images.flat, u, u, 2);
    float l = tex2DLod<float>(images.mips, u, u, level), g = tex2DGrad<float>(images.mips, u, u, make_float2(1, 0), {0, 1});
    bool resident = false;
    out[threadIdx.x] = quad.x + quad.w + l + g + tex2D<float>(images.flat, u, u, &resident) + resident;
}

template <class T> class Array
{
    cudaArray_t array = nullptr;
    cudaSurfaceObject_t surface = 0;

public:
    Array(cudaExtent extent, unsigned flags)
    {
        constexpr int bits = int(sizeof(T)) * 8 / Texel<T>::lanes;
        auto lane = [&](int i) { return i < Texel<T>::lanes ? bits : 0; };
        cudaChannelFormatDesc d = cudaCreateChannelDesc(lane(0), lane(1), lane(2), lane(3), Texel<T>::kind);
        cudaMalloc3DArray(&array, &d, extent, flags | cudaArraySurfaceLoadStore);
        cudaResourceDesc r{};
        r.resType = cudaResourceTypeArray, r.res.array.array = array;
        cudaCreateSurfaceObject(&surface, &r);
    }
    Array(const Array &) = delete;
    Array &operator=(const Array &) = delete;
    ~Array() { cudaDestroySurfaceObject(surface), cudaFreeArray(array); }
    cudaTextureObject_t texture(cudaTextureFilterMode filter = cudaFilterModePoint) const
    {
        cudaResourceDesc r{};
        r.resType = cudaResourceTypeArray;
        r.res.array.array = array;
        cudaTextureDesc t{};
        for (auto &mode : t.addressMode) mode = cudaAddressModeMirror;
        t.filterMode = filter;
        t.readMode = std::is_same_v<T, float> ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
        cudaTextureObject_t object = 0;
        cudaCreateTextureObject(&object, &r, &t, nullptr);
        return object;
    }
    friend cudaSurfaceObject_t surfaceOf(const Array &a) { return a.surface; }
};

int main()
{
    Array<float> flat(make_cudaExtent(64, 64, 0), cudaArrayTextureGather), layers({64, 64, 4}, cudaArrayLayered);
    Array<float> cube({64, 64, 6}, cudaArrayCubemap);
    auto volume = std::make_unique<Array<short2>>(make_cudaExtent(64, 64, 8), cudaArrayDefault);
    const cudaSurfaceObject_t surfaces[] = {surfaceOf(flat), surfaceOf(layers), surfaceOf(cube), surfaceOf(*volume)};
    const Images all{flat.texture(cudaFilterModeLinear), layers.texture(), cube.texture(), volume->texture(), 0};
    cudaMemcpyToSymbol(images, &all, sizeof all);
    cudaMemcpyToSymbol(targets, surfaces, sizeof surfaces, 0, cudaMemcpyHostToDevice);
    const dim3 block(8, 8), grid(8, 8);
    render<Shape::Flat, float><<<grid, block>>>(64, 64, 0);
    for (int i = 0; i < 4; ++i) render<Shape::Layered, float><<<grid, block>>>(64, 64, i);
    render<Shape::Cube, float><<<grid, block>>>(64, 64, 0);
    render<Shape::Volume, short2><<<grid, block>>>(64, 64, 3);
    float *out;
    cudaMalloc(&out, 128);
    gather<<<1, 32>>>(out, 1.5f);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
