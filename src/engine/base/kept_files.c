#include "base/kept_files.h"

#include "platform/clock.h"
#include "platform/file.h"
#include "platform/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NUMBER_DIGITS = 8, NUMBER_DIGITS_MAX = 18, DATE_DIGITS_MIN = 6 };

/* The files in the folder. */
typedef struct Collection {
    int count;
    uint64_t newest; /* number; 0: none */
    char oldest[NAME_MAX + 1];
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
    DIR *folder = opendir(files->folder);
    for (const struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        uint64_t number = number_of(entry->d_name, files->extension);
        if (number == 0) {
            continue;
        }
        all.count++;
        all.newest = number > all.newest ? number : all.newest;
        bool passed = behind[0] != '\0' && !is_older(behind, entry->d_name, files->extension);
        if (!passed &&
            (all.oldest[0] == '\0' || is_older(entry->d_name, all.oldest, files->extension))) {
            snprintf(all.oldest, sizeof all.oldest, "%s", entry->d_name);
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return all;
}

static void delete_unless_in_use(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    bool in_use = file >= 0 && flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!in_use) {
        unlink(path);
    }
    if (file >= 0) {
        close(file);
    }
}

void kept_files_trim(const KeptFiles *files)
{
    char path[PATH_BYTES_MAX];
    Collection all = look(files, "");
    for (int count = all.count; count > files->kept && all.oldest[0] != '\0'; count--) {
        if (path_join(path, files->folder, all.oldest)) {
            delete_unless_in_use(path);
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
    char date[32], file[NAME_MAX + 1];
    clock_print(date, sizeof date, "%Y%m%d-%H%M%S");
    snprintf(file, sizeof file, "%0*" PRIu64 "-%s-%" PRId64 "-%.100s%s", NUMBER_DIGITS,
             look(files, "").newest + 1, date, process_id(), name, files->extension);
    return path_join(path, files->folder, file) ||
           cw_error_set(error, "%s: the path is too long", files->folder);
}
