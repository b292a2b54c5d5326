// Calibration by OpenCV's calib3d.
#include "COpenCVCalibration.h"

#include "guarded.hpp"
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

namespace {
cv::Mat matrix(const bifrons_calibration_image &image) {
  return cv::Mat(image.height, image.width, CV_8U, const_cast<uint8_t *>(image.base),
                 size_t(image.stride));
}

cv::Mat triples(const float *values, int count) {
  return cv::Mat(count, 1, CV_32FC3, const_cast<float *>(values));
}

cv::Mat pairs(const float *values, int count) {
  return cv::Mat(count, 1, CV_32FC2, const_cast<float *>(values));
}

void write(double *pose, const cv::Mat &rotation, const cv::Mat &translation) {
  for (int i = 0; i < 3; i++) {
    pose[i] = rotation.at<double>(i);
    pose[3 + i] = translation.at<double>(i);
  }
}
}  // namespace

int32_t bifrons_calibration_prepare(uint64_t seed, bifrons_calibration_error *error) {
  return guarded(error, [&] {
    cv::setNumThreads(1);
    cv::setRNGSeed(int(seed));
    return 0;
  });
}

int32_t bifrons_chessboard_corners(
    bifrons_calibration_image image, int32_t columns, int32_t rows, float *corners,
    bifrons_calibration_error *error) {
  return guarded(error, [&] {
    std::vector<cv::Point2f> found;
    const cv::Size size(columns, rows);
    // The quick look first: most pictures of a live camera show no board.
    const bool isThere = cv::findChessboardCorners(
        matrix(image), size, found,
        cv::CALIB_CB_ADAPTIVE_THRESH | cv::CALIB_CB_NORMALIZE_IMAGE | cv::CALIB_CB_FAST_CHECK);
    if (!isThere || int(found.size()) != columns * rows) return 0;
    for (size_t i = 0; i < found.size(); i++) {
      corners[2 * i] = found[i].x;
      corners[2 * i + 1] = found[i].y;
    }
    return 1;
  });
}

int32_t bifrons_refine_corners(
    bifrons_calibration_image image, float *corners, int32_t count, int32_t radius,
    bifrons_calibration_error *error) {
  return guarded(error, [&] {
    std::vector<cv::Point2f> points;
    for (int i = 0; i < count; i++) points.emplace_back(corners[2 * i], corners[2 * i + 1]);
    const cv::TermCriteria until(cv::TermCriteria::COUNT | cv::TermCriteria::EPS, 60, 1e-3);
    cv::cornerSubPix(matrix(image), points, cv::Size(radius, radius), cv::Size(-1, -1), until);
    for (int i = 0; i < count; i++) {
      corners[2 * i] = points[size_t(i)].x;
      corners[2 * i + 1] = points[size_t(i)].y;
    }
    return 0;
  });
}

int32_t bifrons_calibrate_lens(
    const float *points, const float *places, const int32_t *counts, int32_t views, int32_t width,
    int32_t height, int32_t has_k3, bifrons_calibration_lens *lens, double *view_errors,
    double *poses, bifrons_calibration_error *error) {
  return guarded(error, [&] {
    std::vector<cv::Mat> objects, images, rotations, translations;
    int start = 0;
    for (int i = 0; i < views; i++) {
      objects.push_back(triples(points + 3 * start, counts[i]));
      images.push_back(pairs(places + 2 * start, counts[i]));
      start += counts[i];
    }
    cv::Mat k, d, inner, outer, errors;
    const cv::TermCriteria until(cv::TermCriteria::COUNT | cv::TermCriteria::EPS, 100, 1e-9);
    cv::calibrateCamera(objects, images, cv::Size(width, height), k, d, rotations, translations,
                        inner, outer, errors, has_k3 ? 0 : cv::CALIB_FIX_K3, until);
    lens->fx = k.at<double>(0, 0);
    lens->fy = k.at<double>(1, 1);
    lens->cx = k.at<double>(0, 2);
    lens->cy = k.at<double>(1, 2);
    for (int i = 0; i < 5; i++) lens->distortion[i] = d.at<double>(i);
    // fx, fy, cx, cy, k1, k2, p1, p2, k3, …
    for (int i = 0; i < 9; i++) lens->deviations[i] = inner.at<double>(i);
    for (int i = 0; i < views; i++) {
      view_errors[i] = errors.at<double>(i);
      write(poses + 6 * i, rotations[size_t(i)], translations[size_t(i)]);
    }
    return 0;
  });
}

int32_t bifrons_board_pose(
    const float *points, const float *places, int32_t count, const bifrons_calibration_lens *lens,
    double pose[6], bifrons_calibration_error *error) {
  return guarded(error, [&] {
    const cv::Matx33d k(lens->fx, 0, lens->cx, 0, lens->fy, lens->cy, 0, 0, 1);
    const cv::Mat d(1, 5, CV_64F, const_cast<double *>(lens->distortion));
    cv::Mat rotation, translation;
    const cv::Mat objects = triples(points, count), images = pairs(places, count);
    // IPPE finds the better one of the two poses that a flat board has.
    if (!cv::solvePnP(objects, images, k, d, rotation, translation, false, cv::SOLVEPNP_IPPE))
      return 0;
    cv::solvePnPRefineLM(objects, images, k, d, rotation, translation);
    write(pose, rotation, translation);
    return 1;
  });
}
