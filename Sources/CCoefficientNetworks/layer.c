#include "CCoefficientNetworks.h"

// Four inputs at once: a fourth of the sums' own traffic. The compiler makes vectors of it.
#define BIFRONS_SUM                                                                               \
  for (size_t k = 0; k < outputs; k++) sums[k] = 0;                                               \
  size_t i = 0;                                                                                   \
  for (; i + 4 <= inputs; i += 4) {                                                               \
    const signed char *restrict w = weights + i * outputs;                                        \
    const float a = values[i], b = values[i + 1], c = values[i + 2], d = values[i + 3];           \
    for (size_t k = 0; k < outputs; k++)                                                          \
      sums[k] += a * (float)w[k] + b * (float)w[outputs + k] + c * (float)w[2 * outputs + k] +    \
                 d * (float)w[3 * outputs + k];                                                   \
  }                                                                                               \
  for (; i < inputs; i++)                                                                         \
    for (size_t k = 0; k < outputs; k++) sums[k] += values[i] * (float)weights[i * outputs + k];

static void sum(
    const signed char *restrict weights, const float *restrict values, size_t inputs,
    size_t outputs, float *restrict sums) {
  BIFRONS_SUM
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) static void sum_wide(
    const signed char *restrict weights, const float *restrict values, size_t inputs,
    size_t outputs, float *restrict sums) {
  BIFRONS_SUM
}
#endif

void bifrons_layer_sums(
    const signed char *weights, const float *values, size_t inputs, size_t outputs, float *sums) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return sum_wide(weights, values, inputs, outputs, sums);
#endif
  sum(weights, values, inputs, outputs, sums);
}

#define BIFRONS_CONVOLVE                                                                          \
  for (size_t y = 0; y < rows; y++)                                                               \
    for (size_t x = 0; x < columns; x++) {                                                        \
      float *restrict sums = result + (y * columns + x) * outputs;                                \
      for (size_t k = 0; k < outputs; k++) sums[k] = biases[k];                                   \
      for (size_t r = 0; r < size; r++) {                                                         \
        const float *values = picture + (y * step + r) * stride + x * shift;                      \
        const float *w = weights + r * span * outputs;                                            \
        size_t i = 0;                                                                             \
        for (; i + 4 <= span; i += 4, w += 4 * outputs) {                                         \
          const float a = values[i], b = values[i + 1], c = values[i + 2], d = values[i + 3];     \
          for (size_t k = 0; k < outputs; k++)                                                    \
            sums[k] +=                                                                            \
                a * w[k] + b * w[outputs + k] + c * w[2 * outputs + k] + d * w[3 * outputs + k];  \
        }                                                                                         \
        for (; i < span; i++, w += outputs)                                                       \
          for (size_t k = 0; k < outputs; k++) sums[k] += values[i] * w[k];                       \
      }                                                                                           \
      for (size_t k = 0; k < outputs; k++) sums[k] = sums[k] > 0 ? sums[k] : leak * sums[k];      \
    }

static void convolve(
    const float *restrict weights, const float *restrict biases, const float *restrict picture,
    size_t stride, size_t shift, size_t span, size_t size, size_t columns, size_t rows,
    size_t outputs, size_t step, float leak, float *restrict result) {
  BIFRONS_CONVOLVE
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) static void convolve_wide(
    const float *restrict weights, const float *restrict biases, const float *restrict picture,
    size_t stride, size_t shift, size_t span, size_t size, size_t columns, size_t rows,
    size_t outputs, size_t step, float leak, float *restrict result) {
  BIFRONS_CONVOLVE
}
#endif

void bifrons_convolution(
    const float *weights, const float *biases, const float *picture, size_t stride, size_t shift,
    size_t span, size_t size, size_t columns, size_t rows, size_t outputs, size_t step, float leak,
    float *result) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return convolve_wide(
        weights, biases, picture, stride, shift, span, size, columns, rows, outputs, step, leak,
        result);
#endif
  convolve(
      weights, biases, picture, stride, shift, span, size, columns, rows, outputs, step, leak, result);
}
