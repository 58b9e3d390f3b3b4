// Tiled matrix multiplication with static shared memory, C style.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define TILE 16
#define IDX(r, c, ld) ((r) * (ld) + (c))
#define DIVUP(a, b) (((a) + (b) - 1) / (b))

typedef struct {
    int rows, cols;
    float *data;
} Matrix;

__global__ void matmul(Matrix a, Matrix b, Matrix c)
{
    __shared__ float ta[TILE][TILE];
    __shared__ float tb[TILE][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float acc = 0.f;
    int t, k;

    for (t = 0; t < DIVUP(a.cols, TILE); t++) {
        ta[ty][tx] = (row < a.rows && t * TILE + tx < a.cols)
                         ? a.data[IDX(row, t * TILE + tx, a.cols)] : 0.f;
        tb[ty][tx] = (col < b.cols && t * TILE + ty < b.rows)
                         ? b.data[IDX(t * TILE + ty, col, b.cols)] : 0.f;
        __syncthreads();
#pragma unroll
        for (k = 0; k < TILE; k++)
            acc = fmaf(ta[ty][k], tb[k][tx], acc);
        __syncthreads();
    }
    if (row < c.rows && col < c.cols)
        c.data[IDX(row, col, c.cols)] = acc;
}

__global__ void fill(float *p, int n, unsigned seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned x = seed ^ (i * 2654435761u);
    x ^= x >> 13; x *= 0x5bd1e995; x ^= x >> 15;
    p[i] = (x & 0xffff) / 65536.0f - .5f;
}

static Matrix device_matrix(int rows, int cols)
{
    Matrix m;
    m.rows = rows;
    m.cols = cols;
    m.data = NULL;
    if (cudaMalloc((void **)&m.data, sizeof(float) * rows * cols) != cudaSuccess) {
        fputs("cudaMalloc\n", stderr);
        exit(1);
    }
    return m;
}

static float *download(const Matrix *m)
{
    size_t bytes = sizeof(float) * m->rows * m->cols;
    float *h = (float *)malloc(bytes);
    cudaMemcpy(h, m->data, bytes, cudaMemcpyDeviceToHost);
    return h;
}

int main(void)
{
    const int M = 200, K = 130, N = 170;
    Matrix a = device_matrix(M, K), b = device_matrix(K, N), c = device_matrix(M, N);
    dim3 block(TILE, TILE);
    dim3 grid(DIVUP(N, TILE), DIVUP(M, TILE));
    float *ha, *hb, *hc, worst = 0.f;
    int i, j, k;

    fill<<<DIVUP(M * K, 128), 128>>>(a.data, M * K, 1u);
    fill<<<DIVUP(K * N, 128), 128>>>(b.data, K * N, 2u);
    matmul<<<grid, block>>>(a, b, c);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        printf("kernel: %s\n", cudaGetErrorString(cudaGetLastError()));
        return 1;
    }
    ha = download(&a);
    hb = download(&b);
    hc = download(&c);
    for (i = 0; i < M; i++)
        for (j = 0; j < N; j++) {
            float want = 0.f, diff;
            for (k = 0; k < K; k++)
                want += ha[IDX(i, k, K)] * hb[IDX(k, j, N)];
            diff = fabsf(want - hc[IDX(i, j, N)]);
            if (diff > worst) worst = diff;
        }
    printf("largest difference %g\n", worst);
    free(ha); free(hb); free(hc);
    cudaFree(a.data); cudaFree(b.data); cudaFree(c.data);
    return worst > 1e-3f;
}
