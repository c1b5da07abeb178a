/* Files that programs and people share: kept files, logs and watched files.
 *
 * Kept files, such as recordings and traces, stay in a folder of the player's. Names begin with a
 * number that counts up, independent of the clock; only the newest are kept. Old ones are deleted
 * when a new one has its header, so a full disk costs no old file. */
#pragma once

#include "clockwork/base.h"
#include "platform/file.h"
#include "platform/path.h"

#include <stdio.h>

typedef struct KeptFiles {
    const char *folder;    /* made when missing */
    const char *extension; /* ending of the collection's files, such as ".cwr" */
    int kept;              /* files in the folder, with the new one */
} KeptFiles;

/* Writes a new file's path, "FOLDER/00000042-20260131-235959-1234-NAME.EXT" (number, local time,
 * process), and creates the folder only. False with a cause. */
bool kept_files_begin(const KeptFiles *files, const char *name, char path[PATH_BYTES_MAX],
                      CwError *error);

bool kept_file_is_older(const char *name, const char *other, const char *extension);

/* Deletes the oldest until `kept` are left, except files that are being written or can't go. */
void kept_files_trim(const KeptFiles *files);

/* ---- files that options replace ---- */

/* Whether an open file is empty or begins like files of its kind. In `head`, # stands for a number
 * and ? for any byte. False with the remedy. */
bool file_is_kind(int file, const char *head, CwError *error);

/* Like file_is_kind, for a path; true without a file, and for pipes, devices and streams. */
bool file_may_replace(const char *path, const char *head, CwError *error);

/* ---- files that are read whole ---- */

/* Fills `error` after file_read gave NULL, with the limit. Returns false. */
bool file_not_read(const char *path, size_t most, CwError *error);

/* Reads text of at most `most` bytes, without a byte order mark, and ends it with a 0. The caller
 * frees it. NULL with the path and the cause, such as a zero byte and its line. */
char *text_file_read(const char *path, size_t most, size_t *size, CwError *error);

/* ---- logs ---- */

/* A text file written row by row, for scripts. It is flushed at most once a second of real time, or
 * after each row if the environment has CLOCKWORK_LOGS. Numbers have a point in any locale. When a
 * disk fails, the log is cut and reports that once. Zero-initialise; a closed log ignores rows. */
typedef struct LogFile {
    FILE *file;        /* NULL: not open, or given up */
    const char *path;  /* the caller's, kept for as long as the log */
    int64_t flushed_s; /* second of the last flush */
    bool at_once;      /* each row is flushed */
    bool cut;          /* a part could not be written */
} LogFile;

/* Creates the file, or empties it. A NULL path opens nothing. */
bool log_file_open(LogFile *log, const char *path, const char *header, CwError *error);

/* Writes whole rows, like printf. */
void log_file_row(LogFile *log, const char *format, ...) CW_PRINTF(2, 3);

/* False if some rows could not be written. A log that is not open is fine. */
bool log_file_close(LogFile *log);

/* ---- watched files that a person saves while the program runs ----
 *
 * A poll compares size, times and identity, so it works with any editor. A change is complete after
 * a poll without one, or after ten if the last line has no end. Ignores missing and empty files. */

enum { FILE_POLL_NS = 100000000 }; /* time between two polls */

typedef struct FileWatch {
    FileFacts taken; /* facts when the content was taken */
    FileFacts seen;  /* facts at the last poll */
    int still_polls;
} FileWatch;

/* Begins to watch a file whose content is taken now. */
void file_watch_begin(FileWatch *watch, const char *path);

void file_watch_poll(FileWatch *watch, const char *path);

/* Results of the last poll: it has changed; it is complete. */
bool file_watch_is_new(const FileWatch *watch);
bool file_watch_is_settled(const FileWatch *watch, const char *path);

/* Marks content just read as taken. False if it was written meanwhile: wait until it settles. */
bool file_watch_take(FileWatch *watch, const char *path);
