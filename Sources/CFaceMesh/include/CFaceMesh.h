#pragma once
#include <stddef.h>
#include <stdint.h>

/// The face mesh: 1220 vertices that follow 468 landmarks, and the canonical face behind it.
///
/// Written by Tools/generate-face-mesh; Tools/face-mesh/README.md describes the construction.
typedef struct {
  int32_t vertex_count, triangle_count, fill_count, group_count, canonical_count, basis_count;
  /// Three vertices a triangle, counter-clockwise seen from outside; eyes and mouth are open.
  const uint16_t *triangles;
  /// The triangles that close eyes and mouth.
  const uint16_t *fill;
  /// u and v of each vertex, v growing upwards.
  const float *texture;
  /// The vertex at the mirrored place.
  const uint16_t *mirror;
  /// vertex_count + 1 places in the next two: vertex = sum of weight times landmark.
  const uint16_t *weight_starts;
  const uint16_t *weight_landmarks;
  const float *weights;
  /// Named groups: group_count names and group_count + 1 places in the members.
  const char *const *group_names;
  const uint16_t *group_starts;
  const uint16_t *group_members;
  /// The canonical face: x, y, z of each landmark in centimetres.
  const float *canonical;
  /// The landmarks that fix a head's pose, and how much each counts.
  const uint16_t *basis_landmarks;
  const float *basis_weights;
  /// Metres from the canonical face's origin to be added for the face frame.
  float offset[3];
} bifrons_face_mesh;

extern const bifrons_face_mesh bifrons_face_mesh_tables;

/// What the 52 coefficients do to the landmarks, written by Tools/generate-face-expressions.
///
/// 16-bit little-endian numbers, hundredths of a millimetre in the canonical face's frame: the 468
/// landmarks at rest (x, y, z), then their displacements at weight 1, coefficients in alphabetical order.
extern const unsigned char *const bifrons_face_expressions;
extern const size_t bifrons_face_expressions_size;
