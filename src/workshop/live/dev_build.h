/* Builds: `make game.so` in the background, for the supervisor and the runner. */
#pragma once

#include "live/dev.h"
#include "system/process_start.h"

/* The lines of an error that are shown, each cut. */
enum { BUILD_LINES = 10, BUILD_LINE_BYTES = 200, BUILD_ERROR_BYTES = 2000 };
enum { BUILDS_KEPT = 16 };

/* Zero-initialise, except for the places. Large. */
typedef struct DevBuild {
    const DevPlaces *places;
    Process process;
    Process keeper;    /* writes the source's difference for the object that was kept last */
    int64_t began_ns;  /* clock_file_ns */
    uint64_t contents; /* hash of all sources when the build began */
} DevBuild;

/* Refuses a folder without a Makefile. */
bool dev_build_check(const DevPlaces *places, CwError *error);

/* Starts make in `process`, with errors among its output. */
bool dev_build_start(DevBuild *build, CwError *error);

/* Ends a running build and removes the objects that it has made. */
void dev_build_stop(DevBuild *build);

/* Copies the object to a new name, because a loaded object can't be replaced. `saved` is part of
 * the name. In the background, git writes the difference from the last build's sources to
 * NAME.diff. The file is empty for the first build or without git. False: the copy is not whole. */
bool dev_build_keep(DevBuild *build, const char *saved, char copy[PATH_BYTES_MAX], CwError *error);

/* Called after a build: true if a source has changed since it began. Removes its objects then. */
bool dev_build_is_stale(DevBuild *build);

/* The first error in a failed build's output; the first line if none is found. */
const char *dev_build_find_error(const char *text);

/* Finds the first compiler warning, a line. Returns the number of warnings. */
int dev_build_find_warning(char warning[BUILD_LINE_BYTES], const char *text);

/* Copies the first lines of a text, each cut to `line_bytes`. */
void dev_build_take_lines(char lines[BUILD_ERROR_BYTES], const char *text, int line_bytes);
