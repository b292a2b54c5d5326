#pragma once
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
/// What went wrong inside OpenCV; filled when a call returns a negative number.
typedef struct { int32_t code; char message[256]; } bifrons_cv_error;

/// 8-bit pixels in memory: `channels` bytes a pixel, `stride` bytes a row.
typedef struct {
  const uint8_t *base;
  int32_t width, height, channels;
  size_t stride;
} bifrons_cv_picture;

/// What lies beyond a picture.
#define BIFRONS_CV_BORDER_BLACK 0
#define BIFRONS_CV_BORDER_REPLICATED 1
#define BIFRONS_CV_BORDER_GREY 2

/// Resamples the parallelogram whose corners (x, y: top left, top right, bottom right, bottom left)
/// are given to a rectangle, as cv::warpAffine with linear interpolation does it.
///
/// Outside the picture the border is replicated, black or grey. `scratch` holds width · height · channels
/// bytes; `result` gets byte · scale + offset for each of them.
int32_t bifrons_cv_warp_to_float(
    const bifrons_cv_picture *picture, const float corners[8], int32_t width, int32_t height,
    int32_t border, float scale, float offset, uint8_t *scratch, float *result,
    bifrons_cv_error *error);
#ifdef __cplusplus
}
#endif
