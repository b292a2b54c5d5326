#pragma once
#include <libyuv/convert.h>
#include <libyuv/convert_argb.h>
#include <libyuv/convert_from_argb.h>
#include <libyuv/planar_functions.h>
#include <libyuv/rotate.h>
#include <libyuv/rotate_argb.h>
#include <libyuv/scale.h>
// The colour constants are globals of an incomplete type, which Swift does not import. The "Yvu"
// ones go with U and V exchanged: libyuv's RGB24 (B, G, R in memory) then comes out as R, G, B.
static inline const struct YuvConstants *bifrons_yvu_constants(int is_bt709, int is_full_range) {
  if (is_bt709) return is_full_range ? &kYvuF709Constants : &kYvuH709Constants;
  return is_full_range ? &kYvuJPEGConstants : &kYvuI601Constants;
}
