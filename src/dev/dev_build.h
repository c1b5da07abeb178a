/* The project's own build, in the background: `make game.so` in its folder. */
#ifndef DEV_DEV_BUILD_H
#define DEV_DEV_BUILD_H

#include "dev/dev.h"
#include "host/child.h"

enum { BUILD_LINES = 6, BUILD_LINE_BYTES = 200 };

/* The compiler's first error and what it says of it. */
typedef struct BuildError {
    char lines[BUILD_LINES][BUILD_LINE_BYTES];
    int count;
} BuildError;

bool dev_build_start(Child *child, const DevPlaces *places, CwError *error);

/* Of a build that failed: from the first line FILE:LINE: error on, or the first that complains at
 * all. */
void dev_build_find_error(BuildError *error, const char *text);

#endif
