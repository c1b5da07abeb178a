/* The project's own build, in the background: `make game.so`.
 *
 * A source that is saved during a build may have been read before or after that, and the object
 * would be newer than the source. So dev compares the contents of all sources before and after:
 * where they differ, it removes what was built and builds once more. */
#pragma once

#include "live/dev.h"
#include "system/process_start.h"

/* Whether a path ends with a dot and one of these words, in small or capital letters; NULL is the
 * end of them. */
bool dev_path_ends(const char *path, const char *const *endings);

/* The lines of an error that are shown, each cut. */
enum {
    BUILD_LINES = 10,
    BUILD_LINE_BYTES = 200,
    BUILD_ERROR_BYTES = BUILD_LINES * BUILD_LINE_BYTES
};
enum { BUILDS_KEPT = 16 };

/* Zero-initialise, but for the places. Large. */
typedef struct DevBuild {
    const DevPlaces *places;
    Process process;
    Process keeper;    /* writes the difference beside the object that was kept last */
    int64_t began_ns;  /* clock_file_ns */
    uint64_t contents; /* hash of all sources when it began */
} DevBuild;

/* Whether there is something to build by. */
bool dev_build_check(const DevPlaces *places, CwError *error);

/* `process` then has its words, with its errors among its output, and its status. */
bool dev_build_start(DevBuild *build, CwError *error);

/* Ends it, if it runs, and removes the objects that it has made. */
void dev_build_stop(DevBuild *build);

/* Copies the object to a name of its own, as the system knows loaded ones; `saved` is part of it.
 * In the background the sources' difference from the build before becomes NAME.diff beside it,
 * empty for the first one and where git is missing. False: the copy is not whole. */
bool dev_build_keep(DevBuild *build, const char *saved, char copy[PATH_BYTES_MAX], CwError *error);

/* After its end: whether a source has other contents than when it began. Its objects are removed
 * then. */
bool dev_build_is_stale(DevBuild *build);

/* The line of a failed build's words that complains first, else the first line. */
const char *dev_build_find_error(const char *text);

/* The first warning of a compiler, a line, and how many there are. */
int dev_build_find_warning(char warning[BUILD_LINE_BYTES], const char *text);

/* Takes the first lines of a text, each cut to so many bytes. */
void dev_build_take_lines(char lines[BUILD_ERROR_BYTES], const char *text, int line_bytes);
