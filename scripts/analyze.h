/* What the analysers of scripts/analyze.sh are told, because they don't follow variable arguments:
 * these functions return false, always. */
#pragma once

#include "clockwork/base.h"

#define cw_error_set(...) (cw_error_set(__VA_ARGS__), false)
#define cw_error_context(...) (cw_error_context(__VA_ARGS__), false)
