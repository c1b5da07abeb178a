/* What this machine has for pictures, by looking alone: asking a library first would load OpenGL,
 * which takes long, and print complaints where there is nothing. */
#pragma once

#include <stdbool.h>

/* Whether there may be a display. */
bool display_may_exist(void);

/* Whether there may be a GPU behind it. */
bool display_may_have_gpu(void);
