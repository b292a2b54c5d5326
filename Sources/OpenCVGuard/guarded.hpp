// The one place where C++ exceptions of OpenCV end: nothing is thrown into Swift. Shared by the
// targets COpenCV…, each of which has an error struct of its own with `code` and `message`.
#pragma once
#include <cstdio>
#include <exception>
#include <mutex>
#include <opencv2/core.hpp>
#include <type_traits>

/// Runs OpenCV code on one thread; on an exception fills `error` and returns −1, or NULL for
/// pointers.
template <class Error, class Body>
auto guarded(Error *error, Body body) noexcept -> decltype(body()) {
  // Worker threads that wait by spinning would take the second core from the other tracker.
  static std::once_flag once;
  std::call_once(once, [] { cv::setNumThreads(1); });
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
    return fail(e.code, e.err.empty() ? e.what() : e.err.c_str());
  } catch (const std::exception &e) {
    return fail(-1, e.what());
  } catch (...) {
    return fail(-1, "an unknown exception");
  }
}
