#include "CCoefficientNetworks.h"

// #embed is C23; the compiler of the toolchain knows it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char joint[] = {
#embed "joint.bin"
};

const unsigned char *const bifrons_joint_network = joint;
const size_t bifrons_joint_network_size = sizeof joint;
