#include "dev/dev_build.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool dev_build_start(Child *child, const DevPlaces *places, CwError *error)
{
    /* A make around this program has jobs and settings of its own. */
    static const char *const without[] = {"MAKEFLAGS", "MAKEOVERRIDES", "MFLAGS", "MAKELEVEL",
                                          NULL};
    char jobs[16];
    snprintf(jobs, sizeof jobs, "-j%ld", sysconf(_SC_NPROCESSORS_ONLN));
    const char *const arguments[] = {"make", "-s", jobs, "-C", places->root, "game.so", NULL};
    return child_start(child, &(ChildDesc){arguments, without, .one_stream = true}, error);
}

/* FILE:LINE: or FILE:LINE:COLUMN: in front of "error", as gcc and clang say it. */
static bool is_error(const char *line, size_t length)
{
    static const char *const words[] = {"error: ", "undefined reference", "multiple definition",
                                        "*** "};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(words); i++) {
        const char *found = memmem(line, length, words[i], strlen(words[i]));
        if (found != NULL && (i > 0 || found == line || found[-1] == ' ')) {
            return true;
        }
    }
    return false;
}

static void add_line(BuildError *error, const char *line, size_t length)
{
    char *to = error->lines[error->count++];
    size_t end = 0;
    for (size_t i = 0; i < length && end < BUILD_LINE_BYTES - 1; i++) {
        to[end++] = line[i] == '\t' ? ' ' : line[i];
    }
    to[end] = '\0';
}

void dev_build_find_error(BuildError *error, const char *text)
{
    *error = (BuildError){0};
    for (const char *line = text; *line != '\0' && error->count < BUILD_LINES;) {
        size_t length = strcspn(line, "\n");
        if (error->count > 0 || is_error(line, length)) {
            if (error->count > 0 && is_error(line, length)) {
                return; /* the next one */
            }
            add_line(error, line, length);
        }
        line += length + (line[length] == '\n');
    }
    if (error->count == 0) {
        add_line(error, text, strcspn(text, "\n"));
    }
}
