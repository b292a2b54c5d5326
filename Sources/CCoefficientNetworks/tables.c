#include "CCoefficientNetworks.h"

// #embed is C23; the compiler of the toolchain knows it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char joint[] = {
#embed "joint.bin"
};
static const unsigned char gaze[] = {
#embed "gaze.bin"
};

static const unsigned char occlusion[] = {
#embed "occlusion.bin"
};

const unsigned char *const bifrons_joint_network = joint;
const size_t bifrons_joint_network_size = sizeof joint;
const unsigned char *const bifrons_gaze_network = gaze;
const size_t bifrons_gaze_network_size = sizeof gaze;
const unsigned char *const bifrons_occlusion_weights = occlusion;
const size_t bifrons_occlusion_weights_size = sizeof occlusion;
