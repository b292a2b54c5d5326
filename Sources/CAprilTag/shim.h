#pragma once
#include <stdlib.h>
#include <apriltag/apriltag.h>
#include <apriltag/tag36h11.h>

// `zarray_get` copies into memory of any kind, which Swift cannot name.
static inline apriltag_detection_t *bifrons_tag_at(zarray_t *detections, int index) {
  apriltag_detection_t *detection = NULL;
  zarray_get(detections, index, &detection);
  return detection;
}
// The detector's image points at memory that the caller keeps; the library's own type is immutable.
static inline zarray_t *bifrons_detect_tags(
    apriltag_detector_t *detector, int width, int height, int stride, uint8_t *pixels) {
  image_u8_t image = {width, height, stride, pixels};
  return apriltag_detector_detect(detector, &image);
}
// The library keeps its own function for this in another one that is not installed with it.
static inline void bifrons_free_tag_image(image_u8_t *image) {
  free(image->buf);
  free(image);
}
