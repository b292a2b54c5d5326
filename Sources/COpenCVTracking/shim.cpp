#include "COpenCVTracking.h"
