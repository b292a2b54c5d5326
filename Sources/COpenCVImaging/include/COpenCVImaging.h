#pragma once
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
/// What went wrong inside OpenCV; filled when a call returns a negative number.
typedef struct { int32_t code; char message[256]; } bifrons_cv_error;
#ifdef __cplusplus
}
#endif
