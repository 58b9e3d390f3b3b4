// C++ without CUDA.
#include <vector>

int total(const std::vector<int>& values)
{
    int sum = 0;
    for (int value : values)
        sum += value;
    return sum;
}
