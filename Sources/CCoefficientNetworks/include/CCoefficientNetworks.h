#pragma once
#include <stddef.h>

/// The packed coefficient networks; Tools/coefficients tells their layout and how they are learnt.
extern const unsigned char *const bifrons_joint_network;
extern const size_t bifrons_joint_network_size;

/// The packed gaze networks; Tools/gaze tells their layout and how they are learnt.
extern const unsigned char *const bifrons_gaze_network;
extern const size_t bifrons_gaze_network_size;

/// The weights that tell covered parts of a face; Tools/occlusion tells how they are learnt.
extern const unsigned char *const bifrons_occlusion_weights;
extern const size_t bifrons_occlusion_weights_size;

/// Sums of weighted inputs: `weights` has a row of `outputs` values for each of the `inputs` values.
void bifrons_layer_sums(
    const signed char *weights, const float *values, size_t inputs, size_t outputs, float *sums);
