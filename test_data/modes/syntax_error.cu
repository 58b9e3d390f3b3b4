// Mistakes that both passes would find; the host pass finds them first.
__global__ void broken(int* data)
{
    data[0] = ;
    undeclared(data);
}

int after()
{
    return "text";
}
