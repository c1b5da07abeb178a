#include "base/kept_files.h"

#include "platform/clock.h"
#include "platform/folder.h"
#include "platform/process.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_DIGITS = 8, NUMBER_DIGITS_MAX = 18, DATE_DIGITS_MIN = 6 };

typedef struct Collection {
    int count;
    uint64_t newest; /* number; 0: none */
    char oldest[PATH_NAME_BYTES];
} Collection;

/* Ours begin with a number and a date (versions before 0.1 wrote date, time); one that somebody
 * gave a name to keep it is left alone. Returns the number, 0 for others. */
static uint64_t number_of(const char *name, const char *extension)
{
    static const char digits[] = "0123456789";
    size_t number_digits = strspn(name, digits);
    if (number_digits < NUMBER_DIGITS || number_digits > NUMBER_DIGITS_MAX ||
        name[number_digits] != '-') {
        return 0;
    }
    const char *date = name + number_digits + 1;
    size_t date_digits = strspn(date, digits);
    size_t length = strlen(name), extra = strlen(extension);
    bool ours = date_digits >= DATE_DIGITS_MIN && date[date_digits] == '-' &&
                strcmp(name + length - extra, extension) == 0;
    return ours ? strtoull(name, NULL, 10) : 0;
}

static bool is_older(const char *name, const char *other, const char *extension)
{
    uint64_t number = number_of(name, extension), other_number = number_of(other, extension);
    return number < other_number || (number == other_number && strcmp(name, other) < 0);
}

/* All that is there; the oldest is that of those after `behind` ("": of all). */
static Collection look(const KeptFiles *files, const char *behind)
{
    Collection all = {0};
    Folder *folder = folder_open(files->folder);
    for (FolderEntry entry; folder != NULL && folder_next(folder, &entry);) {
        uint64_t number = number_of(entry.name, files->extension);
        if (number == 0) {
            continue;
        }
        all.count++;
        all.newest = number > all.newest ? number : all.newest;
        bool passed = behind[0] != '\0' && !is_older(behind, entry.name, files->extension);
        if (!passed &&
            (all.oldest[0] == '\0' || is_older(entry.name, all.oldest, files->extension))) {
            snprintf(all.oldest, sizeof all.oldest, "%s", entry.name);
        }
    }
    folder_close(folder);
    return all;
}

void kept_files_trim(const KeptFiles *files)
{
    char path[PATH_BYTES_MAX];
    Collection all = look(files, "");
    for (int count = all.count; count > files->kept && all.oldest[0] != '\0'; count--) {
        if (path_join(path, files->folder, all.oldest)) {
            file_remove_unlocked(path);
        }
        char behind[sizeof all.oldest];
        memcpy(behind, all.oldest, sizeof behind);
        all = look(files, behind);
    }
}

bool kept_files_begin(const KeptFiles *files, const char *name, char path[PATH_BYTES_MAX],
                      CwError *error)
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
             look(files, "").newest + 1, date, process_id(), name, files->extension);
    return path_join(path, files->folder, file) ||
           cw_error_set(error, "%s: the path is too long", files->folder);
}
