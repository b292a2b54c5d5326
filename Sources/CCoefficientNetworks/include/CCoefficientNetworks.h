#pragma once
#include <stddef.h>

/// The packed coefficient networks; Tools/pack-coefficient-networks tells their layout and origin.
extern const unsigned char *const bifrons_coefficient_networks;
extern const size_t bifrons_coefficient_networks_size;

/// The packed joint network; Tools/coefficients tells its layout and how it is learnt.
extern const unsigned char *const bifrons_joint_network;
extern const size_t bifrons_joint_network_size;
