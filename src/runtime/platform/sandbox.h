/* Gives up a process's rights before it reads an untrusted file. Entered once, after loading.
 *
 * From then on the process reads only below a few paths, writes only to open files, signals only
 * itself, opens no connection and starts no program. It may start threads, which have the same
 * rights; threads that run already keep the right to read. It can still find out whether a file or
 * a process exists. If the system can't enforce this, the process continues; recordings are read as
 * carefully as ever. */
#pragma once

#include <stdbool.h>

/* A set of readable paths, still empty; -1 where the system can't restrict paths. */
int sandbox_begin(void);

/* Allows reading a file, or everything below a folder. Skips a path that doesn't exist. */
void sandbox_allow(int sandbox, const char *path);

/* Opens a file for writing before the sandbox; it can be opened later by the same path (which is
 * kept, not copied). False with errno. */
bool sandbox_keep(const char *path);

/* The descriptor of a kept file, for posix/file.c; -1: none. */
int sandbox_take(const char *path);

/* Calls a function in a copy of this process, without its other threads, that can only read below
 * `path`. False: it crashed, or took more than ten seconds. */
bool sandbox_try(void (*work)(void *context), void *context, const char *path);

/* Gives up all other rights permanently and frees the set. */
void sandbox_enter(int sandbox);
