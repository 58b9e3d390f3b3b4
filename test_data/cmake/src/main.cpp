#include "simulate.h"

#include <cstdlib>
#include <iostream>
#include <numeric>

int main(int argc, char **argv)
{
    Settings settings;
    if (argc > 1) settings.steps = std::atoi(argv[1]);
    const Outcome outcome = simulate(settings);
    if (!outcome.error.empty()) {
        std::cerr << outcome.error << '\n';
        return 1;
    }
    const double heat = std::accumulate(outcome.cells.begin(), outcome.cells.end(), 0.0);
    std::cout << outcome.updates << " updates, total heat " << heat << '\n';
    return 0;
}
