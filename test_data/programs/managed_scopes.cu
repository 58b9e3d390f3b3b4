// Managed variables where scopes are easily mistaken: captures with initializers, using-declarations in blocks, declarators behind
// the first one, attributes behind the name.
#include <cstdio>

__managed__ int count = 2, *where, (*rows)[2], (*twice)(int);
__managed__ int late __attribute__((aligned(64)));
__managed__ int named asm("managed_name") __attribute__((aligned(16))), other __attribute__((unused)) = 3;
__managed__ __attribute__((visibility("default"))) int shown;

namespace shop { __managed__ int count; }

int captured()
{
    auto same = [count = count](int x) { return count + x; };
    auto both = [a = count, &b = count] { return a + b; };
    auto inner = [x = [count = count] { return count; }] { return x() + count; };
    return same(1) + both() + inner();
}

int used(int count)
{
    {
        using shop::count;
        count = 4;
    }
    {
        using namespace shop;
        shop::count += count;
    }
    return count;
}

int pointed()
{
    static int room[2][2];
    rows = room;
    (*rows)[1] = 3;
    where = rows[0];
    twice = [](int x) { return 2 * x; };
    return (*twice)(*where) + late + named + other + shown;
}

int main() { std::printf("%d %d %d\n", captured(), used(1), pointed()); }
