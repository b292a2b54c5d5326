#pragma once
#include <stddef.h>

/// The packed coefficient networks; Tools/coefficients tells their layout and how they are learnt.
extern const unsigned char *const bifrons_joint_network;
extern const size_t bifrons_joint_network_size;
