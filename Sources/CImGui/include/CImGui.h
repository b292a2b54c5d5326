#pragma once
#include <stdbool.h>
#include <stdint.h>
