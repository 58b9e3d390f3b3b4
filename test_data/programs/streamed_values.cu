// Values of the device shown by streams: functions that return what an operator returns, a reference, and have temporaries to
// destroy behind it. Without optimization the host compiler tells such operators in parentheses from those that are not.
#include <cstdio>
#include <ostream>
#include <sstream>
#include <string>

struct Range {
    int first, last;
};

__global__ void widen(Range *ranges, int by)
{
    Range &range = ranges[threadIdx.x];
    range.first -= by;
    range.last += by;
}

static std::string text(int value) { return '<' + std::to_string(value) + '>'; }

std::ostream &operator<<(std::ostream &out, const Range &range) { return out << text(range.first) << text(range.last); }

// A log: its operators return itself, by every kind of operator.
class Log {
public:
    Log &operator<<(const std::string &line) { return lines += line, *this; }
    Log &operator+=(const Range &range) { return *this << text(range.first); }
    Log &operator++() { return lines += '\n', *this; }
    Log &operator*() { return *this; }
    Log &operator[](const std::string &line) { return *this << line; }
    Log &named(const std::string &line) { return (*this)[line + ':']; }
    Log &next(const std::string &line) { return ++named(line + text(1)); }
    Log &own(const std::string &line) { return *named(line + text(2)); }
    const char *shown() const { return lines.c_str(); }

private:
    std::string lines;
};

template <class T> Log &show(Log &log, T value) { return log << std::to_string(value); }

Log &choose(Log &log, bool quiet) { return quiet ? log : log << text(3); }

const std::string &joined(std::string &all, int value)
{
    auto add = [&](int more) -> std::string & { return all += text(more); };
    return add(value) = all + text(value);
}

int main()
{
    Range ranges[] = {{1, 2}, {3, 4}};
    Range *device = nullptr;
    cudaMalloc(&device, sizeof ranges);
    cudaMemcpy(device, ranges, sizeof ranges, cudaMemcpyHostToDevice);
    widen<<<1, 2>>>(device, 1);
    cudaMemcpy(ranges, device, sizeof ranges, cudaMemcpyDeviceToHost);
    std::ostringstream out;
    out << ranges[0] << ranges[1];
    Log log;
    show(choose(log += ranges[0], false).next("a").own("b"), 4);
    std::string all = out.str();
    std::printf("%s %s %s\n", out.str().c_str(), log.shown(), joined(all, 5).c_str());
}
