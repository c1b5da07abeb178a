#include "program.h"

#include <libgen.h>
#include <limits.h>
#include <xxhash.h>

static char checkout[PATH_MAX]; /* where the tests were started */
static Outcome outcome;

int program_find(void)
{
    char full[PATH_MAX];
    const char *path = getenv("CLOCKWORK");
    if (getcwd(checkout, sizeof checkout) == NULL || path == NULL || realpath(path, full) == NULL) {
        return test_skip_file("needs CLOCKWORK, the program to test, which make test sets");
    }
    setenv("CLOCKWORK", full, 1);
    /* SDL and fontconfig keep memory until the end; the loop's memory has its own tests. */
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
    return 1;
}

int program_find_examples(void)
{
    char self[PATH_MAX] = "", path[PATH_MAX + 16];
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) {
        return 0;
    }
    snprintf(path, sizeof path, "%s/../docs/example", dirname(self));
    setenv("EXAMPLES", path, 1);
    return program_find();
}

bool program_is_plain(void)
{
    const char *mode = getenv("CLOCKWORK_MODE");
    return mode == NULL || strcmp(mode, "plain") == 0;
}

void program_begin(void)
{
    temp_make();
    ck_assert_int_eq(chdir(temp_folder), 0);
    char assets[PATH_MAX + 8];
    snprintf(assets, sizeof assets, "%s/assets", checkout);
    ck_assert_int_eq(symlink(assets, "assets"), 0);
    setenv("HOME", temp_folder, 1);
    unsetenv("XDG_DATA_HOME");
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
}

const Outcome *program_run(const char *command)
{
    char line[4096];
    int length = snprintf(line, sizeof line, "{ %s\n} >.out 2>.err", command);
    ck_assert_int_lt(length, (int)sizeof line);
    int status = system(line);
    ck_assert_int_ne(status, -1);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    snprintf(outcome.out, sizeof outcome.out, "%s", temp_read(".out"));
    snprintf(outcome.err, sizeof outcome.err, "%s", temp_read(".err"));
    return &outcome;
}

const Outcome *expect(int status, const char *line, const char *said)
{
    char command[2048];
    snprintf(
        command, sizeof command,
        "cw() { \"$CLOCKWORK\" \"$@\"; }; limit() { ulimit -f $1; "
        "[ \"$CLOCKWORK_MODE\" != coverage ] || { trap '' XFSZ; export GCOV_PREFIX=/dev/null; }; "
        "}; %s",
        line);
    program_run(command);
    ck_assert_msg(outcome.status == status, "%s: exit status %d instead of %d\n%s%s", line,
                  outcome.status, status, outcome.out, outcome.err);
    ck_assert_msg(said == NULL || strstr(outcome.err, said) != NULL, "%s: \"%s\" is not in \"%s\"",
                  line, said, outcome.err);
    return &outcome;
}

const Outcome *expect_ok(const char *line)
{
    return expect(0, line, NULL);
}

void expect_once(const char *line)
{
    unsigned long long hash = XXH3_64bits(line, strlen(line));
    const char *kept = textf("%s/%llx", temp_shared, hash);
    expect_ok(textf("if [ -d %s ]; then cp %s/* .; else { %s; } && mkdir -p %s.new && "
                    "cp *.* %s.new && mv %s.new %s; fi",
                    kept, kept, line, kept, kept, kept, kept));
}

void write_easy_level(const char *path, const char *properties)
{
    temp_write(
        path,
        textf(
            "{\"width\":80,\"height\":40,\"tilewidth\":32,\"tileheight\":32,\"layers\":[{\"type\":"
            "\"objectgroup\",\"name\":\"x\",\"objects\":[{\"id\":1,\"type\":\"ground\",\"x\":0,"
            "\"y\":960,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":2560,\"y\":0},{\"x\":2560,\"y\":320},"
            "{\"x\":0,\"y\":320}]},{\"id\":2,\"type\":\"start\",\"x\":160,\"y\":960,\"point\":true}"
            ","
            "{\"id\":3,\"type\":\"finish\",\"x\":640,\"y\":760,\"width\":64,\"height\":200}]}]%s}"
            "\n",
            properties == NULL ? "" : properties));
}

int program_line_count(const char *name)
{
    int count = 0;
    for (const char *c = temp_read(name); *c != '\0'; c++) {
        count += *c == '\n';
    }
    return count;
}
