/* Runs figures in processes: under valgrind's callgrind, which counts the instructions of
 * bench_work() only (`bench --count`), and in two builds in turn (`bench --against`). */
#include "base/number.h"
#include "base/user_file.h"
#include "bench/bench.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { RESULT_BYTES_MAX = 64 << 20, BUDGETS_BYTES_MAX = 1 << 16 };
enum { PADDING_BYTES = 1024, COMMAND_BYTES = 2048 };

static const char *own_program(void)
{
    static char path[PATH_BYTES_MAX];
    return file_real_path(process_file(), path) ? path : process_file();
}

bool bench_start(Process *process, const char *command, const char *program, const char *file,
                 CwError *error)
{
    const char *const words[] = {"sh", "-c", command, program == NULL ? own_program() : program,
                                 file, NULL};
    const ProcessDesc desc = {.arguments = words, .has_one_stream = true};
    return process_start(process, &desc, error);
}

/* Runs a command that writes the file $1, and reads that, which the caller frees. NULL: none. */
static char *read_result(Process *process, const char *command, const char *program, CwError *error)
{
    char folder[PATH_BYTES_MAX], file[PATH_BYTES_MAX], *text = NULL;
    size_t size;
    if (!folder_make_temporary(folder, "clockwork-bench-") || !path_join(file, folder, "result")) {
        cw_error_set(error, "%s: %s", folder, strerror(errno));
        return NULL;
    }
    if (bench_start(process, command, program, file, error)) {
        process_wait(process);
        text = (char *)file_read(file, 0, RESULT_BYTES_MAX, &size);
    }
    file_remove(file);
    folder_remove(folder);
    return text;
}

/* ---- instructions ---- */

/* Adds up a report of callgrind, which has a part for each call of bench_work. */
static bool add_parts(const BenchFigure *figure, const char *report, double counts[2])
{
    static const char TOTALS[] = "\ntotals: ";
    const int parts = 2 + 2 * figure->counted;
    int part = 0;
    for (; part < parts && (report = strstr(report, TOTALS)) != NULL; part++) {
        report += sizeof TOTALS - 1;
        if (part >= 2) { /* the first round warms up */
            int turn = (part ^ (part / 2 - 1)) & 1;
            counts[turn] += strtod(report, NULL) / figure->counted;
        }
    }
    return part == parts && counts[0] > 0;
}

bool bench_count(const BenchFigure *figure, double counts[2], CwError *error)
{
    static Process process;
    char command[COMMAND_BYTES];
    /* Copies depend on where the stack begins in a page, so names above it have a fixed length. */
    snprintf(command, sizeof command,
             "exec env -i PATH=/usr/local/bin:/usr/bin:/bin PADDING=%0*d " BENCH_SECONDS "=0 "
             "valgrind --tool=callgrind --toggle-collect=bench_work --dump-after=bench_work "
             "--combine-dumps=yes --callgrind-out-file=\"$1\" \"$0\" bench %s",
             PADDING_BYTES - 2 * (int)strlen(own_program()), 0, figure->name);
    counts[0] = counts[1] = 0;
    char *report = read_result(&process, command, NULL, error);
    bool ok = report != NULL && add_parts(figure, report, counts);
    if (report == NULL && process.status == PROCESS_NOT_FOUND) {
        cw_error_set(error, "valgrind is missing: install the package valgrind");
    } else if (!ok) {
        cw_error_set(error, "valgrind counted nothing (a stripped program?) and said: %.300s",
                     process.texts[PROCESS_OUTPUT]);
    }
    free(report);
    return ok;
}

bool bench_budget(const char *path, const char *compiler, const char *figure, double *budget,
                  CwError *error)
{
    size_t size;
    char *text = user_file_read_text(path, BUDGETS_BYTES_MAX, &size, error), *rest = text;
    bool ok = text != NULL;
    for (int number = 1; ok && rest != NULL; number++) {
        char words[4][32], *line = strsep(&rest, "\n");
        double instructions = 0;
        line[strcspn(line, "#")] = '\0';
        int count = sscanf(line, "%31s %31s %31s %31s", words[0], words[1], words[2], words[3]);
        ok = count <= 0 ||
             (count == 3 && number_parse(words[2], &instructions) && instructions > 0) ||
             cw_error_set(error, "%s:%d: write FIGURE COMPILER INSTRUCTIONS", path, number);
        if (ok && count == 3 && strcmp(words[0], figure) == 0 && strcmp(words[1], compiler) == 0) {
            *budget = instructions;
        }
    }
    free(text);
    return ok;
}

/* ---- another build ---- */

bool bench_build(const char *program, const BenchFigure *figure, double *value, double *cost,
                 CwError *error)
{
    static Process process;
    static const size_t header = sizeof BENCH_COLUMNS - 1;
    char command[COMMAND_BYTES];
    snprintf(command, sizeof command, BENCH_SECONDS "=1.5 exec \"$0\" bench %s --csv \"$1\"",
             figure->name);
    char *text = read_result(&process, command, program, error);
    bool ok = text != NULL && strncmp(text, BENCH_COLUMNS, header) == 0 &&
              sscanf(text + header, "%*[^,],%*f,%*[^,],%*f,%lf,%*f,%*f,%*d,%*f,%*f,%lf", cost,
                     value) == 2;
    if (figure->is_limit_ours) {
        *cost = *value;
    }
    free(text);
    return ok ||
           cw_error_set(error, "%s can't measure it, or is older than bench --against: %.300s",
                        program == NULL ? "this program" : program, process.texts[PROCESS_OUTPUT]);
}
