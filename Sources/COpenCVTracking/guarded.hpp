// The one place where C++ exceptions end: nothing is thrown into Swift.
#pragma once
#include "COpenCVTracking.h"

#include <cstdio>
#include <exception>
#include <opencv2/core.hpp>
#include <type_traits>

/// Runs `body`; on an exception fills `error` and returns −1, or NULL for pointers.
template <class Body>
auto guarded(bifrons_cv_error *error, Body body) noexcept -> decltype(body()) {
  using Result = decltype(body());
  auto fail = [error](int code, const char *what) -> Result {
    if (error) {
      error->code = code;
      std::snprintf(error->message, sizeof error->message, "%s", what);
    }
    if constexpr (std::is_pointer_v<Result>) return nullptr;
    else return Result(-1);
  };
  try {
    return body();
  } catch (const cv::Exception &e) {
    return fail(e.code, e.what());
  } catch (const std::exception &e) {
    return fail(-1, e.what());
  } catch (...) {
    return fail(-1, "an unknown exception");
  }
}

/// The image as OpenCV's header over the same memory; nobody writes through it.
inline cv::Mat matrix(const bifrons_luma &image) {
  return cv::Mat(image.height, image.width, CV_8U, const_cast<uint8_t *>(image.base),
                 size_t(image.stride));
}
