#include "temp_folder.h"

#include "test.h"

#include <dirent.h>
#include <sys/resource.h>
#include <sys/stat.h>

enum { PATHS = 4 };

char temp_folder[48], temp_shared[40], temp_names[TEMP_NAMES_MAX][256];

void temp_make(void)
{
    if (temp_folder[0] == '\0') {
        strcpy(temp_folder, "/tmp/clockwork test \xc3\xa4-XXXXXX");
        ck_assert_ptr_nonnull(mkdtemp(temp_folder));
    }
}

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

void temp_limit(size_t bytes)
{
    signal(SIGXFSZ, SIG_IGN);
    limit_files(bytes);
}

void temp_remove(void)
{
    char command[128];
    limit_files(RLIM_INFINITY); /* coverage builds write counts at the end */
    if (temp_folder[0] == '\0') {
        return;
    }
    snprintf(command, sizeof command, "chmod -R u+w '%s'; rm -r '%s'", temp_folder, temp_folder);
    ck_assert_int_eq(system(command), 0);
    temp_folder[0] = '\0';
}

void temp_remove_shared(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", temp_shared);
    if (access(temp_shared, F_OK) == 0 && system(command) != 0) {
        fprintf(stderr, "%s could not be removed\n", temp_shared);
    }
}

const char *temp_path(const char *name)
{
    static char paths[PATHS][512];
    static int next;
    temp_make();
    char *path = paths[next++ % PATHS];
    snprintf(path, sizeof paths[0], "%s/%s", temp_folder, name);
    return path;
}

void temp_mkdir(const char *name)
{
    ck_assert_int_eq(mkdir(temp_path(name), 0700), 0);
}

static int is_plain(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

int temp_list(void)
{
    struct dirent **found = NULL;
    int count = scandir(temp_folder, &found, is_plain, alphasort);
    ck_assert_int_le(count, TEMP_NAMES_MAX);
    for (int i = 0; i < count; i++) {
        strcpy(temp_names[i], found[i]->d_name);
        free(found[i]);
    }
    free(found);
    return count;
}

static FILE *open_file(const char *name, const char *mode)
{
    FILE *file = fopen(temp_path(name), mode);
    ck_assert_msg(file != NULL, "can't open %s", temp_path(name));
    return file;
}

void temp_write_bytes(const char *name, const void *bytes, size_t size)
{
    FILE *file = open_file(name, "w");
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

void temp_write(const char *name, const char *text)
{
    temp_write_bytes(name, text, strlen(text));
}

size_t read_bytes(const char *path, void *bytes, size_t size)
{
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "can't open %s", path);
    size_t count = fread(bytes, 1, size, file);
    fclose(file);
    return count;
}

const char *temp_read(const char *name)
{
    static char text[65536];
    text[read_bytes(temp_path(name), text, sizeof text - 1)] = '\0';
    return text;
}

static int stderr_before;

void temp_listen(void)
{
    FILE *file = open_file("said", "w");
    fflush(stderr);
    stderr_before = dup(STDERR_FILENO);
    ck_assert_int_ge(dup2(fileno(file), STDERR_FILENO), 0);
    fclose(file);
}

const char *temp_said(void)
{
    fflush(stderr);
    dup2(stderr_before, STDERR_FILENO);
    close(stderr_before);
    return temp_read("said");
}
