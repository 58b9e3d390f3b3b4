// All types that carry `device_builtin`, for programs and for crt/host_runtime.h.
#include "device_types.h"
#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"
#include "vector_types.h"
