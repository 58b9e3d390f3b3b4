// What a matrix product of CUTLASS is made of; an edit here reaches the kernel and the host.
#pragma once
#include <cutlass/gemm/device/gemm.h>

using Gemm = cutlass::gemm::device::Gemm<cutlass::half_t, cutlass::layout::RowMajor, cutlass::half_t, cutlass::layout::ColumnMajor,
                                         float, cutlass::layout::RowMajor, float, cutlass::arch::OpClassTensorOp, cutlass::arch::Sm80>;

constexpr int content = 1;
