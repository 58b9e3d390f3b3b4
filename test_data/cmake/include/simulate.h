// Host interface of the simulation; for C++ and CUDA sources.
#pragma once

#include <string>
#include <vector>

struct Settings {
    int width = 64;
    int height = 64;
    int steps = 100;
    float diffusion = 0.1f;
};

struct Outcome {
    std::vector<float> cells;
    unsigned long long updates = 0;
    std::string error;
};

Outcome simulate(const Settings &settings);
