// Names of managed variables hidden by parameters, locals, members, labels,
// enumerators, template parameters and other namespaces: only some uses mean the variable.
#include <cstdio>
#include <functional>
#include <utility>
#include <vector>

__managed__ int value = 1;
__managed__ int count = 2;
__managed__ float data[8] = {0, 1, 2, 3, 4, 5, 6, 7};

namespace other {
int value = 10;
int twice() { return 2 * value; }
int global() { return 2 * ::value; }
}

namespace third {
using other::value;
int get() { return value; }
}

struct Holder {
    int value;
    int count() const { return value; }
    explicit Holder(int value) : value(value) {}
    int mixed() const { return value + ::value + this->value; }
};

struct Derived : Holder {
    using Holder::Holder;
    int fromBase() const { return value + count(); }
    int fromOutside() const { return ::count; }
};

template <int value>
int constant() { return value; }

template <class count>
int typed(count c) { return int(c) + value; }

int parameter(int value) { return value + count; }
int parameter(float data[], int i) { return int(data[i]); }

int locals()
{
    int before = value;
    int value = before + 1;
    {
        int count = value;
        value += count;
        extern int value_elsewhere(int);
        value += value_elsewhere(count);
    }
    return value + count;
}

int value_elsewhere(int count) { return count + ::count; }

int loops()
{
    int r = 0;
    for (int value = 0; value < 3; ++value)
        r += value;
    for (float data : {1.f, 2.f})
        r += int(data);
    for (auto value : data)
        r += int(value);
    if (int count = r; count > 2)
        r -= count;
    else
        r += count;
    return r + count;
}

int after()
{
    int r = 0;
    {
        int value = 3, count(value);
        r += value + count;
    }
    {
        using other::value;
        r -= value;
    }
    return r + value + count;
}

int lambdas()
{
    auto a = [](int value) { return value + count; };
    auto b = [value = 5] { return value; };
    auto c = [](auto... count) { return (count + ... + value); };
    auto d = [] { struct { int value; } s = {4}; return s.value + value; };
    return a(1) + b() + c(1, 2, 3) + d();
}

int labels(int n)
{
value:
    if (n-- > value)
        goto value;
    return n;
}

int enums()
{
    enum { count = 40 };
    enum class E { value = 2, data };
    return count + int(E::value) + ::count + int(E::data);
}

int caught()
{
    try {
        throw value;
    } catch (int value) {
        return value;
    } catch (const char *) {
        return value;
    }
}

std::pair<int, int> both() { return {value, count}; }

int bound()
{
    auto [value, other] = both();
    return value + other + count;
}

int structTag()
{
    struct value { int data; } v = {3};
    struct value *p = &v;
    return p->data + ::value + int(data[p->data]);
}

__global__ void touch(int count)
{
    int value = threadIdx.x;
    if (value < count)
        data[value] += ::count;
    Holder *h = nullptr;
    if (value > 1000)
        ::value = h->value;
}

int main()
{
    touch<<<1, 32>>>(count);
    cudaDeviceSynchronize();
    std::function<int()> all[] = {locals, loops, after, lambdas, enums, caught, bound, structTag,
                                  other::twice, other::global, third::get};
    int sum = 0;
    for (auto &f : all)
        sum += f();
    Derived d(6);
    sum += d.fromBase() + d.fromOutside() + d.mixed() + Holder{1}.count() + d.Holder::value;
    sum += constant<12>() + typed(1.5) + parameter(4) + parameter(data, 2) + labels(5);
    std::vector<int> v(count, value);
    using other::value;
    std::printf("%d %zu %d\n", sum, v.size(), value);
}
