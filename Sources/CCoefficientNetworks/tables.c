#include "CCoefficientNetworks.h"

// #embed is C23; the compiler of the toolchain knows it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char bytes[] = {
#embed "networks.bin"
};

const unsigned char *const bifrons_coefficient_networks = bytes;
const size_t bifrons_coefficient_networks_size = sizeof bytes;
