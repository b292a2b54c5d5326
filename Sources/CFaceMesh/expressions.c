#include "CFaceMesh.h"

// #embed is C23; the compiler of the toolchain knows it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char expressions[] = {
#embed "expressions.bin"
};

const unsigned char *const bifrons_face_expressions = expressions;
const size_t bifrons_face_expressions_size = sizeof expressions;
