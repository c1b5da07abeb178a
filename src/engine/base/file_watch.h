/* A file that somebody saves while the program runs: has it changed, and is it whole?
 *
 * Looked at from outside (size, times and inode: that survives editors that rename over, truncate
 * or delete and write anew), as often as the owner polls. What changed counts when it has stood
 * still for a poll; where its last line has no end it may be cut and must stand still for ten. A
 * missing or empty file is not there yet. Owns no path. */
#ifndef BASE_FILE_WATCH_H
#define BASE_FILE_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { FILE_POLL_NS = 100000000 }; /* between two polls */

/* The state of a file without its content. */
typedef struct FileLook {
    bool exists;
    off_t size_bytes;
    int64_t modified_ns, changed_ns;
    ino_t inode;
    dev_t device;
} FileLook;

typedef struct FileWatch {
    FileLook taken; /* when its content was taken */
    FileLook seen;  /* by the last poll */
    int still_polls;
} FileWatch;

/* Its content is taken now. */
void file_watch_begin(FileWatch *watch, const char *path);

void file_watch_poll(FileWatch *watch, const char *path);

/* By the last poll: there is something new in it; and it is whole. */
bool file_watch_is_new(const FileWatch *watch);
bool file_watch_is_settled(const FileWatch *watch, const char *path);

/* After it was read: that counts as taken. False when it was written meanwhile: wait until it is
 * new and settled again. */
bool file_watch_take(FileWatch *watch, const char *path);

#endif
