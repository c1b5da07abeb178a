/* The main of a harness that is built without libFuzzer: it gives the harness every file that its
 * arguments name, and every file in the folders they name. scripts/coverage.sh reads how far
 * corpora reach this way, and `make check` that no seed finds anything.
 *
 * -seed=N -runs=M gives it M inputs of random bytes, of the seeds from N on. A finding prints its
 * seed and leaves its bytes in the file failed-SEED in $TMPDIR or /tmp. */
#include "clockwork/rng.h"
#include "fuzz/support/input.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* A harness may have it, as under libFuzzer. */
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);

static int read_file(const char *path)
{
    FILE *in = fopen(path, "rb");
    struct stat status;
    if (in == NULL || fstat(fileno(in), &status) != 0) {
        perror(path);
        return 1;
    }
    size_t size = (size_t)status.st_size;
    uint8_t *bytes = malloc(size); /* exactly, so that ASan finds what reads beyond the end */
    int failed = size > 0 && (bytes == NULL || fread(bytes, 1, size, in) != size);
    fclose(in);
    if (!failed) {
        LLVMFuzzerTestOneInput(bytes, size);
    }
    free(bytes);
    return failed;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int read_folder(const char *path)
{
    struct dirent **entries = NULL;
    int failed = 0, count = scandir(path, &entries, is_visible, alphasort);
    for (int i = 0; i < count; i++) {
        char file[4096];
        snprintf(file, sizeof file, "%s/%s", path, entries[i]->d_name);
        failed |= read_file(file);
        free(entries[i]);
    }
    free(entries);
    return failed;
}

static struct {
    uint64_t seed, runs;
    uint8_t *bytes; /* of the input under way; NULL after the last */
    size_t size;
} random_inputs = {.seed = 1};
enum { RANDOM_BYTES_MAX = 1024 };

/* A report of the sanitizers ends like an assertion. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "abort_on_error=1";
}

/* Saves the input under way. A fault in here or after the last input, such as a leak, ends the
 * program at once. */
static void on_abort(int number)
{
    signal(number, SIG_DFL);
    if (random_inputs.bytes == NULL) {
        raise(number);
        return;
    }
    char name[4200];
    const char *folder = getenv("TMPDIR");
    snprintf(name, sizeof name, "%s/failed-%llu", folder != NULL ? folder : "/tmp",
             (unsigned long long)random_inputs.seed);
    int file = open(name, O_CREAT | O_WRONLY | O_TRUNC, 0644);
    bool whole = write(file, random_inputs.bytes, random_inputs.size) >= 0;
    fprintf(stderr, "%s: run it again with -seed=%llu -runs=1\n", whole ? name : "no file",
            (unsigned long long)random_inputs.seed);
    raise(number);
}

static void run_random(void)
{
    uint64_t first = random_inputs.seed;
    signal(SIGABRT, on_abort);
    for (; random_inputs.seed < first + random_inputs.runs; random_inputs.seed++) {
        CwRng rng;
        cw_rng_seed(&rng, random_inputs.seed, 1);
        random_inputs.size = cw_rng_below(&rng, RANDOM_BYTES_MAX) + 1;
        random_inputs.bytes = malloc(random_inputs.size);
        for (size_t i = 0; i < random_inputs.size; i++) {
            random_inputs.bytes[i] = (uint8_t)cw_rng_next(&rng);
        }
        LLVMFuzzerTestOneInput(random_inputs.bytes, random_inputs.size);
        free(random_inputs.bytes);
        random_inputs.bytes = NULL;
    }
    printf("seeds %llu to %llu: nothing found\n", (unsigned long long)first,
           (unsigned long long)random_inputs.seed - 1);
}

static bool take_option(const char *option)
{
    unsigned long long number;
    if (sscanf(option, "-seed=%llu", &number) == 1) {
        random_inputs.seed = number;
    } else if (sscanf(option, "-runs=%llu", &number) == 1) {
        random_inputs.runs = number;
    } else {
        return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *full = realpath(argv[i], NULL); /* a harness may leave this folder */
        argv[i] = full != NULL ? full : argv[i];
    }
    if (LLVMFuzzerInitialize != NULL && LLVMFuzzerInitialize(&argc, &argv) != 0) {
        return 1;
    }
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        struct stat status;
        if (take_option(argv[i])) {
            continue;
        }
        bool folder = stat(argv[i], &status) == 0 && S_ISDIR(status.st_mode);
        failed |= folder ? read_folder(argv[i]) : read_file(argv[i]);
    }
    if (random_inputs.runs > 0) {
        run_random();
    }
    return failed;
}
