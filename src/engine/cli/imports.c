#include "cli/imports.h"

#include "platform/file.h"
#include "platform/library.h"

#include <stdlib.h>
#include <string.h>

/* Also with f and l at the end. The library's own are linked in and are no imports. */
static const char *const maths[] = {
    "acos", "acosh",  "asin",   "asinh", "atan",  "atan2", "atanh",    "cbrt",  "cos",    "cosh",
    "erf",  "erfc",   "exp",    "exp10", "exp2",  "expm1", "gamma",    "hypot", "j0",     "j1",
    "jn",   "lgamma", "log",    "log10", "log1p", "log2",  "pow",      "sin",   "sincos", "sinh",
    "tan",  "tanh",   "tgamma", "y0",    "y1",    "yn",    "lgamma_r", NULL};
static const char *const randoms[] = {
    "rand",    "rand_r",  "random",  "random_r",  "drand48",    "erand48",    "lrand48",
    "nrand48", "mrand48", "jrand48", "getrandom", "arc4random", "getentropy", NULL};
static const char *const clocks[] = {"time",   "gettimeofday", "clock",        "ftime", "localtime",
                                     "gmtime", "mktime",       "timespec_get", NULL};

static const ImportFault faults[] = {
    {"inexact", "it differs by C library and CPU; keep it out of the program", true, maths},
    {"note", "no recording holds its numbers; in ticks use cw_world_rng", false, randoms},
    {"note", "no recording holds its time; in ticks use cw_world_time_s", false, clocks},
};

const ImportFault *import_fault(const char *name)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(faults); i++) {
        for (const char *const *known = faults[i].names; *known != NULL; known++) {
            size_t length = strlen(*known);
            if (strncmp(name, *known, length) != 0) {
                continue;
            }
            bool suffix = faults[i].is_inexact && (name[length] == 'f' || name[length] == 'l');
            if (name[length + (suffix ? 1 : 0)] == '\0') {
                return &faults[i];
            }
        }
    }
    return NULL;
}

bool imports_visit(const char *path, void (*visit)(const char *name, void *context), void *context,
                   CwError *error)
{
    size_t size = 0;
    uint8_t *bytes = file_read(path, 0, SIZE_MAX, &size);
    bool good = bytes != NULL && library_visit_imports(bytes, size, visit, context);
    free(bytes);
    return good || cw_error_set(error, "%s: its imports can't be read", path);
}
