/* A disk that loses power: the states of a folder that a weak file system may leave, after ALICE
 * (Pillai et al., OSDI 2014). A change is certain once its file, or for names its folder, was
 * synced. Of all others any may be missing: a name, a removal, a rename, each sector of a write, a
 * length. tests/door/recorder.c writes the log; the folder was empty. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DISK_FILES_MAX = 64, DISK_CHOICES_MAX = 4096 };

typedef enum LogKind {
    LOG_CREATE, /* or open what is there; `at`: 1 empties it */
    LOG_FOLDER,
    LOG_WRITE,
    LOG_EMPTY,
    LOG_RENAME,
    LOG_REMOVE,
    LOG_SYNC
} LogKind;

/* An entry of the log. Absolute paths, each with a zero, and `size` bytes follow. */
typedef struct LogHead {
    uint64_t at, size;
    uint32_t kind, path_bytes, to_bytes;
} LogHead;

typedef struct DiskFile {
    char path[256]; /* relative to the folder */
    uint8_t *bytes; /* NULL: a folder */
    size_t size;
    bool certain; /* some of it was synced */
    int writes;   /* that were made to it, certain or not */
} DiskFile;

typedef struct DiskState {
    DiskFile files[DISK_FILES_MAX];
    int count;
} DiskState;

typedef struct DiskChange DiskChange;

typedef struct Disk {
    DiskChange *changes;
    int count, nodes;
    bool ignores_syncs; /* of files; syncs of folders count */
    /* The cut: after so many changes, what was chosen for each that is not certain. */
    int prefix, tried, most;
    bool at_random;
    uint64_t seed;
    int digits[DISK_CHOICES_MAX], radix[DISK_CHOICES_MAX], digit_count, digit_at;
} Disk;

/* Takes the log of a folder into a disk that is all zero. */
void disk_load(Disk *disk, const char *folder, const char *log);

/* What a reader sees after so many changes while the power is on. Frees the state before. */
void disk_see(Disk *disk, int prefix, DiskState *state);

/* The states after power was cut after `prefix` changes: all of them, or `most` by the seed where
 * there are more. disk_next frees the state before; false after the last one. */
void disk_cut(Disk *disk, int prefix, int most, uint64_t seed);
bool disk_next(Disk *disk, DiskState *state);
void disk_free(DiskState *state);

/* Writes the files of a state into a folder, which is emptied first. */
void disk_write(const DiskState *state, const char *folder);
