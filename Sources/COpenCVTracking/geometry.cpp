// Motions between two views, and a pose from points (cv::calib3d). All image points are normalised.
#include "matrix.hpp"

#include <opencv2/calib3d.hpp>

namespace {
cv::Mat pairs(const double *values, int count) {
  return cv::Mat(count, 1, CV_64FC2, const_cast<double *>(values));
}

void write(bifrons_motion &out, const cv::Mat &rotation, const cv::Mat &translation, double sign) {
  for (int r = 0; r < 3; r++) {
    for (int c = 0; c < 3; c++) out.rotation[3 * r + c] = rotation.at<double>(r, c);
    out.translation[r] = sign * translation.at<double>(r);
  }
}
}  // namespace

int32_t bifrons_essential_motions(
    const double *first, const double *second, int32_t count, double threshold,
    bifrons_motion *motions, bifrons_cv_error *error) {
  return guarded(error, [&] {
    const cv::Mat identity = cv::Mat::eye(3, 3, CV_64F);
    cv::Mat mask, r1, r2, t;
    const cv::Mat e = cv::findEssentialMat(pairs(first, count), pairs(second, count), identity,
                                           cv::USAC_MAGSAC, 0.999, threshold, mask);
    if (e.rows < 3) return 0;
    cv::decomposeEssentialMat(e.rowRange(0, 3), r1, r2, t);
    write(motions[0], r1, t, 1);
    write(motions[1], r1, t, -1);
    write(motions[2], r2, t, 1);
    write(motions[3], r2, t, -1);
    return 4;
  });
}

int32_t bifrons_homography_motions(
    const double *first, const double *second, int32_t count, double threshold,
    bifrons_motion *motions, bifrons_cv_error *error) {
  return guarded(error, [&] {
    cv::Mat mask;
    const cv::Mat h = cv::findHomography(pairs(first, count), pairs(second, count),
                                         cv::USAC_MAGSAC, threshold, mask, 1000, 0.999);
    if (h.empty()) return 0;
    std::vector<cv::Mat> rotations, translations, normals;
    cv::decomposeHomographyMat(h, cv::Mat::eye(3, 3, CV_64F), rotations, translations, normals);
    const int n = std::min(int(rotations.size()), 4);
    for (int i = 0; i < n; i++) write(motions[i], rotations[size_t(i)], translations[size_t(i)], 1);
    return n;
  });
}

int32_t bifrons_pose_from_points(
    const double *points, const double *places, int32_t count, double threshold, int32_t rounds,
    bifrons_motion *motion, int32_t *inliers, bifrons_cv_error *error) {
  return guarded(error, [&] {
    const cv::Mat world(count, 1, CV_64FC3, const_cast<double *>(points));
    const cv::Mat identity = cv::Mat::eye(3, 3, CV_64F);
    cv::Mat turn, t, in, rotation;
    if (!cv::solvePnPRansac(world, pairs(places, count), identity, cv::noArray(), turn, t, false,
                            rounds, float(threshold), 0.999, in, cv::SOLVEPNP_AP3P))
      return 0;
    cv::Rodrigues(turn, rotation);
    write(*motion, rotation, t, 1);
    for (int i = 0; i < in.rows; i++) inliers[i] = in.at<int>(i);
    return int32_t(in.rows);
  });
}

int32_t bifrons_pose_from_matches(
    const double *points, const double *pixels, int32_t count, double focal_length,
    double threshold, int32_t rounds, bifrons_motion *motion, int32_t *inliers,
    bifrons_cv_error *error) {
  return guarded(error, [&] {
    const cv::Mat world(count, 1, CV_64FC3, const_cast<double *>(points));
    cv::Mat lens = (cv::Mat_<double>(3, 3) << focal_length, 0, 0, 0, focal_length, 0, 0, 0, 1);
    cv::UsacParams how;
    how.sampler = cv::SAMPLING_PROSAC;
    how.score = cv::SCORE_METHOD_MSAC;
    how.loMethod = cv::LOCAL_OPTIM_INNER_LO;
    how.maxIterations = rounds;
    how.confidence = 0.999;
    how.threshold = threshold;
    how.randomGeneratorState = 1;
    cv::Mat turn, t, in, rotation;
    if (!cv::solvePnPRansac(world, pairs(pixels, count), lens, cv::noArray(), turn, t, in, how))
      return 0;
    cv::Rodrigues(turn, rotation);
    write(*motion, rotation, t, 1);
    for (int i = 0; i < in.rows; i++) inliers[i] = in.at<int>(i);
    return int32_t(in.rows);
  });
}
