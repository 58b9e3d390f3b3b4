// Extended lambdas: one for the device, one for both sides.
template <typename F>
__global__ void each(F action, int count)
{
    if (threadIdx.x < count)
        action(threadIdx.x);
}

void lambdas(int* data, int count)
{
    auto store = [=] __device__(int at) { data[at] = at; };
    auto add = [=] __host__ __device__(int at) { data[at] += count; };
    each<<<1, 32>>>(store, count);
    each<<<1, 32>>>(add, count);
    add(0);
}
