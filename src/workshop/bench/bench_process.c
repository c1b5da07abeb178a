/* Runs figures in processes of their own: under valgrind's callgrind, which counts the instructions
 * of bench_work() and nothing else (`bench --count`), and in another build of this program in turn
 * with this one (`bench --against`). */
#include "base/files.h"
#include "base/number.h"
#include "bench/bench.h"
#include "platform/file.h"
#include "system/process_start.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { RESULT_BYTES_MAX = 64 << 20, BUDGETS_BYTES_MAX = 1 << 16, PADDING_BYTES = 1024 };

/* A program that writes one file. */
typedef struct Job {
    char folder[PATH_BYTES_MAX], file[PATH_BYTES_MAX];
    Process process;
} Job;

static bool job_open(Job *job, CwError *error)
{
    return (folder_make_temporary(job->folder, "clockwork-bench-") &&
            path_join(job->file, job->folder, "result")) ||
           cw_error_set(error, "%s: %s", job->folder, strerror(errno));
}

static void job_close(Job *job)
{
    file_remove(job->file);
    folder_remove(job->folder);
}

/* Runs the program and reads its file, which the caller frees. NULL if there is none. */
static char *job_run(Job *job, const char *const *words, CwError *error)
{
    const ProcessDesc desc = {.arguments = words, .one_stream = true};
    size_t size;
    if (!process_start(&job->process, &desc, error)) {
        return NULL;
    }
    process_wait(&job->process);
    return (char *)file_read(job->file, 0, RESULT_BYTES_MAX, &size);
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
            counts[turn] += strtod(report, NULL) / (bench_units(figure) * figure->counted);
        }
    }
    return part == parts && counts[0] > 0;
}

bool bench_count(const BenchFigure *figure, double counts[2], CwError *error)
{
    static const char seconds[] = BENCH_SECONDS "=0";
    static Job job;
    char own[PATH_BYTES_MAX], option[PATH_BYTES_MAX + 32], padding[PADDING_BYTES + 16];
    const char *program = file_real_path(process_file(), own) ? own : process_file();
    if (!job_open(&job, error)) {
        return false;
    }
    snprintf(option, sizeof option, "--callgrind-out-file=%s", job.file);
    /* Copies depend on where the stack begins in a page, so names above it have a fixed length. */
    snprintf(padding, sizeof padding, "PADDING=%0*d", PADDING_BYTES - 2 * (int)strlen(program), 0);
    const char *const words[] = {"env",
                                 "-i",
                                 "PATH=/usr/local/bin:/usr/bin:/bin",
                                 padding,
                                 seconds,
                                 "valgrind",
                                 "--tool=callgrind",
                                 "--toggle-collect=bench_work",
                                 "--dump-after=bench_work",
                                 "--combine-dumps=yes",
                                 option,
                                 program,
                                 "bench",
                                 figure->name,
                                 NULL};
    counts[0] = counts[1] = 0;
    char *report = job_run(&job, words, error);
    bool good = report != NULL && add_parts(figure, report, counts);
    if (report == NULL && job.process.status == PROCESS_NOT_FOUND) {
        cw_error_set(error, "valgrind is missing: install the package valgrind");
    } else if (!good) {
        cw_error_set(error, "valgrind counted nothing (a stripped program?) and said: %.300s",
                     job.process.texts[PROCESS_OUTPUT]);
    }
    free(report);
    job_close(&job);
    return good;
}

bool bench_budget(const char *path, const char *compiler, const char *figure, double *budget,
                  CwError *error)
{
    size_t size;
    char *text = text_file_read(path, BUDGETS_BYTES_MAX, &size, error), *rest = text;
    bool good = text != NULL;
    for (int number = 1; good && rest != NULL; number++) {
        char words[4][32], *line = strsep(&rest, "\n");
        double instructions = 0;
        line[strcspn(line, "#")] = '\0';
        int count = sscanf(line, "%31s %31s %31s %31s", words[0], words[1], words[2], words[3]);
        good = count <= 0 ||
               (count == 3 && number_parse(words[2], &instructions) && instructions > 0) ||
               cw_error_set(error, "%s:%d: write FIGURE COMPILER INSTRUCTIONS", path, number);
        if (good && count == 3 && strcmp(words[0], figure) == 0 &&
            strcmp(words[1], compiler) == 0) {
            *budget = instructions;
        }
    }
    free(text);
    return good;
}

/* ---- another build ---- */

/* Runs a figure in a build of this program: the 10th percentile of its rounds, in its unit, and the
 * number to compare. */
static bool run_build(Job *job, const char *program, const BenchFigure *figure, double *value,
                      double *compared, CwError *error)
{
    static const size_t header = sizeof BENCH_COLUMNS - 1;
    static const char seconds[] = BENCH_SECONDS "=1.5";
    const char *const words[] = {"env",        seconds, program,   "bench",
                                 figure->name, "--csv", job->file, NULL};
    double ratio = 0;
    char *text = job_run(job, words, error);
    bool good = text != NULL && strncmp(text, BENCH_COLUMNS, header) == 0 &&
                sscanf(text + header, "%*[^,],%*f,%*[^,],%*f,%lf,%*f,%*f,%*d,%*f,%*f,%lf", &ratio,
                       value) == 2;
    *compared = figure->limit_is_ours ? *value : ratio;
    free(text);
    return good ||
           cw_error_set(error, "%s can't measure it, or is older than bench --against: %.300s",
                        program, job->process.texts[PROCESS_OUTPUT]);
}

bool bench_pair(const char *old, const BenchFigure *figure, bool old_first, double values[2],
                double *ratio, CwError *error)
{
    static Job job;
    char own[PATH_BYTES_MAX];
    const char *const builds[2] = {file_real_path(process_file(), own) ? own : process_file(), old};
    double compared[2];
    bool good = job_open(&job, error);
    for (int i = 0; i < 2 && good; i++) {
        int turn = i ^ (int)old_first;
        good = run_build(&job, builds[turn], figure, &values[turn], &compared[turn], error);
    }
    *ratio = good ? compared[0] / compared[1] : 0;
    job_close(&job);
    return good;
}
