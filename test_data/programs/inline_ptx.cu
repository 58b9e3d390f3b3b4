// Inline PTX: special registers, constraints, memory clobbers, predicates.
#include <cstdint>
#include <cstdio>

__device__ __forceinline__ unsigned laneId()
{
    unsigned id;
    asm("mov.u32 %0, %%laneid;" : "=r"(id));
    return id;
}

__device__ inline std::uint64_t globalTimer()
{
    std::uint64_t t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t) :: "memory");
    return t;
}

static __device__ unsigned bfe(unsigned v, unsigned start, unsigned length)
{
    unsigned r;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(v), "r"(start), "r"(length));
    return r;
}

template <int Imm>
__device__ int addImmediate(int v)
{
    int r;
    asm("add.s32 %0, %1, %2;" : "=r"(r) : "r"(v), "n"(Imm));
    return r;
}

__device__ float fmaRz(float a, float b, float c)
{
    float r;
    asm("fma.rz.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c));
    return r;
}

__device__ double doubled(double d)
{
    asm("add.f64 %0, %0, %0;" : "+d"(d));
    return d;
}

__device__ std::uint16_t low16(unsigned v)
{
    std::uint16_t h;
    asm("{\n\t"
        ".reg .b16 lo, hi;\n\t"
        "mov.b32 {lo, hi}, %1;\n\t"
        "mov.b16 %0, lo;\n"
        "}"
        : "=h"(h)
        : "r"(v));
    return h;
}

__device__ bool lessThan(int a, int b)
{
    int p;
    asm(R"({
        .reg .pred q;
        setp.lt.s32 q, %1, %2;
        selp.s32 %0, 1, 0, q;
    })"
        : "=r"(p)
        : "r"(a), "r"(b));
    return p != 0;
}

__device__ void storeStreaming(int *p, int v)
{
    asm volatile("st.global.cs.s32 [%0], %1;" : : "l"(p), "r"(v) : "memory");
}

#define READ_SPECIAL(type, name, reg, letter)              \
    __device__ type name()                                 \
    {                                                      \
        type v_;                                           \
        asm volatile("mov." reg ";" : "=" letter(v_));     \
        return v_;                                         \
    }

READ_SPECIAL(unsigned, smId, "u32 %0, %%smid", "r")
READ_SPECIAL(unsigned, warpId, "u32 %0, %%warpid", "r")

__global__ void probe(int *out, std::uint64_t *when)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    asm volatile("" ::: "memory");
    int v = addImmediate<17>(static_cast<int>(bfe(laneId(), 1, 3)));
    v += lessThan(v, 20) ? low16(0x12345u) : static_cast<int>(fmaRz(1.5f, 2.f, 0.25f));
    v += static_cast<int>(doubled(v * 0.5));
    storeStreaming(out + i, v + static_cast<int>(smId() * 0 + warpId() * 0));
    if (i == 0)
        *when = globalTimer();
    asm("// a comment in the PTX");
    __asm__ __volatile__("membar.gl;");
}

int main()
{
    int *out;
    std::uint64_t *when;
    cudaMallocManaged(&out, 64 * sizeof *out);
    cudaMallocManaged(&when, sizeof *when);
    probe<<<2, 32>>>(out, when);
    if (cudaDeviceSynchronize()) return 1;
    int host;
    asm("movl $5, %0" : "=r"(host));
    std::printf("%d %d %llu\n", out[0], out[63] + host, static_cast<unsigned long long>(*when));
    cudaFree(out);
    cudaFree(when);
    return 0;
}
