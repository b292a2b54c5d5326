// Corners (FAST) and binary descriptors (ORB).
#include "matrix.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>

struct bifrons_orb {
  cv::Ptr<cv::ORB> orb;
};

namespace {
constexpr int descriptor_bytes = 32;
/// ORB's patch is 31 px wide and its samples reach 18 px when turned.
constexpr int describe_margin = 20;

/// ORB's orientation: the angle of the intensity centroid in a disc of 15 px, degrees.
float centroid_angle(const cv::Mat &image, int x, int y) {
  int m10 = 0, m01 = 0;
  for (int j = -15; j <= 15; j++) {
    const int reach = int(std::sqrt(225.f - float(j * j)));
    const uchar *p = image.ptr(y + j) + x;
    for (int i = -reach; i <= reach; i++) {
      m10 += i * p[i];
      m01 += j * p[i];
    }
  }
  return cv::fastAtan2(float(m01), float(m10));
}

inline __attribute__((always_inline)) int distance(const uint8_t *a, const uint8_t *b) {
  uint64_t x[4], y[4];
  std::memcpy(x, a, sizeof x);
  std::memcpy(y, b, sizeof y);
  int sum = 0;
  for (int i = 0; i < 4; i++) sum += __builtin_popcountll(x[i] ^ y[i]);
  return sum;
}
}  // namespace

int32_t bifrons_fast_corners(
    bifrons_luma image, int32_t threshold, float *corners, int32_t capacity,
    bifrons_cv_error *error) {
  return guarded(error, [&] {
    std::vector<cv::KeyPoint> found;
    cv::FAST(matrix(image), found, threshold, true);
    if (found.size() > size_t(capacity)) {
      cv::KeyPointsFilter::retainBest(found, capacity);
      found.resize(size_t(capacity));
    }
    float *out = corners;
    for (const auto &k : found) {
      *out++ = k.pt.x;
      *out++ = k.pt.y;
      *out++ = k.response;
    }
    return int32_t(found.size());
  });
}

int32_t bifrons_line_segments(
    bifrons_luma image, float least_length, float *segments, int32_t capacity,
    bifrons_cv_error *error) {
  return guarded(error, [&] {
    std::vector<cv::Vec4f> found;
    cv::createLineSegmentDetector(cv::LSD_REFINE_STD)->detect(matrix(image), found);
    int32_t count = 0;
    for (const auto &s : found) {
      if (count == capacity) break;
      if (std::hypot(s[2] - s[0], s[3] - s[1]) < least_length) continue;
      std::memcpy(segments + 4 * count++, s.val, sizeof s.val);
    }
    return count;
  });
}

namespace {
/// Writes the outlines of a mask's white parts that are convex quadrangles.
void add_quads(const cv::Mat &mask, double least_area, std::vector<float> &quads) {
  std::vector<std::vector<cv::Point>> outlines;
  cv::findContours(mask, outlines, cv::RETR_LIST, cv::CHAIN_APPROX_SIMPLE);
  for (const auto &outline : outlines) {
    if (std::abs(cv::contourArea(outline)) < least_area) continue;
    std::vector<cv::Point> corners;
    // A bent outline is no quadrangle: corners within 2.5 % of the way round it.
    cv::approxPolyDP(outline, corners, 0.025 * cv::arcLength(outline, true), true);
    if (corners.size() != 4 || !cv::isContourConvex(corners)) continue;
    // In a picture, whose y runs down, a positive area is clockwise as seen.
    std::vector<cv::Point2f> exact(corners.begin(), corners.end());
    if (cv::contourArea(exact, true) < 0) std::reverse(corners.begin(), corners.end());
    for (const auto &c : corners) {
      quads.push_back(float(c.x));
      quads.push_back(float(c.y));
    }
  }
}
}  // namespace

int32_t bifrons_bright_quads(
    bifrons_luma image, float least_area, float *quads, int32_t capacity, bifrons_cv_error *error) {
  return guarded(error, [&] {
    const cv::Mat picture = matrix(image);
    const double area = double(least_area) * double(picture.total());
    std::vector<float> found;
    cv::Mat mask;
    // Brighter than its surroundings, whatever the light, and brighter than fixed levels, where the
    // surroundings have bright parts too.
    cv::adaptiveThreshold(picture, mask, 255, cv::ADAPTIVE_THRESH_MEAN_C, cv::THRESH_BINARY, 31, 4);
    add_quads(mask, area, found);
    for (int level = 70; level <= 230; level += 20) {
      cv::threshold(picture, mask, level, 255, cv::THRESH_BINARY);
      add_quads(mask, area, found);
    }
    const int32_t count = std::min(capacity, int32_t(found.size() / 8));
    std::copy_n(found.begin(), size_t(count) * 8, quads);
    return count;
  });
}

bifrons_orb *bifrons_orb_create(
    int32_t features, float scale, int32_t levels, int32_t fast_threshold,
    bifrons_cv_error *error) {
  return guarded(error, [&] {
    return new bifrons_orb{cv::ORB::create(features, scale, levels, describe_margin, 0, 2,
                                           cv::ORB::HARRIS_SCORE, 31, fast_threshold)};
  });
}

void bifrons_orb_release(bifrons_orb *orb) { delete orb; }

int32_t bifrons_orb_detect(
    bifrons_orb *orb, bifrons_luma image, float *points, uint8_t *descriptors, int32_t capacity,
    bifrons_cv_error *error) {
  return guarded(error, [&] {
    std::vector<cv::KeyPoint> keys;
    cv::Mat described;
    orb->orb->detectAndCompute(matrix(image), cv::noArray(), keys, described);
    const int count = std::min(int(keys.size()), capacity);
    for (int i = 0; i < count; i++) {
      points[2 * i] = keys[size_t(i)].pt.x;
      points[2 * i + 1] = keys[size_t(i)].pt.y;
      std::memcpy(descriptors + i * descriptor_bytes, described.ptr(i), descriptor_bytes);
    }
    return int32_t(count);
  });
}

int32_t bifrons_orb_describe(
    bifrons_orb *orb, bifrons_luma image, const float *points, int32_t count, float shrink,
    int32_t *kept, uint8_t *descriptors, bifrons_cv_error *error) {
  return guarded(error, [&] {
    cv::Mat picture;
    cv::GaussianBlur(matrix(image), picture, cv::Size(3, 3), 0);
    if (shrink != 1) {
      cv::Mat small;
      cv::resize(picture, small, cv::Size(), 1 / shrink, 1 / shrink, cv::INTER_LINEAR);
      picture = small;
    }
    std::vector<cv::KeyPoint> keys;
    for (int i = 0; i < count; i++) {
      const int x = int(std::lround(points[2 * i] / shrink));
      const int y = int(std::lround(points[2 * i + 1] / shrink));
      if (x < describe_margin || y < describe_margin || x >= picture.cols - describe_margin ||
          y >= picture.rows - describe_margin)
        continue;
      keys.emplace_back(float(x), float(y), 31.f, centroid_angle(picture, x, y), 0.f, 0, i);
    }
    if (keys.empty()) return 0;
    cv::Mat described;
    orb->orb->compute(picture, keys, described);
    for (size_t i = 0; i < keys.size(); i++) {
      kept[i] = keys[i].class_id;
      std::memcpy(descriptors + i * descriptor_bytes, described.ptr(int(i)), descriptor_bytes);
    }
    return int32_t(keys.size());
  });
}

// In C++ for the POPCNT instruction, which a package built for any x86-64 cannot assume: the loader
// picks the right clone. It does so before the thread sanitizer is up, which would crash.
#if defined(__x86_64__) && !__has_feature(thread_sanitizer)
__attribute__((target_clones("popcnt", "default")))
#endif
void bifrons_hamming_distances(
    const uint8_t *row_descriptors, int32_t rows, const uint8_t *column_descriptors,
    int32_t columns, uint8_t *distances) {
  for (int r = 0; r < rows; r++) {
    const uint8_t *row = row_descriptors + r * descriptor_bytes;
    for (int c = 0; c < columns; c++) {
      const int d = distance(row, column_descriptors + c * descriptor_bytes);
      *distances++ = uint8_t(std::min(d, 255));
    }
  }
}
