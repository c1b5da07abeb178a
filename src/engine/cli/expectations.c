#include "cli/expectations.h"

#include "platform/file.h"
#include "platform/path.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const words[EXPECT_COUNT] = {
    [EXPECT_END] = "end ", [EXPECT_ALWAYS] = "always ", [EXPECT_NEVER] = "never "};

static bool add(Expectations *expectations, char *line, int number, const CwWorld *world,
                CwError *error)
{
    ExpectationKind kind = 0;
    while (kind < EXPECT_COUNT && strncmp(line, words[kind], strlen(words[kind])) != 0) {
        kind++;
    }
    if (kind == EXPECT_COUNT || expectations->count == EXPECTATIONS_MAX) {
        return cw_error_set(error,
                            "it needs up to %d lines with end, always or never, and a "
                            "condition",
                            EXPECTATIONS_MAX);
    }
    Expectation *row = &expectations->rows[expectations->count++];
    row->kind = kind;
    row->line = number;
    return field_condition_open(&row->condition, world, line + strlen(words[kind]), error);
}

bool expectations_open(Expectations *expectations, const char *recording, const CwWorld *world,
                       CwError *error)
{
    char path[PATH_BYTES_MAX];
    size_t size = 0;
    path_with_ending(path, recording, ".expect");
    expectations->text = (char *)file_read(path, 0, SIZE_MAX, &size); /* with room for one more */
    if (expectations->text == NULL) {
        return !file_exists(path) || cw_error_set(error, "%s: %s", path, strerror(errno));
    }
    expectations->text[size] = '\0';
    expectations->rows = calloc(EXPECTATIONS_MAX, sizeof *expectations->rows);
    bool good = expectations->rows != NULL || cw_error_set(error, "out of memory");
    int number = 1;
    for (char *line = expectations->text, *next; good && line != NULL; line = next, number++) {
        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        line[strcspn(line, "\r")] = '\0';
        good = line[0] == '\0' || line[0] == '#' || add(expectations, line, number, world, error) ||
               cw_error_context(error, "%s:%d", path, number);
    }
    return good;
}

void expectations_close(Expectations *expectations)
{
    free(expectations->rows);
    free(expectations->text);
    *expectations = (Expectations){0};
}

bool expectations_hold(Expectations *expectations, const CwWorld *world, bool is_end,
                       CwError *error)
{
    for (int i = 0; i < expectations->count; i++) {
        Expectation *row = &expectations->rows[i];
        bool asked = row->kind != EXPECT_END || is_end;
        if (asked && field_condition_holds(&row->condition, world) == (row->kind == EXPECT_NEVER)) {
            return cw_error_set(error, "tick %" PRIu64 ": line %d: %s%s", cw_world_tick(world),
                                row->line, words[row->kind], row->condition.text);
        }
    }
    return true;
}
