// An open-addressing hash table in device memory: atomicCAS, a host/device shared header style,
// nested enums, placement new, operator new in kernels, device-side assert and malloc.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <set>

#if !defined(TABLE_BITS)
#define TABLE_BITS 12
#endif

namespace table {

typedef unsigned long long Slot;

struct Entry {
    unsigned key, value;
    __host__ __device__ static Entry unpack(Slot s) { return Entry{unsigned(s >> 32), unsigned(s)}; }
    __host__ __device__ Slot pack() const { return Slot(key) << 32 | value; }
};

class HashTable {
public:
    enum class Outcome { Inserted, Updated, Full };
    static constexpr unsigned capacity = 1u << TABLE_BITS;
    static constexpr Slot empty = ~Slot{0};

    HashTable()
    {
        if (cudaMalloc(&slots_, capacity * sizeof(Slot)) != cudaSuccess) throw std::bad_alloc();
        cudaMemset(slots_, 0xff, capacity * sizeof(Slot));
    }
    void destroy() noexcept { (void)cudaFree(slots_), slots_ = nullptr; }

    __device__ Outcome insert(unsigned key, unsigned value);
    __device__ bool find(unsigned key, unsigned &value) const
    {
        for (unsigned probe = 0, at = hash(key); probe < capacity; ++probe, at = next(at)) {
            const Slot s = slots_[at];
            if (s == empty) return false;
            if (Entry e = Entry::unpack(s); e.key == key) {
                value = e.value;
                return true;
            }
        }
        return false;
    }

private:
    __host__ __device__ static unsigned hash(unsigned k)
    {
        k ^= k >> 16, k *= 0x85ebca6bu, k ^= k >> 13;
        return k & (capacity - 1);
    }
    __device__ static unsigned next(unsigned at) { return (at + 1) & (capacity - 1); }
    Slot *slots_;
};

inline __device__ HashTable::Outcome HashTable::insert(unsigned key, unsigned value)
{
    const Slot wanted = Entry{key, value}.pack();
    for (unsigned probe = 0, at = hash(key); probe < capacity; ++probe, at = next(at)) {
        Slot seen = atomicCAS(slots_ + at, empty, wanted);
        if (seen == empty) return Outcome::Inserted;
        while (Entry::unpack(seen).key == key) {
            const Slot before = atomicCAS(slots_ + at, seen, wanted);
            if (before == seen) return Outcome::Updated;
            seen = before;
        }
    }
    return Outcome::Full;
}

} // namespace table

using table::HashTable;

__global__ void insertAll(HashTable t, unsigned n, unsigned *stats)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    switch (auto r = t.insert(i % (n / 2), i); r) {
        using enum_t = HashTable::Outcome;
    case enum_t::Inserted: atomicAdd(stats, 1); break;
    case enum_t::Updated: atomicAdd(stats + 1, 1); break;
    case HashTable::Outcome::Full: assert(!"table is full");
    }
}

struct Scratch {
    unsigned *p;
    unsigned n;
    __device__ explicit Scratch(unsigned n) : p((unsigned *)malloc(n * sizeof(unsigned))), n(n) { assert(p); }
    __device__ ~Scratch() { free(p); }
    Scratch(const Scratch &) = delete;
    __device__ unsigned &operator[](unsigned i) { return p[i]; }
};

__global__ void lookAll(HashTable t, unsigned n, unsigned *stats)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    alignas(Scratch) unsigned char room[sizeof(Scratch)];
    Scratch *s = new (room) Scratch(4);
    auto *copy = new unsigned[2]{i, 0};
    (*s)[3] = 0;
    if (t.find(copy[0], (*s)[3]) && (*s)[3] % (n / 2) == i) atomicAdd(stats + 2, 1);
    delete[] copy;
    s->~Scratch();
}

int main()
{
    const unsigned n = 2000;
    unsigned *stats;
    cudaMallocManaged(&stats, 3 * sizeof *stats);
    stats[0] = stats[1] = stats[2] = 0;
    HashTable t;
    insertAll<<<(n + 127) / 128, 128>>>(t, n, stats);
    lookAll<<<(n + 127) / 128, 128>>>(t, n, stats);
    const cudaError_t e = cudaDeviceSynchronize();
    std::set<unsigned> seen{stats[0], stats[1], stats[2]};
    std::printf("%s: %u inserted, %u updated, %u found\n", cudaGetErrorString(e), stats[0], stats[1], stats[2]);
    t.destroy();
    cudaFree(stats);
    return seen.size() == 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
