#pragma once
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// What went wrong inside OpenCV; filled when a call returns a negative number or NULL.
typedef struct { int32_t code; char message[256]; } bifrons_cv_error;

/// One image of 8-bit luma: its first byte, the bytes from row to row, and its size in pixels.
typedef struct {
  const uint8_t *base;
  int64_t stride;
  int32_t width, height;
} bifrons_luma;

/// A pyramid of images with borders and derivatives, as OpenCV's optical flow wants it. Immutable.
typedef struct bifrons_pyramid bifrons_pyramid;

/// Makes OpenCV single-threaded and its random numbers repeatable. Returns 0.
int32_t bifrons_tracking_prepare(uint64_t seed, bifrons_cv_error *error);

// pyramid.cpp
/// Builds a pyramid of `maximum_level` + 1 images for flow windows of `window` pixels; copies.
bifrons_pyramid *bifrons_pyramid_create(
    bifrons_luma image, int32_t window, int32_t maximum_level, bifrons_cv_error *error);
/// A pyramid that shares the images but has no derivatives: a quarter of the memory.
bifrons_pyramid *bifrons_pyramid_images(const bifrons_pyramid *pyramid, bifrons_cv_error *error);
/// A pyramid of one image, `factor` times as large as another one.
bifrons_pyramid *bifrons_pyramid_magnified(
    bifrons_luma image, float factor, bifrons_cv_error *error);
/// Frees a pyramid.
void bifrons_pyramid_release(bifrons_pyramid *pyramid);
/// The number of images.
int32_t bifrons_pyramid_level_count(const bifrons_pyramid *pyramid);
/// One image, the largest first; it lives as long as the pyramid.
bifrons_luma bifrons_pyramid_level(const bifrons_pyramid *pyramid, int32_t level);
/// Follows points (x, y pairs) from one image to the next, starting at what `next_points` holds.
///
/// `found` gets 1 or 0 a point. With `back_check` > 0 a point must also lead back to within
/// sqrt(back_check) pixels. Returns 0.
int32_t bifrons_track_flow(
    const bifrons_pyramid *previous, const bifrons_pyramid *next, const float *previous_points,
    float *next_points, uint8_t *found, int32_t count, int32_t window, int32_t maximum_level,
    float back_check, bifrons_cv_error *error);

// features.cpp
/// FAST corners as (x, y, response) triples. Returns how many were written, the strongest ones when
/// there is no room for all.
int32_t bifrons_fast_corners(
    bifrons_luma image, int32_t threshold, float *corners, int32_t capacity,
    bifrons_cv_error *error);
/// Line segments (LSD; Grompone von Gioi et al., 2010) of at least a length in pixels, as
/// (x1, y1, x2, y2). Returns how many were written, at most `capacity`, the first found.
int32_t bifrons_line_segments(
    bifrons_luma image, float least_length, float *segments, int32_t capacity,
    bifrons_cv_error *error);
/// Convex quadrangles brighter than what is round them, eight numbers each (x, y clockwise as seen),
/// of at least a share of the picture's area. Returns how many were written, at most `capacity`.
int32_t bifrons_bright_quads(
    bifrons_luma image, float least_area, float *quads, int32_t capacity, bifrons_cv_error *error);
/// An ORB extractor; bound to one thread at a time.
typedef struct bifrons_orb bifrons_orb;
/// Creates an extractor that finds at most `features` corners on `levels` images.
bifrons_orb *bifrons_orb_create(
    int32_t features, float scale, int32_t levels, int32_t fast_threshold,
    bifrons_cv_error *error);
/// Frees an extractor.
void bifrons_orb_release(bifrons_orb *orb);
/// Finds corners; writes x, y pairs and 32 bytes a corner. Returns how many.
int32_t bifrons_orb_detect(
    bifrons_orb *orb, bifrons_luma image, float *points, uint8_t *descriptors, int32_t capacity,
    bifrons_cv_error *error);
/// Describes given points (x, y pairs) on the picture shrunk by `shrink` (1 for not at all), after
/// a light blur. `kept` gets the indices of the points described, 32 bytes each in `descriptors`.
/// Returns how many.
int32_t bifrons_orb_describe(
    bifrons_orb *orb, bifrons_luma image, const float *points, int32_t count, float shrink,
    int32_t *kept, uint8_t *descriptors, bifrons_cv_error *error);
/// The Hamming distances of all pairs of 32-byte descriptors: `rows` × `columns` numbers, 255 for
/// more.
void bifrons_hamming_distances(
    const uint8_t *row_descriptors, int32_t rows, const uint8_t *column_descriptors,
    int32_t columns, uint8_t *distances);

// geometry.cpp
/// A rigid motion: rotation by rows, translation.
typedef struct { double rotation[9], translation[3]; } bifrons_motion;
/// The four motions of the essential matrix (MAGSAC++) between normalised points (x, y pairs).
/// Returns 4, or 0 when there is none.
int32_t bifrons_essential_motions(
    const double *first, const double *second, int32_t count, double threshold,
    bifrons_motion *motions, bifrons_cv_error *error);
/// The up to four motions of the homography (MAGSAC++) between normalised points.
int32_t bifrons_homography_motions(
    const double *first, const double *second, int32_t count, double threshold,
    bifrons_motion *motions, bifrons_cv_error *error);
/// A camera's pose from points (x, y, z triples) and their normalised places, AP3P in RANSAC.
/// `inliers` gets indices. Returns how many, 0 when there is no pose.
int32_t bifrons_pose_from_points(
    const double *points, const double *places, int32_t count, double threshold, int32_t rounds,
    bifrons_motion *motion, int32_t *inliers, bifrons_cv_error *error);
/// The same from matches of which many are wrong, the closest first: P3P in PROSAC (Chum and Matas,
/// CVPR 2005) with local optimisation. Places are in pixels from the principal point.
int32_t bifrons_pose_from_matches(
    const double *points, const double *pixels, int32_t count, double focal_length,
    double threshold, int32_t rounds, bifrons_motion *motion, int32_t *inliers,
    bifrons_cv_error *error);

#ifdef __cplusplus
}
#endif
