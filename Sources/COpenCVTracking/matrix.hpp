#pragma once
#include "COpenCVTracking.h"
#include "guarded.hpp"

/// The image as OpenCV's header over the same memory; nobody writes through it.
inline cv::Mat matrix(const bifrons_luma &image) {
  return cv::Mat(image.height, image.width, CV_8U, const_cast<uint8_t *>(image.base),
                 size_t(image.stride));
}
