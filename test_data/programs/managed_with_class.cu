// Managed variables that are declared together with their class or enumeration, and structured bindings of them.
__managed__ struct Counters { int hits, misses; } counters = {1, 2};
static __managed__ union { int i; float f; } bits;
namespace { __managed__ struct Range { int from, to; } range = {0, 8}, *ranges; }
namespace state {
enum Phase { idle, busy } __managed__ phase = busy;
__managed__ struct { double sum; } result;
}

__global__ void count(int n)
{
    atomicAdd(n < range.to ? &counters.hits : &counters.misses, 1);
    bits.f = 1;
    state::result.sum += n;
}

// The class's name is no variable.
int length(Range r) { return r.to - r.from; }
struct Range copy() { return range; }
Counters *address() { return &counters; }

int main()
{
    ranges = &range;
    count<<<1, 1>>>(length(range));
    cudaDeviceSynchronize();
    using namespace state;
    switch (phase) {
    case idle: return bits.i;
    case busy: phase = idle;
    }
    auto all = [] { return counters.hits + counters.misses; };
    return all() + ranges->to + copy().to + address()->hits + static_cast<int>(result.sum);
}
