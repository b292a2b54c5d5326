#pragma once
#include <stddef.h>

/// The packed coefficient networks; Tools/pack-coefficient-networks tells their layout and origin.
extern const unsigned char *const bifrons_coefficient_networks;
extern const size_t bifrons_coefficient_networks_size;
