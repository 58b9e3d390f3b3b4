#include "crt/math_functions.h"
