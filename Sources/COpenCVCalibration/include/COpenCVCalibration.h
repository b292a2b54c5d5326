#pragma once
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// What went wrong inside OpenCV; filled when a call returns a negative number.
typedef struct { int32_t code; char message[256]; } bifrons_calibration_error;

/// One image of 8-bit luma: its first byte, the bytes from row to row, and its size in pixels.
typedef struct {
  const uint8_t *base;
  int64_t stride;
  int32_t width, height;
} bifrons_calibration_image;

/// A lens, pixels counted from pixel centres, with k1, k2, p1, p2, k3; then the standard deviations
/// of fx, fy, cx, cy and the five coefficients.
typedef struct {
  double fx, fy, cx, cy, distortion[5];
  double deviations[9];
} bifrons_calibration_lens;

/// Makes OpenCV single-threaded and its random numbers repeatable. Returns 0.
int32_t bifrons_calibration_prepare(uint64_t seed, bifrons_calibration_error *error);

/// Finds the inner corners of a chessboard, row by row, as x, y pairs. Returns 1, or 0 for none.
int32_t bifrons_chessboard_corners(
    bifrons_calibration_image image, int32_t columns, int32_t rows, float *corners,
    bifrons_calibration_error *error);
/// Moves corners to where black and white meet exactly, within `radius` pixels. Returns 0.
int32_t bifrons_refine_corners(
    bifrons_calibration_image image, float *corners, int32_t count, int32_t radius,
    bifrons_calibration_error *error);
/// Calibrates a lens by views of a flat board: points (x, y, z) and places (x, y) of all views one
/// after the other, `counts` of them a view.
///
/// `has_k3` is 0 to leave k3 at 0. `view_errors` gets each view's root mean square of the
/// reprojection in pixels; `poses` a rotation vector and a translation a view. Returns 0.
int32_t bifrons_calibrate_lens(
    const float *points, const float *places, const int32_t *counts, int32_t views, int32_t width,
    int32_t height, int32_t has_k3, bifrons_calibration_lens *lens, double *view_errors,
    double *poses, bifrons_calibration_error *error);
/// The pose of a board in vision camera axes: a rotation vector and a translation. Returns 1, or 0
/// when there is none.
int32_t bifrons_board_pose(
    const float *points, const float *places, int32_t count, const bifrons_calibration_lens *lens,
    double pose[6], bifrons_calibration_error *error);

#ifdef __cplusplus
}
#endif
