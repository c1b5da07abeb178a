/* A process that gives up its rights before it reads a stranger's file.
 *
 * Entered once, when everything of its own is loaded. From then on it reads below a few paths,
 * writes only to what is open, sends signals only to itself, opens no connection and starts no
 * program; it may start threads, which have the same rights. A thread that runs already keeps the
 * right to read. Whether a file or a process exists can still be asked. Where the system can't
 * enforce this, the process goes on; recordings are read as carefully as ever. */
#pragma once

#include <stdbool.h>

/* A set of readable paths, still empty; -1 where the system can't restrict paths. */
int sandbox_begin(void);

/* Lets a file, or everything below a folder, be read. A path that doesn't exist is skipped. */
void sandbox_allow(int sandbox, const char *path);

/* Opens a file for writing, before the sandbox, where it will be opened by the same path (which is
 * kept, not copied). False with errno. */
bool sandbox_keep(const char *path);

/* The descriptor of such a file, for posix/file.c; -1: there is none. */
int sandbox_take(const char *path);

/* Calls a function in a copy of this process, without its other threads, that may only read below
 * `path`. False: it crashed, or had not returned after ten seconds. */
bool sandbox_try(void (*work)(void *context), void *context, const char *path);

/* Gives up all other rights for good and frees the set. */
void sandbox_enter(int sandbox);
