// A mistake that only the host compiler finds: nobody may call a function that it has been told about.
__global__ void kernel(int* data)
{
    data[0] = 1;
}

__attribute__((error("nobody may"))) void never();

void value()
{
never();
}
