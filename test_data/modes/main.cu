// The function main of a program that is linked from several files.
int run(float* data, int count);

int main()
{
    return run(nullptr, 0);
}
