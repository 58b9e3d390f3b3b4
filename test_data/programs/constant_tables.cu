// A symmetric cipher round with look-up tables in constant memory (a toy, not AES).
#include <cstdint>
#include <cstdio>
#include <cstring>

typedef std::uint8_t u8;
typedef std::uint32_t u32;

#define ROUNDS 6
#define BLOCK_WORDS 4

// 4-bit boxes; rows are rounds.
__constant__ u8 boxes[ROUNDS][16] = {
    {0xc, 0x5, 0x6, 0xb, 0x9, 0x0, 0xa, 0xd, 0x3, 0xe, 0xf, 0x8, 0x4, 0x7, 0x1, 0x2},
    {0x2, 0x1, 0x7, 0x4, 0x8, 0xf, 0xe, 0x3, 0xd, 0xa, 0x0, 0x9, 0xb, 0x6, 0x5, 0xc},
    {0x7, 0x4, 0xa, 0x9, 0x1, 0xf, 0xb, 0x0, 0xc, 0x3, 0x2, 0x6, 0x8, 0xe, 0xd, 0x5},
    {0xe, 0x9, 0xf, 0x0, 0xd, 0x4, 0xa, 0xb, 0x1, 0x2, 0x8, 0x3, 0x7, 0x6, 0xc, 0x5},
    {0x1, 0xd, 0xf, 0x0, 0xe, 0x8, 0x2, 0xb, 0x7, 0x4, 0xc, 0xa, 0x9, 0x3, 0x5, 0x6},
    {0x3, 0xe, 0x5, 0x9, 0xb, 0x4, 0xd, 0x0, 0x6, 0x2, 0xf, 0x7, 0x8, 0xc, 0xa, 0x1},
};

__constant__ struct Schedule {
    u32 key[ROUNDS + 1][BLOCK_WORDS];
    int rotation[BLOCK_WORDS];
} schedule = {{{0}}, {1, 8, 15, 22}};

__constant__ const char *const names[] = {"substitute", "rotate", "mix"};

static __device__ __forceinline__ u32 rotl(u32 x, int n) { return __funnelshift_l(x, x, n); }

static __device__ u32 substitute(u32 x, int round)
{
    u32 r = 0;
#pragma unroll
    for (int nibble = 0; nibble < 8; ++nibble)
        r |= static_cast<u32>(boxes[round][x >> 4 * nibble & 0xf]) << 4 * nibble;
    return r;
}

__global__ void encrypt(uint4 *blocks, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 v = blocks[i];
    u32 w[BLOCK_WORDS] = {v.x, v.y, v.z, v.w};
    for (int r = 0; r < ROUNDS; ++r) {
#pragma unroll
        for (int k = 0; k < BLOCK_WORDS; ++k) {
            w[k] ^= schedule.key[r][k];
            w[k] = rotl(substitute(w[k], r), schedule.rotation[k]);
        }
        const u32 mix = w[0] ^ w[1] ^ w[2] ^ w[3];
        for (u32 &x : w) x ^= mix;
    }
    blocks[i] = make_uint4(w[0] ^ schedule.key[ROUNDS][0], w[1] ^ schedule.key[ROUNDS][1],
                           w[2] ^ schedule.key[ROUNDS][2], w[3] ^ schedule.key[ROUNDS][3]);
}

__global__ void describe(int which)
{
    if (threadIdx.x == 0) printf("stage %d: %s\n", which, names[which % 3]);
}

int main()
{
    const unsigned n = 1024;
    Schedule s = {};
    for (int r = 0; r <= ROUNDS; ++r)
        for (int k = 0; k < BLOCK_WORDS; ++k)
            s.key[r][k] = 0x9e3779b9u * (r * BLOCK_WORDS + k + 1);
    const int rotation[] = {1, 8, 15, 22};
    std::memcpy(s.rotation, rotation, sizeof rotation);
    if (cudaMemcpyToSymbol(schedule, &s, sizeof s) != cudaSuccess) return 1;
    if (cudaMemcpyToSymbol(schedule, rotation, sizeof rotation, offsetof(Schedule, rotation))) return 1;

    uint4 *blocks, first;
    cudaMalloc((void **)&blocks, n * sizeof(uint4));
    cudaMemset(blocks, 0, n * sizeof(uint4));
    encrypt<<<(n + 127) / 128, 128>>>(blocks, n);
    describe<<<1, 32>>>(1);
    cudaMemcpy(&first, blocks, sizeof first, cudaMemcpyDeviceToHost);
    printf("%08x %08x %08x %08x\n", first.x, first.y, first.z, first.w);
    cudaFree(blocks);
    return 0;
}
