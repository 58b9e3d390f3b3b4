//! A project with two units and a header, which both clients of the language server open.

/// The units differ in `FACTOR`, which their commands define.
pub(crate) const SOURCES: [(&str, &str); 3] = [
    (
        "first.cu",
        "#include \"scale.cuh\"
__global__ void kernel(float *data)
{
    int i = threadIdx.x;
    data[i] =   unknown(data[i]);
}
",
    ),
    (
        "second.cu",
        "#include \"scale.cuh\"
__device__ float twice(float x) { return scaled(scaled(x)); }
",
    ),
    (
        "scale.cuh",
        "#pragma once
struct Grid { int rows; int columns; };
__device__ inline float scaled(float x) { return FACTOR * x; }
",
    ),
];
