#include "program.h"

#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char checkout[PATH_MAX]; /* where the tests were started */
static char folder[64];
static Outcome outcome;

int program_find(void)
{
    char full[PATH_MAX];
    const char *path = getenv("CLOCKWORK");
    if (getcwd(checkout, sizeof checkout) == NULL || path == NULL || realpath(path, full) == NULL) {
        fprintf(stderr, "SKIPPED: set CLOCKWORK to the program to test (make test does)\n");
        return 0;
    }
    setenv("CLOCKWORK", full, 1);
    /* What SDL and fontconfig keep until the end is theirs; the loop's memory has its own tests. */
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
    return 1;
}

void program_begin(void)
{
    strcpy(folder, "/tmp/clockwork run \xc3\xa4-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
    char assets[PATH_MAX + 8];
    snprintf(assets, sizeof assets, "%s/assets", checkout);
    ck_assert_int_eq(symlink(assets, "assets"), 0);
    setenv("HOME", folder, 1);
    unsetenv("XDG_DATA_HOME");
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
}

void program_end(void)
{
    char command[256];
    ck_assert_int_eq(chdir("/"), 0);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static void read_whole(const char *name, char *text, size_t size)
{
    FILE *file = fopen(name, "r");
    ck_assert_msg(file != NULL, "there is no file %s", name);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

const Outcome *program_run(const char *command)
{
    char line[4096];
    int length = snprintf(line, sizeof line, "{ %s\n} >.out 2>.err", command);
    ck_assert_int_lt(length, (int)sizeof line);
    int status = system(line);
    ck_assert_int_ne(status, -1);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    read_whole(".out", outcome.out, sizeof outcome.out);
    read_whole(".err", outcome.err, sizeof outcome.err);
    return &outcome;
}

const char *program_file(const char *name)
{
    static char text[65536];
    read_whole(name, text, sizeof text);
    return text;
}

void program_write(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}
