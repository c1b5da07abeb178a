/* Names of levels, for flow, sessions and the list of levels (run/levels.h). */
#pragma once

enum { LEVEL_NAME_BYTES = 64 }; /* [a-z0-9-]+ and a NUL */

#define LEVEL_WITHOUT_MAP "level" /* the only level of a game without maps and names */
