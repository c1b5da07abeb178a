/* The main of a harness that is built without libFuzzer: it gives the harness every file that its
 * arguments name, and every file in the folders they name. `make coverage` reads how far corpora
 * reach this way, and `make check` that no seed finds anything. */
#include "fuzz/support/input.h"

#include <dirent.h>
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
        bool folder = stat(argv[i], &status) == 0 && S_ISDIR(status.st_mode);
        failed |= folder ? read_folder(argv[i]) : read_file(argv[i]);
    }
    return failed;
}
