/* Command lines, a word a line: all are parsed, and those that are short, write to out* and need no
 * window run below main, in a folder of their own. */
#include "fuzz/support/input.h"
#include "main/maker.h"
#include "platform/sandbox.h"
#include "windup/windup.h"

#include <unistd.h>

enum { WORDS_MAX = 40, TEXT_MAX = 2048, TICKS_MAX = 8, HEAD_BYTES = 2048 };

/* This process runs many commands, so none of them may give up its rights. */
int sandbox_begin(void)
{
    return -1;
}

void sandbox_allow(int sandbox, const char *path)
{
}

void sandbox_enter(int sandbox)
{
}

bool sandbox_keep(const char *path)
{
    return true;
}

int sandbox_take(const char *path)
{
    return -1;
}

bool sandbox_try(void (*work)(void *context), void *context, const char *path)
{
    return true;
}

/* The first seconds of a recording: a whole one takes too long to verify. */
static bool copy_head(const char *from, const char *to)
{
    char bytes[HEAD_BYTES];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    bool copied = in != NULL && out != NULL && fread(bytes, sizeof bytes, 1, in) == 1 &&
                  fwrite(bytes, sizeof bytes, 1, out) == 1;
    return in != NULL && fclose(in) == 0 && out != NULL && fclose(out) == 0 && copied;
}

/* The folder has the game's files, a recording as run.cwr, and nothing that a run may spoil. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    char folder[] = "/tmp/clockwork-fuzz-XXXXXX", here[PATH_MAX], there[PATH_MAX + 32];
    if (getcwd(here, sizeof here) == NULL || mkdtemp(folder) == NULL || chdir(folder) != 0) {
        return 1;
    }
    static const char *const links[][2] = {{"assets", "assets"},
                                           {"config.ini", "config.ini"},
                                           {"assets/levels/first-wind.tmj", "level.tmj"},
                                           {"tests/fuzz/seeds/files/even.txt", "frames.txt"}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(links); i++) {
        snprintf(there, sizeof there, "%s/%s", here, links[i][0]);
        if (symlink(there, links[i][1]) != 0) {
            return 1;
        }
    }
    return !copy_head("assets/replays/first-wind.cwr", "run.cwr") || setenv("HOME", folder, 1) != 0;
}

static bool is_here(const char *path)
{
    return path == NULL || strchr(path, '/') == NULL;
}

static bool is_output(const char *path)
{
    return path == NULL || (is_here(path) && strncmp(path, "out", 3) == 0);
}

/* Others start programs, build and wait, read the player's own files or take their time. */
static bool is_quick(const Maker *maker)
{
    static const char *const quick[] = {"levels", "config", "systems", "--help", "--version"};
    const Options *options = &maker->options;
    const char *name = options->command->name;
    bool is_listed = maker->list && strcmp(name, "bench") == 0;
    bool is_short = maker->query.range_given && maker->query.last <= TICKS_MAX;
    if (options->command->plays) {
        return options->run.headless && options->run.ticks_given &&
               options->run.ticks <= TICKS_MAX && options->logs.screenshot == NULL;
    }
    for (size_t i = 0; i < CW_ARRAY_LENGTH(quick); i++) {
        is_listed = is_listed || strcmp(name, quick[i]) == 0;
    }
    return is_listed || (strcmp(name, "query") == 0 && is_short);
}

static bool may_run(const Maker *maker)
{
    const Options *options = &maker->options;
    bool harmless =
        is_quick(maker) && is_here(options->config.file) && is_here(options->run.frames);
    for (int i = 0; i < options->argument_count; i++) {
        harmless = harmless && is_here(options->arguments[i]);
    }
    const char *const outputs[] = {options->run.record, options->logs.hash, options->logs.frame,
                                   options->logs.probe, maker->bench.csv,   maker->run.trace};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(outputs); i++) {
        harmless = harmless && is_output(outputs[i]);
        if (harmless && outputs[i] != NULL) {
            unlink(outputs[i]);
        }
    }
    return harmless;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[TEXT_MAX] = "", *words[WORDS_MAX + 1] = {"clockwork"};
    memcpy(text, data, size < sizeof text ? size : sizeof text - 1);
    int count = 1;
    for (char *rest = text, *word; count < WORDS_MAX && (word = strsep(&rest, "\n")) != NULL;) {
        words[count++] = word;
    }
    Maker maker;
    CwError error = {0};
    const MoreOptions *more = &maker_guest()->options;
    bool parsed = options_parse(&maker.options, count, words, more, &error);
    bool runs = parsed && may_run(&maker);
    CW_ASSERT(parsed == (error.text[0] == '\0'), "refuse with words");
    free(maker.options.arguments);
    if (runs) {
        int status = cw_main(&windup_game, count, words);
        CW_ASSERT(status >= 0 && status <= 2, "keep to the exit statuses of the command line");
    }
    return 0;
}
