// Compiler requirements under their usual name; there are none here beyond C++11.
#include "crt/host_config.h"
