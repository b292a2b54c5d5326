// Image pyramids and pyramidal Lucas-Kanade flow (cv::calcOpticalFlowPyrLK).
#include "matrix.hpp"

#include <opencv2/imgproc.hpp>
#include <opencv2/video/tracking.hpp>
#include <vector>

/// OpenCV stores image, derivative, image, …, or images alone.
struct bifrons_pyramid {
  std::vector<cv::Mat> mats;
  int step;
};

int32_t bifrons_tracking_prepare(uint64_t seed, bifrons_cv_error *error) {
  return guarded(error, [&] {
    cv::setNumThreads(1);
    cv::setRNGSeed(int(seed));
    return 0;
  });
}

bifrons_pyramid *bifrons_pyramid_create(
    bifrons_luma image, int32_t window, int32_t maximum_level, bifrons_cv_error *error) {
  return guarded(error, [&] {
    std::vector<cv::Mat> mats;
    // The last argument: the frame's memory goes back to the camera, so it is not kept.
    cv::buildOpticalFlowPyramid(matrix(image), mats, cv::Size(window, window), maximum_level, true,
                                cv::BORDER_REFLECT_101, cv::BORDER_CONSTANT, false);
    return new bifrons_pyramid{std::move(mats), 2};
  });
}

bifrons_pyramid *bifrons_pyramid_images(const bifrons_pyramid *pyramid, bifrons_cv_error *error) {
  return guarded(error, [&] {
    auto images = new bifrons_pyramid{{}, 1};
    for (size_t i = 0; i < pyramid->mats.size(); i += size_t(pyramid->step))
      images->mats.push_back(pyramid->mats[i]);
    return images;
  });
}

bifrons_pyramid *bifrons_pyramid_magnified(
    bifrons_luma image, float factor, bifrons_cv_error *error) {
  return guarded(error, [&] {
    cv::Mat large;
    cv::resize(matrix(image), large, cv::Size(), factor, factor, cv::INTER_LINEAR);
    return new bifrons_pyramid{{large}, 1};
  });
}

void bifrons_pyramid_release(bifrons_pyramid *pyramid) { delete pyramid; }

int32_t bifrons_pyramid_level_count(const bifrons_pyramid *pyramid) {
  return int32_t(pyramid->mats.size()) / pyramid->step;
}

bifrons_luma bifrons_pyramid_level(const bifrons_pyramid *pyramid, int32_t level) {
  const cv::Mat &m = pyramid->mats[size_t(level) * size_t(pyramid->step)];
  return {m.data, int64_t(m.step), m.cols, m.rows};
}

int32_t bifrons_track_flow(
    const bifrons_pyramid *previous, const bifrons_pyramid *next, const float *previous_points,
    float *next_points, uint8_t *found, int32_t count, int32_t window, int32_t maximum_level,
    float back_check, bifrons_cv_error *error) {
  return guarded(error, [&] {
    if (count <= 0) return 0;
    // At most 15 rounds, or until a step is below 0.03 px.
    const cv::TermCriteria until(cv::TermCriteria::COUNT | cv::TermCriteria::EPS, 15, 0.03);
    const double least_eigenvalue = 1e-3;
    const cv::Size size(window, window);
    const cv::Mat from(count, 1, CV_32FC2, const_cast<float *>(previous_points));
    cv::Mat to(count, 1, CV_32FC2, next_points), status(count, 1, CV_8U, found);
    cv::calcOpticalFlowPyrLK(previous->mats, next->mats, from, to, status, cv::noArray(), size,
                             maximum_level, until, cv::OPTFLOW_USE_INITIAL_FLOW, least_eigenvalue);
    if (back_check <= 0) return 0;
    // Back on the finest level only: cheap, and the start is the true place.
    cv::Mat back = from.clone(), back_status;
    cv::calcOpticalFlowPyrLK(next->mats, previous->mats, to, back, back_status, cv::noArray(), size,
                             0, until, cv::OPTFLOW_USE_INITIAL_FLOW, least_eigenvalue);
    for (int i = 0; i < count; i++) {
      const auto d = back.at<cv::Point2f>(i) - from.at<cv::Point2f>(i);
      found[i] = found[i] && back_status.at<uchar>(i) && d.dot(d) < back_check;
    }
    return 0;
  });
}
