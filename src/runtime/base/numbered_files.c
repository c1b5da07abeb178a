#include "base/numbered_files.h"

#include "base/array.h"
#include "platform/clock.h"
#include "platform/process.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_DIGITS = 8, NUMBER_DIGITS_MAX = 18, DATE_DIGITS_MIN = 6 };

/* The number in a file's name; 0: the file isn't in the collection. A name must begin with a number
 * and a date (before version 0.1: a date and a time), so a file that a person renamed is left
 * alone. */
static uint64_t number_of_file(const char *name, const char *extension)
{
    static const char digits[] = "0123456789";
    size_t length = strspn(name, digits);
    if (length < NUMBER_DIGITS || length > NUMBER_DIGITS_MAX || name[length] != '-') {
        return 0;
    }
    const char *date = name + length + 1;
    size_t date_digits = strspn(date, digits);
    bool is_numbered = date_digits >= DATE_DIGITS_MIN && date[date_digits] == '-' &&
                       strcmp(path_ending(name), extension) == 0;
    return is_numbered ? strtoull(name, NULL, 10) : 0;
}

bool numbered_file_is_older(const char *name, const char *other, const char *extension)
{
    uint64_t number = number_of_file(name, extension);
    uint64_t other_number = number_of_file(other, extension);
    return number < other_number || (number == other_number && strcmp(name, other) < 0);
}

static uint64_t newest_number(const NumberedFiles *files)
{
    uint64_t newest = 0;
    Folder *folder = folder_open(files->folder);
    for (FolderEntry entry; folder != NULL && folder_next(folder, &entry);) {
        uint64_t number = number_of_file(entry.name, files->extension);
        newest = number > newest ? number : newest;
    }
    folder_close(folder);
    return newest;
}

static int compare_age(const void *a, const void *b)
{
    const char *one = *(char *const *)a, *other = *(char *const *)b;
    uint64_t number = strtoull(one, NULL, 10), other_number = strtoull(other, NULL, 10);
    return number == other_number ? strcmp(one, other) : number < other_number ? -1 : 1;
}

void numbered_files_trim(const NumberedFiles *files)
{
    char path[PATH_BYTES_MAX];
    char **names = NULL, **grown;
    size_t count = 0;
    Folder *folder = folder_open(files->folder);
    for (FolderEntry entry; folder != NULL && folder_next(folder, &entry);) {
        bool is_numbered = number_of_file(entry.name, files->extension) > 0;
        char *name = is_numbered ? strdup(entry.name) : NULL;
        if (name == NULL || (grown = grow_for_one(names, count, sizeof *names)) == NULL) {
            free(name);
            continue;
        }
        names = grown;
        names[count++] = name;
    }
    folder_close(folder);
    if (count > 0) {
        qsort(names, count, sizeof *names, compare_age);
    }
    for (size_t i = 0; i < count; i++) {
        if (i + (size_t)files->count_max < count && path_join(path, files->folder, names[i])) {
            file_remove_unlocked(path);
        }
        free(names[i]);
    }
    free(names);
}

bool numbered_files_next_path(const NumberedFiles *files, const char *name,
                              char path[PATH_BYTES_MAX], CwError *error)
{
    if (files->folder == NULL || files->folder[0] == '\0') {
        return cw_error_set(error, "there is no folder for your files");
    }
    if (!file_make_folder(files->folder) && errno != EEXIST) {
        return cw_error_set(error, "%s: %s", files->folder, strerror(errno));
    }
    char date[32], file[PATH_NAME_BYTES];
    clock_print(date, sizeof date, "%Y%m%d-%H%M%S");
    snprintf(file, sizeof file, "%0*" PRIu64 "-%s-%" PRId64 "-%.100s%s", NUMBER_DIGITS,
             newest_number(files) + 1, date, process_id(), name, files->extension);
    return path_join(path, files->folder, file) ||
           cw_error_set(error, "%s: the path is too long", files->folder);
}
