#pragma once
// FreeType's headers are named by macros, which the module map cannot do.
#include <ft2build.h>
#include FT_FREETYPE_H
