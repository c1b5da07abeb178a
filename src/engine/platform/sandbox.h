/* A process that gives up its rights before it reads a stranger's file.
 *
 * The command line enters it once, when everything of its own is loaded. From then on the process
 * reads below a few paths and writes only to what is open already. It opens no connection, starts
 * no program, and reads no home. A thread that runs already, as in a program that has a loop as its
 * guest, loses the same rights but for reading.
 *
 * The system enforces this as far as it can: without such means the process goes on with all its
 * rights, and recordings are read as carefully as ever. */
#pragma once

/* A set of readable paths, still empty; -1 where the system can't restrict paths. */
int sandbox_begin(void);

/* Lets a file, or everything below a folder, be read. A path that doesn't exist is skipped. */
void sandbox_allow(int sandbox, const char *path);

/* Gives up all other rights for good and frees the set. */
void sandbox_enter(int sandbox);
