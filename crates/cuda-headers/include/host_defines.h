// The attribute spellings under their old name.
#include "crt/host_defines.h"
