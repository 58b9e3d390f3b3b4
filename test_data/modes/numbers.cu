// Floating point, a table of jumps, and pointers that may be restricted.
__device__ float smooth(float value)
{
    return sinf(value) / sqrtf(value) + expf(value);
}

__global__ void numbers(const float* in, float* out, int which)
{
    switch (which) {
    case 0: out[0] = smooth(in[0]); break;
    case 1: out[1] = in[1] / in[2]; break;
    case 2: out[2] = in[2] * in[3] + in[4]; break;
    case 3: out[3] = __fdividef(in[3], in[4]); break;
    case 4: out[4] = in[5] - in[6]; break;
    default: out[5] = fmaf(in[1], in[2], in[3]);
    }
}

void start(const float* in, float* out)
{
    numbers<<<1, 1>>>(in, out, 2);
}
