/* Tells SDL's start whether this machine can show pictures. It only looks at files and variables:
 * asking a library would load OpenGL, which is slow and complains without a display. */
#pragma once

#include <stdbool.h>

bool display_may_exist(void);

bool display_may_have_gpu(void);
