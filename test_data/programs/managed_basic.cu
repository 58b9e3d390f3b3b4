// Managed variables of every shape, read and written on both sides.
#include <algorithm>
#include <cassert>
#include <cstdio>
#include <iterator>

struct Node {
    int key;
    Node *next;
    float weights[4];

    __host__ __device__ int twice() const { return 2 * key; }
};

__managed__ int counter = 3;
__device__ __managed__ float samples[64];
__managed__ __device__ Node root = {1, nullptr, {1.f, 2.f, 3.f, 4.f}};
__managed__ Node *head;
__managed__ double grid[4][8];
static __managed__ unsigned flags;
__managed__ int lookup[] = {5, 4, 3, 2, 1};
__managed__ int2 pair;

namespace store {
__managed__ long total = 10;
namespace inner {
__managed__ char text[16] = "managed";
}
} // namespace store

namespace {
__managed__ int secret = 99;
}

__global__ void work(int n)
{
    int i = threadIdx.x;
    if (i < n) {
        samples[i] += root.weights[i & 3];
        grid[i & 3][i & 7] = i;
        atomicAdd(&counter, 1);
        atomicOr(&flags, 1u << (i & 31));
    }
    if (i == 0) {
        head = &root;
        store::total += lookup[0] + secret;
        store::inner::text[0] = 'M';
        pair.x = pair.y + 1;
        root.next = head;
    }
}

int sum(const int *first, const int *last)
{
    int s = 0;
    while (first != last)
        s += *first++;
    return s;
}

void bump(int &r) { ++r; }
int square(int v = counter) { return v * v; }

struct Defaults {
    int start = counter;
    int *where = &counter;
    Defaults() : extra(secret) {}
    int extra;
};

int main()
{
    counter = 0;
    ++counter, counter--;
    counter += 2 * counter + 1;
    for (int i = 0; i < 64; ++i)
        samples[i] = i;
    flags ^= flags;
    pair = make_int2(1, 2);

    work<<<1, 64>>>(64);
    cudaDeviceSynchronize();

    int &alias = counter;
    bump(counter);
    bump(alias);
    auto copy = root;
    int *p = &counter, *q = lookup + 1;
    const auto f = [] { return counter + store::total; };
    const auto g = [&copy](int k) { return copy.weights[k] + root.weights[k]; };

    std::printf("%d %ld %s\n", counter, ::store::total, store::inner::text);
    std::printf("%d %f %d\n", root.twice(), root.weights[2], head->twice());
    std::printf("%zu %zu %d\n", sizeof(grid), sizeof samples / sizeof *samples, sum(lookup, lookup + 5));
    assert(*p == counter && *q == lookup[1]);
    for (float &s : samples)
        s *= 2;
    for (auto &row : grid)
        for (double &cell : row)
            cell = -cell;
    std::sort(std::begin(lookup), std::end(lookup));
    std::fill(&grid[0][0], &grid[0][0] + 32, double(counter));
    if (int local = counter ? counter : secret)
        std::printf("%d\n", local);
    while (counter > 60)
        counter -= 10;
    switch (counter) {
    case 0: return 1;
    default: secret = int(samples[counter % 64]);
    }
    head->key = square() + square(secret);
    (*head).next->key--;
    Defaults d;
    decltype(counter + 0) typed = static_cast<int>(samples[1]) + (bump(counter), secret);
    std::printf("%ld %f %d %d %d\n", f(), g(1), d.start + *d.where, typed, !flags);
    return (counter == 0) + (pair.x != 3 ? 0 : 1) - int(sizeof(counter) == 4);
}
