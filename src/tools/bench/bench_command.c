/* `clockwork bench`: the benchmarks, of this very program where a figure starts one. */
#include "bench/bench.h"
#include "tools/tools.h"

#include <unistd.h>

int command_bench(const Program *program)
{
    const Options *options = &program->options;
    char self[PATH_BYTES_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    BenchOptions bench = {
        .subject = {program->game, &program->config, &program->levels, self, program->replays_dir},
        .figures = options->arguments,
        .figure_count = options->argument_count,
        .csv_path = options->csv,
        .compare_path = options->compare,
        .plot_path = options->plot,
        .list = options->list};
    CwError error = {0};
    return bench_run(&bench, &error) ? EXIT_OK : program_failed(&error);
}
