/* A process that gives up its rights before it reads a stranger's file.
 *
 * The command line enters it once, when everything of its own is loaded. From then on the process
 * reads below a few paths and writes only to what is open already. It opens no connection, starts
 * no program, and reads no home. The kernel enforces this with Landlock (paths) and seccomp (a
 * list of allowed system calls; every other one fails with EPERM). */
#ifndef PLATFORM_SANDBOX_H
#define PLATFORM_SANDBOX_H

#include <stdbool.h>

/* The kernel enforces these from now on. */
typedef struct SandboxRights {
    bool paths; /* only what was allowed can be read */
    bool calls; /* only harmless system calls work */
} SandboxRights;

/* A set of readable paths, still empty; -1 where the kernel can't restrict paths. */
int sandbox_begin(void);

/* Lets a file, or everything below a folder, be read. A path that doesn't exist is skipped. */
void sandbox_allow(int sandbox, const char *path);

/* Gives up all other rights for good and frees the set. Call it before the process starts a
 * thread. A kernel without Landlock or seccomp leaves that part false and the process goes on. */
SandboxRights sandbox_enter(int sandbox);

#endif
