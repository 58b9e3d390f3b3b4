// Virtual functions on the device: objects are made by a kernel, used by another
// and destroyed by a third; a CRTP variant of the same thing for comparison.
#include <cstdio>

struct Shape {
    __device__ virtual float area() const = 0;
    __device__ virtual const char *name() const { return "shape"; }
    __host__ __device__ virtual int sides() const;
    __device__ virtual ~Shape() {}
};

__host__ __device__ int Shape::sides() const { return 0; }

struct Circle final : Shape {
    float r;
    __device__ explicit Circle(float radius) : r(radius) {}
    __device__ float area() const override { return 3.14159265f * r * r; }
    __device__ const char *name() const override { return "circle"; }
};

class Polygon : public Shape {
protected:
    int n;

public:
    __device__ Polygon(int sides) : Shape(), n(sides) {}
    __host__ __device__ int sides() const override { return n; }
};

class Rect : public virtual Polygon {
    float w, h;

public:
    __device__ Rect(float width, float height) : Polygon(4), w{width}, h{height} {}
    __device__ virtual float area() const override { return w * h; }
    __device__ const char *name() const override final { return "rect"; }
};

class Square : public Rect {
public:
    __device__ Square(float a) : Polygon(4), Rect(a, a) {}
    __device__ ~Square() override {}
};

// Their vtables go with those who use them, as of all classes whose virtual functions are inline: here with nobody.
struct Report {
    virtual void line(const char *what, float value) const;
    virtual ~Report();
};

struct Quiet : Report {
    void line(const char *, float) const;
};

inline void Report::line(const char *what, float value) const { std::printf("%s %g\n", what, value); }
inline Report::~Report() = default;
inline void Quiet::line(const char *, float) const {}

__global__ void make(Shape **shapes, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        switch (i % 3) {
        case 0: shapes[i] = new Circle(0.5f + i); break;
        case 1: shapes[i] = new Rect(1.f, 2.f * i); break;
        default: shapes[i] = new Square(i);
        }
}

__global__ void measure(Shape *const *shapes, int n, float *areas, int *sides)
{
    int i = threadIdx.x;
    if (i < n) {
        areas[i] = shapes[i]->area();
        sides[i] = shapes[i]->sides();
        if (i < 3)
            printf("%s: %f\n", shapes[i]->name(), areas[i]);
    }
}

__global__ void destroy(Shape **shapes, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        delete shapes[i];
}

template <typename Derived>
struct StaticShape {
    __device__ float doubled() const { return 2.f * static_cast<const Derived &>(*this).area(); }

protected:
    StaticShape() = default;
};

struct Disc : StaticShape<Disc> {
    float r = 1.f;
    __device__ float area() const { return 3.14159265f * r * r; }
};

struct Tri : StaticShape<Tri> {
    float a = 3.f, b = 4.f;
    __device__ float area() const { return .5f * a * b; }
};

template <typename S>
__global__ void twice(S shape, float *out)
{
    out[threadIdx.x] = shape.doubled();
}

int main()
{
    enum { N = 96 };
    Shape **shapes;
    float *areas;
    int *sides;
    cudaMalloc(&shapes, N * sizeof(Shape *));
    cudaMallocManaged(&areas, N * sizeof(float));
    cudaMallocManaged(&sides, N * sizeof(int));
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 4 << 20);
    make<<<1, 32>>>(shapes, N);
    measure<<<1, N>>>(shapes, N, areas, sides);
    destroy<<<1, 32>>>(shapes, N);
    cudaDeviceSynchronize();
    float sum = 0;
    int corners = 0;
    for (int i = 0; i < N; ++i)
        sum += areas[i], corners += sides[i];
    printf("total %f, %d corners\n", sum, corners);
    twice<<<1, 32>>>(Disc(), areas);
    twice<Tri><<<1, 32>>>(Tri(), areas);
    cudaError_t e = cudaDeviceSynchronize();
    cudaFree(shapes);
    cudaFree(areas);
    cudaFree(sides);
    return e;
}
