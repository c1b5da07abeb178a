/* The kind of a saved file: what has to be done follows from it. */
#ifndef DEV_DEV_SAVE_H
#define DEV_DEV_SAVE_H

#include "base/path.h"

/* From the least to be done to the most. */
typedef enum DevWhat {
    WHAT_NOTHING, /* none of dev's business */
    WHAT_CONFIG,  /* applies by itself, but for the settings of the simulation */
    WHAT_SOUND,
    WHAT_ART,
    WHAT_LEVEL,
    WHAT_CODE, /* to be built */
    WHAT_COUNT
} DevWhat;

/* By its path below the project's folder. "", for what is not known, may be anything. */
DevWhat dev_what(const char *path);

const char *dev_what_name(DevWhat what);

/* Saves that come close together are one. */
typedef struct DevSave {
    DevWhat what;              /* the most that was */
    char file[PATH_BYTES_MAX]; /* the first of these */
    int64_t last_ns;           /* when the last of them came */
} DevSave;

void dev_save_add(DevSave *save, const char *path, int64_t now_ns);

#endif
