/* Command lines, a word a line: all are parsed, and those that are short, write to out* and need no
 * window run below main, in a folder of their own. */
#include "fuzz/support/input.h"
#include "platform/sandbox.h"
#include "program/options.h"
#include "windup/windup.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static bool is_quick(const Options *options)
{
    bool few = options->headless && options->ticks_given && options->ticks <= TICKS_MAX;
    switch (options->command) {
    case COMMAND_PLAY:
    case COMMAND_REPLAY:
        return few && options->screenshot[0] == '\0';
    case COMMAND_BENCH:
    case COMMAND_LAB:
        return options->list;
    case COMMAND_QUERY:
        return options->range_given && options->range_last <= TICKS_MAX;
    case COMMAND_LEVELS:
    case COMMAND_CONFIG:
    case COMMAND_SYSTEMS:
    case COMMAND_HELP:
    case COMMAND_VERSION:
        return true;
    case COMMAND_DOCTOR: /* starts programs */
    case COMMAND_DEBUG:  /* starts gdb */
    case COMMAND_DEV:    /* builds and waits */
    case COMMAND_NEW:    /* writes */
    case COMMAND_TIMES:  /* reads the player's own */
    case COMMAND_SOLVE:  /* takes its time */
    case COMMAND_VERIFY: /* the same */
    case COMMAND_DIFF:
    case COMMAND_RERUN:
    case COMMAND_COUNT:
        break;
    }
    return false;
}

static bool may_run(const Options *options)
{
    bool harmless = is_quick(options) && is_here(options->config_file) && is_here(options->frames);
    for (int i = 0; i < options->argument_count; i++) {
        harmless = harmless && is_here(options->arguments[i]);
    }
    const char *const outputs[] = {options->record,    options->hash_log, options->frame_log,
                                   options->probe_log, options->csv,      options->trace};
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
    Options options;
    CwError error = {0};
    bool parsed = options_parse(&options, count, words, true, &error);
    bool runs = parsed && may_run(&options);
    CW_ASSERT(parsed == (error.text[0] == '\0'), "refuse with words");
    options_free(&options);
    if (runs) {
        int status = cw_main(&windup_game, count, words);
        CW_ASSERT(status >= 0 && status <= 2, "keep to the exit statuses of the command line");
    }
    return 0;
}
