// Motions between two views, and a pose from points (cv::calib3d). All image points are normalised.
#include "matrix.hpp"

#include <opencv2/calib3d.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

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

// A pose from matches of which many are wrong, the closest first.
//
// OpenCV has this as USAC with a PROSAC sampler, whose 4.6 reads beyond its points and crashes.
class PoseSearch {
 public:
  PoseSearch(const double *points, const double *pixels, int count, double focal, double threshold)
      : points_(reinterpret_cast<const cv::Point3d *>(points)),
        pixels_(reinterpret_cast<const cv::Point2d *>(pixels)), count_(count),
        square_(threshold * threshold), best_(count * threshold * threshold) {
    lens_ = (cv::Mat_<double>(3, 3) << focal, 0, 0, 0, focal, 0, 0, 0, 1);
  }

  // Draws from the first matches, then from ever more of them; stops when a better pose is unlikely.
  void run(int rounds) {
    cv::RNG random(1);
    int needed = rounds;
    for (int round = 0; round < std::min(rounds, needed); round++) {
      const int pool = std::min(count_, 12 + round * count_ / (rounds / 2 + 1));
      int picked[4];
      for (int k = 0; k < 4; k++) {
        do picked[k] = random.uniform(0, pool);
        while (std::find(picked, picked + k, picked[k]) != picked + k);
      }
      if (!trySample(picked)) continue;
      const double share = double(inliers().size()) / count_;
      const double luck = std::pow(share, 4);
      if (luck > 1e-6) needed = luck > 0.999 ? 0 : int(std::log(1e-3) / std::log(1 - luck)) + 1;
    }
  }

  bool found() const { return !turn_.empty(); }
  const cv::Mat &turn() const { return turn_; }
  const cv::Mat &translation() const { return translation_; }

  std::vector<int> inliers() const {
    std::vector<int> result;
    const auto motion = affine(turn_, translation_);
    for (int i = 0; i < count_; i++)
      if (error(motion, i) < square_) result.push_back(i);
    return result;
  }

 private:
  // Three points give up to four poses, the fourth tells which; true when it is the best so far.
  bool trySample(const int (&picked)[4]) {
    std::vector<cv::Point3d> p(3);
    std::vector<cv::Point2d> q(3);
    for (int k = 0; k < 3; k++) p[k] = points_[picked[k]], q[k] = pixels_[picked[k]];
    std::vector<cv::Mat> turns, translations;
    cv::solveP3P(p, q, lens_, cv::noArray(), turns, translations, cv::SOLVEPNP_AP3P);
    bool isBetter = false;
    for (size_t k = 0; k < turns.size(); k++) {
      if (!cv::checkRange(turns[k]) || !cv::checkRange(translations[k])) continue;
      if (error(affine(turns[k], translations[k]), picked[3]) > 9 * square_) continue;
      isBetter = take(turns[k], translations[k]) || isBetter;
    }
    if (isBetter) refine();
    return isBetter;
  }

  bool take(const cv::Mat &turn, const cv::Mat &translation) {
    const auto motion = affine(turn, translation);
    double cost = 0;
    for (int i = 0; i < count_ && cost < best_; i++) cost += std::min(square_, error(motion, i));
    if (cost >= best_) return false;
    best_ = cost;
    turn_ = turn.clone();
    translation_ = translation.clone();
    return true;
  }

  // The pose of all its inliers, as long as that is better.
  void refine() {
    for (int pass = 0; pass < 2; pass++) {
      std::vector<cv::Point3d> p;
      std::vector<cv::Point2d> q;
      for (int i : inliers()) p.push_back(points_[i]), q.push_back(pixels_[i]);
      if (p.size() < 8) return;
      cv::Mat turn = turn_.clone(), translation = translation_.clone();
      cv::solvePnPRefineLM(p, q, lens_, cv::noArray(), turn, translation);
      if (!cv::checkRange(turn) || !cv::checkRange(translation) || !take(turn, translation)) return;
    }
  }

  static cv::Matx34d affine(const cv::Mat &turn, const cv::Mat &translation) {
    cv::Matx33d r;
    cv::Rodrigues(turn, r);
    const double *t = translation.ptr<double>();
    return {r(0, 0), r(0, 1), r(0, 2), t[0], r(1, 0), r(1, 1),
            r(1, 2), t[1],    r(2, 0), r(2, 1), r(2, 2), t[2]};
  }

  // The squared distance in the picture; as if far off behind the camera.
  double error(const cv::Matx34d &m, int i) const {
    const cv::Point3d &p = points_[i];
    const cv::Vec3d c = m * cv::Vec4d(p.x, p.y, p.z, 1);
    if (c[2] < 1e-9) return 1e12;
    const double f = lens_(0, 0), x = f * c[0] / c[2] - pixels_[i].x, y = f * c[1] / c[2] - pixels_[i].y;
    return x * x + y * y;
  }

  const cv::Point3d *points_;
  const cv::Point2d *pixels_;
  const int count_;
  const double square_;
  cv::Mat_<double> lens_;
  double best_;
  cv::Mat turn_, translation_;
};
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
    if (count < 4) return 0;
    PoseSearch search(points, pixels, count, focal_length, threshold);
    search.run(rounds);
    if (!search.found()) return 0;
    cv::Mat rotation;
    cv::Rodrigues(search.turn(), rotation);
    write(*motion, rotation, search.translation(), 1);
    const std::vector<int> list = search.inliers();
    std::copy(list.begin(), list.end(), inliers);
    return int32_t(list.size());
  });
}
