#include "host/frame_times.h"

#include "base/array.h"
#include "base/number.h"
#include "base/user_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char REMEDY[] = "write clock_ns[,display_ns] in whole nanoseconds, one frame a line";

static const double REPORTED_MAX_HZ = 100000;

enum { FILE_BYTES_MAX = 32 << 20 /* more than an hour at 240 Hz */ };

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

/* Parses a time within +-FRAME_TIMES_CLOCK_MAX_NS; returns the text after it. NULL: wrong. */
static const char *parse_ns(const char *text, int64_t *value_ns)
{
    char *rest;
    errno = 0;
    long long value = strtoll(text, &rest, 10);
    bool is_number = isdigit((unsigned char)text[*text == '-']) && errno == 0;
    if (!is_number || value > FRAME_TIMES_CLOCK_MAX_NS || value < -FRAME_TIMES_CLOCK_MAX_NS) {
        return NULL;
    }
    *value_ns = value;
    return rest;
}

/* Blank counts as 0, unknown. */
static bool parse_hz(const char *text, double *value_hz)
{
    char number[64];
    size_t length = strcspn(text, " \t");
    snprintf(number, sizeof number, "%.*s", (int)length, text);
    return length < sizeof number && *skip_blanks(text + length) == '\0' &&
           number_parse(length > 0 ? number : "0", value_hz) && *value_hz >= 0 &&
           *value_hz <= REPORTED_MAX_HZ;
}

static bool read_comment(const char *text, double *reported_hz, CwError *error)
{
    static const char KEY[] = "reported_hz:";
    text = skip_blanks(text);
    if (strncmp(text, KEY, sizeof KEY - 1) != 0) {
        return true;
    }
    text = skip_blanks(text + sizeof KEY - 1);
    return parse_hz(text, reported_hz) ||
           cw_error_set(error, "reported_hz is \"%.48s\"; write a rate in hertz like 59.94, or 0",
                        text);
}

/* Reads a frame, or a comment, which may set the rate of later frames. */
static bool read_line(FrameTimes *times, const char *line, double *reported_hz, CwError *error)
{
    const char *text = skip_blanks(line);
    if (*text == '\0') {
        return true;
    }
    if (*text == '#') {
        return read_comment(text + 1, reported_hz, error);
    }
    FrameTime row = {.reported_hz = *reported_hz};
    const char *rest = parse_ns(text, &row.clock_ns);
    if (rest == NULL || strchr("#,", *skip_blanks(rest)) == NULL) { /* may end there, too */
        return cw_error_set(error, "\"%.48s\" is no frame; %s", text, REMEDY);
    }
    FrameTime *rows = grow_for_one(times->rows, times->count, sizeof row);
    if (rows == NULL) {
        return cw_error_set(error, "out of memory after %zu frames; use a shorter trace",
                            times->count);
    }
    times->rows = rows;
    rows[times->count++] = row;
    return true;
}

static bool read_lines(FrameTimes *times, char *text, size_t size, CwError *error)
{
    CwError cause = {0};
    double reported_hz = 0;
    unsigned long number = 1;
    for (char *line = text, *next; line < text + size; line = next, number++) {
        char *end = line + strcspn(line, "\n");
        next = end + 1;
        *(end > line && end[-1] == '\r' ? end - 1 : end) = '\0';
        if (!read_line(times, line, &reported_hz, &cause)) {
            return cw_error_set(error, "%lu: %s", number, cause.text);
        }
    }
    return times->count > 0 || cw_error_set(error, "%lu: ends without a frame; %s", number, REMEDY);
}

bool frame_times_load(FrameTimes *times, const char *path, CwError *error)
{
    size_t size;
    char *text = user_file_read_text(path, FILE_BYTES_MAX, &size, error);
    *times = (FrameTimes){0};
    if (text == NULL) {
        return cw_error_context(error, "--frames");
    }
    CwError cause = {0};
    bool ok = read_lines(times, text, size, &cause);
    free(text);
    if (!ok) {
        frame_times_free(times);
        cw_error_set(error, "%s:%s", path, cause.text);
    }
    return ok;
}

void frame_times_free(FrameTimes *times)
{
    free(times->rows);
    *times = (FrameTimes){0};
}
