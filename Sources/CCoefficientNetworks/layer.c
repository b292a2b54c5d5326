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
