/* The project's own build, in the background: `make game.so`. A source that is saved meanwhile may
 * have been read before or after that, so the build may mix both texts, and would be newer than the
 * source. So dev compares the contents of all sources before and after: where they differ, it
 * removes what was built and builds once more. */
#pragma once

#include "live/dev.h"
#include "system/process_start.h"

/* From the least to be done to the most. */
typedef enum SavedKind {
    WHAT_NOTHING, /* none of dev's business */
    WHAT_KNOB,    /* turned in a pause; no file */
    WHAT_BUILD,   /* a kept one was chosen in a pause; no file */
    WHAT_CONFIG,  /* applies by itself, but for the settings of the simulation */
    WHAT_SOUND,
    WHAT_ART,
    WHAT_LEVEL,
    WHAT_CODE, /* to be built */
    WHAT_COUNT
} SavedKind;

/* By its path below the project's folder. "", for what is not known, may be anything. */
SavedKind saved_kind(const char *path);

const char *saved_kind_name(SavedKind what);

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

bool dev_build_start(DevBuild *build, CwError *error);

/* True when it has ended since the last call. Then build->process has its status and its words. */
bool dev_build_poll(DevBuild *build);

/* Ends it, if it runs, and removes the objects that it has made. */
void dev_build_stop(DevBuild *build);

/* Copies the object to a name of its own, as the system knows loaded ones; `saved` is part of it.
 * In the background the sources' difference from the build before becomes NAME.diff beside it,
 * empty for the first one and where git is missing. False: the copy is not whole. */
bool dev_build_keep(DevBuild *build, const char *saved, char copy[PATH_BYTES_MAX], CwError *error);

/* After its end: whether a source has other contents than when it began. Its objects are removed
 * then. */
bool dev_build_is_stale(DevBuild *build);

/* A failed build's words from the first FILE:LINE: error on, or the first complaint. */
void dev_build_find_error(char error[BUILD_ERROR_BYTES], const char *text);

/* The first warning of a compiler, a line, and how many there are. */
int dev_build_find_warning(char warning[BUILD_LINE_BYTES], const char *text);

/* Takes the first lines of a text, up to `end`, each cut to so many bytes; NULL: its own end. */
void dev_build_take_lines(char lines[BUILD_ERROR_BYTES], const char *text, const char *end,
                          int line_bytes);
