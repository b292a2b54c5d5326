#include "CImGui.h"
