#include "COpenCVImaging.h"
