/* Counts instructions (`bench --count`): starts this program again under valgrind's callgrind,
 * which counts bench_work() and nothing else. Counts do not depend on the machine's load. */
#include "bench/bench.h"
#include "platform/file.h"
#include "platform/process.h"
#include "system/process_start.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPORT_BYTES_MAX = 64 << 20, PADDING_BYTES = 1024 };

static const char TOTALS[] = "\ntotals: ";

/* Adds up a report of callgrind, which has a part for each call of bench_work. False: it has not
 * the parts of this figure. */
static bool add_parts(const BenchFigure *figure, const char *report, double counts[2])
{
    int part = 0;
    for (; (report = strstr(report, TOTALS)) != NULL && part < 2 + 2 * figure->counted; part++) {
        report += sizeof TOTALS - 1;
        if (part >= 2) { /* the first round warms up */
            int round = part / 2 - 1, turn = (part % 2) ^ (round % 2);
            counts[turn] += strtod(report, NULL) / (bench_units(figure) * figure->counted);
        }
    }
    return part == 2 + 2 * figure->counted && counts[0] > 0;
}

static bool run_callgrind(const BenchFigure *figure, const char *file, CwError *error)
{
    static Process process;
    char own[PATH_BYTES_MAX], option[PATH_BYTES_MAX + 32], padding[PADDING_BYTES + 16];
    snprintf(option, sizeof option, "--callgrind-out-file=%s", file);
    const char *program = file_real_path(process_file(), own) ? own : process_file();
    /* Copies depend on where the stack begins in a page, so names above it have a fixed length. */
    snprintf(padding, sizeof padding, "PADDING=%0*d", PADDING_BYTES - 2 * (int)strlen(program), 0);
    const char *const words[] = {
        "env",
        "-i",
        "PATH=/usr/local/bin:/usr/bin:/bin",
        padding,
        BENCH_SECONDS "=0",
        "valgrind",
        "--tool=callgrind",
        "--toggle-collect=bench_work",
        "--dump-after=bench_work",
        "--combine-dumps=yes",
        option,
        program,
        "bench",
        figure->name,
        NULL,
    };
    if (!process_start(&process, &(ProcessDesc){.arguments = words, .one_stream = true}, error)) {
        return false;
    }
    process_wait(&process);
    return process.status == 0 ||
           (process.status == PROCESS_NOT_FOUND
                ? cw_error_set(error, "there is no valgrind: install the package valgrind")
                : cw_error_set(error, "valgrind ended with status %d: %.200s", process.status,
                               process.texts[PROCESS_OUTPUT]));
}

bool bench_count(const BenchFigure *figure, double counts[2], CwError *error)
{
    char folder[PATH_BYTES_MAX], file[PATH_BYTES_MAX];
    size_t size;
    if (!folder_make_temporary(folder, "clockwork-bench-") ||
        !path_join(file, folder, "callgrind")) {
        return cw_error_set(error, "%s: %s", folder, strerror(errno));
    }
    counts[0] = counts[1] = 0;
    bool ran = run_callgrind(figure, file, error);
    char *report = ran ? (char *)file_read(file, 0, REPORT_BYTES_MAX, &size) : NULL;
    bool good = report != NULL && add_parts(figure, report, counts);
    if (ran && !good) {
        cw_error_set(error, "nothing was counted: the program may be stripped of its names");
    }
    free(report);
    file_remove(file);
    folder_remove(folder);
    return good;
}
