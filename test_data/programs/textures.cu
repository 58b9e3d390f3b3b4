// Texture and surface objects: an image is read through a texture and written to a surface.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static void check(cudaError_t e, const char *file, int line)
{
    if (e == cudaSuccess) return;
    std::fprintf(stderr, "%s(%d): %s\n", file, line, cudaGetErrorString(e));
    std::exit(1);
}
#define check(e) check((e), __FILE__, __LINE__)

__global__ void rotate(cudaTextureObject_t tex, float *out, int width, int height, float theta)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float u = x / (float)width - 0.5f, v = y / (float)height - 0.5f;
    float s, c;
    sincosf(theta, &s, &c);
    out[y * width + x] = tex2D<float>(tex, u * c - v * s + 0.5f, v * c + u * s + 0.5f);
}

__global__ void checker(cudaSurfaceObject_t surface, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        surf2Dwrite((x / 8 + y / 8) % 2 ? 1.0f : 0.0f, surface, x * sizeof(float), y);
}

__global__ void fetchLinear(cudaTextureObject_t t, float4 *out, int n)
{
    int i = threadIdx.x;
    if (i < n) out[i] = tex1Dfetch<float4>(t, i);
}

class TextureObject
{
    cudaTextureObject_t handle = 0;

public:
    TextureObject(const cudaResourceDesc &resource, const cudaTextureDesc &texture)
    {
        check(cudaCreateTextureObject(&handle, &resource, &texture, nullptr));
    }
    TextureObject(const TextureObject &) = delete;
    ~TextureObject() { cudaDestroyTextureObject(handle); }
    operator cudaTextureObject_t() const { return handle; }
};

int main()
{
    const int width = 64, height = 32;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    check(cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore));

    cudaResourceDesc resource;
    std::memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;

    cudaSurfaceObject_t surface = 0;
    check(cudaCreateSurfaceObject(&surface, &resource));
    const dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
    checker<<<grid, block>>>(surface, width, height);
    check(cudaGetLastError());

    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeWrap;
    description.filterMode = cudaFilterModeLinear;
    description.readMode = cudaReadModeElementType;
    description.normalizedCoords = 1;

    float *out;
    check(cudaMalloc(&out, width * height * sizeof(float)));
    {
        TextureObject texture(resource, description);
        rotate<<<grid, block>>>(texture, out, width, height, 0.5f);
        check(cudaDeviceSynchronize());
    }
    std::vector<float> host(width * height);
    check(cudaMemcpy(host.data(), out, host.size() * sizeof(float), cudaMemcpyDeviceToHost));

    cudaResourceDesc linear{};
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.devPtr = out;
    linear.res.linear.desc = cudaCreateChannelDesc(32, 32, 32, 32, cudaChannelFormatKindFloat);
    linear.res.linear.sizeInBytes = 16 * sizeof(float4);
    cudaTextureDesc plain{};
    TextureObject lines(linear, plain);
    float4 *quads;
    check(cudaMalloc(&quads, 16 * sizeof *quads));
    fetchLinear<<<1, 16>>>(lines, quads, 16);
    check(cudaDeviceSynchronize());

    double mean = 0;
    for (float f : host) mean += f;
    std::printf("mean %f\n", mean / host.size());
    cudaFree(quads);
    cudaFree(out);
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
    return 0;
}
