/* A process that gives up its rights before it reads a stranger's file.
 *
 * Entered once, when everything of its own is loaded. From then on it reads below a few paths,
 * writes only to what is open, opens no connection and starts no program; it may start threads,
 * which have the same rights. A thread that runs already keeps the right to read. Where the system
 * can't enforce this, the process goes on; recordings are read as carefully as ever. */
#pragma once

/* A set of readable paths, still empty; -1 where the system can't restrict paths. */
int sandbox_begin(void);

/* Lets a file, or everything below a folder, be read. A path that doesn't exist is skipped. */
void sandbox_allow(int sandbox, const char *path);

/* Gives up all other rights for good and frees the set. */
void sandbox_enter(int sandbox);
