/* What this machine has for pictures, by looking alone: asking a library first would load OpenGL,
 * which takes long, and print complaints where there is nothing. */
#pragma once

#include <stdbool.h>

bool display_may_exist(void);

bool display_may_have_gpu(void);
