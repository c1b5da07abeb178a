#include "program/options.h"

#include "base/number.h"
#include "base/user_file.h"
#include "platform/sandbox.h"
#include "run/replay_header.h"
#include "sim/session.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT_S_MAX = 1000000, NAMES_MAX = 100 };

static const char HELP_OF_COMMANDS[] =
    "\n"
    "Play\n"
    "  [play] [LEVEL|FILE.tmj]\n"
    "                     play; without a level: the title screen\n"
    "  levels             print the names of the levels, one a line\n"
    "  times [LEVEL [FILE]]\n"
    "                     print your best times; with FILE, save the best run there\n"
    "  config [--defaults]\n"
    "                     print the settings in force; --defaults: the shipped file\n"
    "\n"
    "Recordings\n"
    "  FILE.cwr           offer to watch a recording, or to race it\n"
    "  replay FILE        watch a recording: pause, speed, seek, step\n"
    "  verify FILE...     simulate recordings again and compare every tick; --times\n"
    "                     prints the time of each ranked run\n";

static const char HELP_OF_OPTIONS[] =
    "\n"
    "Options\n"
    "  --help, --version  print this help, or the version\n"
    "  --config FILE      read settings from FILE, after all other files\n"
    "  --set SECTION.KEY=VALUE\n"
    "                     change one setting, after all files; repeatable\n"
    "  --continue         continue the last run, or the last run of the named level\n"
    "  --ghost FILE       race against a recording of the level\n"
    "  --seed N           seed of the random numbers in all runs; default 1, but in a\n"
    "                     window some games choose a new seed for each run or level\n"
    "  --bot              let the game's bot drive\n"
    "  --hold ACTION[+ACTION...]\n"
    "                     hold actions from the first tick, in addition to other\n"
    "                     input; 2:ACTION is the second player's; repeatable\n"
    "  --tap ACTION@HZ    tap an action HZ times a second; repeatable\n"
    "  --headless         no window: one tick a frame, as fast as possible\n"
    "  --realtime         with --headless: real time, as on a server; ends on\n"
    "                     SIGTERM, after --ticks, or when the game quits\n"
    "  --ticks N          end after exactly N ticks; headless default: end at the\n"
    "                     finish or after 3600; with --realtime or --frames: no end\n"
    "  --frames FILE      headless, with frame times from FILE, a line for each\n"
    "                     frame: clock_ns[,display_ns]\n"
    "  --limit SECONDS    processor time allowed to simulate each recording; default:\n"
    "                     30 s plus a quarter of the run's length; 0: no limit\n"
    "\n"
    "Options that write files\n"
    "  --record FILE      record the run; with replay, play the inputs under the\n"
    "                     present rules and record that run\n"
    "  --screenshot FILE.png[@TICK]\n"
    "                     save the picture at a tick, by default the last\n"
    "  --frame-log FILE   CSV, a row for each frame\n"
    "  --hash-log FILE    a line for each tick: \"<tick> <16 hex digits>\"\n"
    "  --probe-log FILE   CSV, a row each tick: the player's place, speed, progress\n"
    "  --render-sound FILE.wav\n"
    "                     write the sound of the run; replay then opens no window\n"
    "  --sound-log FILE   CSV, a row for each sound that starts or stops, and its\n"
    "                     tick\n"
    "  --stats            print a summary at exit\n";

static const char HELP_OF_PLACES[] =
    "\n"
    "Keys: Escape pauses and opens the menus, where Settings changes all keys.\n"
    "Settings: config.ini has them all. A player's changes are in\n"
    "~/.local/share/Clockwork/ID/config.ini or, on Windows, in\n"
    "%APPDATA%\\Clockwork\\ID\\config.ini.\n";

/* ---- commands ---- */

/* The end of error messages in a program without more options. */
static const char OTHER_BUILD[] = ", and a build for the game's maker has more";

static const char RECORDING[] = "the file of a recording";

static const CommandRow COMMANDS[] = {
    {"play", command_play, 0, 1, .plays = true},
    {"replay", command_replay, 1, 1, RECORDING, .plays = true},
    {"verify", command_verify, 1, INT_MAX, RECORDING, .is_boxed = true},
    {"times", command_times, .most = 2},
    {.name = "levels", .run = command_levels},
    {.name = "config", .run = command_config},
    {"--help", command_help, .is_bare = true},
    {"--version", command_version, .is_bare = true},
};

static const CommandRow *find_command(const char *word, const MoreOptions *more)
{
    const char *name = strcmp(word, "help") == 0 ? "--help" : word;
    int own = (int)CW_ARRAY_LENGTH(COMMANDS), others = more == NULL ? 0 : more->command_count;
    for (int i = 0; i < own + others; i++) {
        const CommandRow *row = i < own ? &COMMANDS[i] : &more->commands[i - own];
        if (strcmp(name, row->name) == 0) {
            return row;
        }
    }
    return NULL;
}

/* ---- values ---- */

bool option_parse_number(const char *name, const char *text, uint64_t *number, CwError *error)
{
    char *end = NULL;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno == ERANGE) {
        return cw_error_set(error, "%s needs a whole number, 0 or more, not \"%.40s\"", name, text);
    }
    *number = value;
    return true;
}

/* Parses FILE.png[@TICK]; another @ belongs to the name. */
static bool parse_screenshot(Options *options, char *text, CwError *error)
{
    static const char ending[] = ".png";
    char *at = strstr(text, ".png@");
    options->logs.screenshot = text;
    if (text[0] == '\0') {
        return cw_error_set(error, "--screenshot needs FILE.png or FILE.png@TICK");
    }
    if (at == NULL) {
        return true;
    }
    at[strlen(ending)] = '\0';
    return option_parse_number("the tick of --screenshot", at + sizeof ending,
                               &options->logs.screenshot_tick, error);
}

bool option_take_limit(Options *options, char *text, CwError *error)
{
    bool ok = number_parse(text, &options->verify.limit_s) && options->verify.limit_s >= 0 &&
              options->verify.limit_s <= (double)LIMIT_S_MAX;
    options->verify.limit_s = options->verify.limit_s > 0 ? options->verify.limit_s : INFINITY;
    return ok || cw_error_set(error, "--limit needs seconds, up to %d, or 0, not \"%.40s\"",
                              LIMIT_S_MAX, text);
}

/* ---- options ---- */

#define FOR_RUN "play replay"

static const OptionRow OPTIONS[] = {
    {"--config", NULL, OPTION_TEXT(Options, config.file)},
    {"--set", NULL, OPTION_LIST(Options, config.settings, config.setting_count, SETTINGS_MAX)},
    {"--headless", NULL, OPTION_FLAG(Options, run.headless)},
    {"--realtime", "play", OPTION_FLAG(Options, run.realtime)},
    {"--ticks", FOR_RUN, OPTION_NUMBER_AND(Options, run.ticks, run.ticks_given)},
    {"--continue", "play", OPTION_FLAG(Options, run.is_continued)},
    {"--seed", "play", OPTION_NUMBER_AND(Options, run.seed, run.seed_given)},
    {"--bot", "play", OPTION_FLAG(Options, run.bot)},
    {"--hold", "play", OPTION_LIST(Options, run.holds, run.hold_count, SCRIPTED_MAX)},
    {"--tap", "play", OPTION_LIST(Options, run.taps, run.tap_count, SCRIPTED_MAX)},
    {"--record", FOR_RUN, OPTION_LOG(Options, run.record, REPLAY_MAGIC)},
    {"--ghost", "play", OPTION_TEXT(Options, run.ghost)},
    {"--times", "verify", OPTION_FLAG(Options, verify.times)},
    {"--frames", FOR_RUN, OPTION_TEXT(Options, run.frames)},
    {"--frame-log", FOR_RUN, OPTION_LOG(Options, logs.frame, "frame,measured_ns,")},
    {"--hash-log", FOR_RUN, OPTION_LOG(Options, logs.hash, "# ????????????????\n")},
    {"--probe-log", FOR_RUN, OPTION_LOG(Options, logs.probe, "tick,x_m,")},
    {"--render-sound", FOR_RUN, OPTION_LOG(Options, logs.render_sound, "RIFF????WAVE")},
    {"--sound-log", FOR_RUN, OPTION_LOG(Options, logs.sound, "tick,sample,")},
    {"--screenshot", FOR_RUN, .take = parse_screenshot, .head = "\x89PNG\r\n\x1A\n",
     .offset = offsetof(Options, logs.screenshot)},
    {"--stats", FOR_RUN, OPTION_FLAG(Options, run.stats)},
    {"--limit", "replay verify times", .take = option_take_limit},
    {"--defaults", "config", OPTION_FLAG(Options, config.defaults)},
};

/* The row at an index; NULL after the last. */
static const OptionRow *row_at(const MoreOptions *more, int index)
{
    int own = (int)CW_ARRAY_LENGTH(OPTIONS);
    return index < own                                     ? &OPTIONS[index]
           : more != NULL && index - own < more->row_count ? &more->rows[index - own]
                                                           : NULL;
}

static bool belongs_to(const OptionRow *row, const CommandRow *command)
{
    size_t length = strlen(command->name);
    for (const char *at = row->commands; at != NULL; at = strchr(at, ' ')) {
        at += *at == ' ';
        if (strncmp(at, command->name, length) == 0 && strchr(" ", at[length]) != NULL) {
            return true;
        }
    }
    return row->commands == NULL;
}

/* Finds an option's row. If several have that name, the command's own is preferred. */
static const OptionRow *find_row(const char *word, const CommandRow *command,
                                 const MoreOptions *more)
{
    const OptionRow *row, *found = NULL;
    for (int i = 0; (row = row_at(more, i)) != NULL; i++) {
        if (strcmp(word, row->name) == 0 && (found == NULL || belongs_to(row, command))) {
            found = row;
        }
    }
    return found;
}

/* ---- help ---- */

void options_print_help(const Options *options, FILE *out)
{
    const MoreOptions *more = options->more;
    fprintf(out, "usage: %s [COMMAND] [OPTION]...\n%s%s%s%s%s", options->program, HELP_OF_COMMANDS,
            more == NULL ? "" : more->help_of_commands, HELP_OF_OPTIONS,
            more == NULL ? "" : more->help_of_options, HELP_OF_PLACES);
}

/* ---- words ---- */

static bool add_value(Options *options, const OptionRow *row, const char *value, CwError *error)
{
    char *fields = (char *)options;
    int *count = (int *)(void *)(fields + row->given);
    if (*count == row->most) {
        return cw_error_set(error, "more than %d %s%s", row->most, row->name,
                            row->most == SETTINGS_MAX ? ": put them into a file for --config" : "");
    }
    ((const char **)(void *)(fields + row->offset))[(*count)++] = value;
    return true;
}

static bool parse_value(Options *options, const OptionRow *row, char *value, CwError *error)
{
    char *fields = (char *)options;
    switch (row->kind) {
    case AS_FLAG:
        *(bool *)(fields + row->offset) = true;
        return true;
    case AS_NUMBER:
        if (row->given != 0) {
            *(bool *)(fields + row->given) = true;
        }
        return option_parse_number(row->name, value, (uint64_t *)(fields + row->offset), error);
    case AS_TEXT:
        *(const char **)(fields + row->offset) = value;
        return true;
    case AS_LIST:
        return add_value(options, row, value, error);
    case AS_SPECIAL:
        break;
    }
    return row->take(options, value, error);
}

static bool refuse_option(const char *word, const MoreOptions *more, CwError *error)
{
    const char *names[NAMES_MAX];
    int count = 0;
    for (const OptionRow *row; (row = row_at(more, count)) != NULL && count < NAMES_MAX;) {
        names[count++] = row->name;
    }
    const char *near = cw_nearest_name(word, names, count);
    return cw_error_set(error, "unknown option \"%.60s\"%s%s; --help lists them%s", word,
                        near == NULL ? "" : ": did you mean ", near == NULL ? "" : near,
                        more == NULL ? OTHER_BUILD : "");
}

/* Parses an option at argv[*index]: "--name value" or "--name=value". */
static bool parse_option(Options *options, int argc, char **argv, int *index, CwError *error)
{
    char name[64];
    char *word = argv[*index];
    size_t length = strcspn(word, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    const OptionRow *row = find_row(name, options->command, options->more);
    if (row == NULL) {
        return refuse_option(name, options->more, error);
    }
    if (!belongs_to(row, options->command)) {
        return cw_error_set(error, "%s can't be used with %s; see --help", row->name,
                            options->command->name);
    }
    char *value = word[length] == '=' ? word + length + 1 : NULL;
    if (row->kind == AS_FLAG && value != NULL) {
        return cw_error_set(error, "%s takes no value", row->name);
    }
    if (row->kind != AS_FLAG && value == NULL) {
        if (*index + 1 >= argc) {
            return cw_error_set(error, "%s needs a value; see --help", row->name);
        }
        value = argv[++*index];
    }
    if (value != NULL && strcmp(row->name, "--set") != 0) { /* settings may have backslashes */
        path_clean(value);
    }
    return parse_value(options, row, value, error);
}

/* The file that the option writes; NULL: none. */
static const char *written_file(const OptionRow *row, const Options *options)
{
    if (row->head == NULL || !belongs_to(row, options->command)) {
        return NULL;
    }
    const char *path = *(const char *const *)(const void *)((const char *)options + row->offset);
    return path == NULL || path[0] == '\0' ? NULL : path;
}

/* Refuses two logs in one file, and logs, but not --record, in a file that is read. */
static bool check_files(const Options *options, CwError *error)
{
    const char *const read[] = {options->run.frames, options->run.ghost, options->arguments[0]};
    const OptionRow *row, *other;
    bool ok = true;
    for (int i = 0; (row = row_at(options->more, i)) != NULL && ok; i++) {
        const char *file = written_file(row, options);
        if (file == NULL || strncmp(file, "/dev/", 5) == 0) {
            continue;
        }
        for (int k = i + 1; (other = row_at(options->more, k)) != NULL; k++) {
            const char *second = written_file(other, options);
            ok = ok && (second == NULL || strcmp(file, second) != 0);
        }
        for (size_t k = 0; k < CW_ARRAY_LENGTH(read) && strcmp(row->name, "--record") != 0; k++) {
            ok = ok && (read[k] == NULL || strcmp(file, read[k]) != 0);
        }
        if (!ok) {
            return cw_error_set(error, "%.400s is named twice: give each log a file of its own",
                                file);
        }
    }
    return ok;
}

static bool check_arguments(const Options *options, CwError *error)
{
    const CommandRow *command = options->command;
    if (options->argument_count < command->fewest) {
        return cw_error_set(error, "%s needs %s; see --help", command->name, command->wants);
    }
    if (options->argument_count > command->most && !options->has_command) {
        return cw_error_set(error, "\"%.60s\" is no command: help lists them%s",
                            options->arguments[0], options->more == NULL ? OTHER_BUILD : "");
    }
    if (options->argument_count > command->most) {
        return cw_error_set(error, "%s does not take \"%.60s\"; see --help", command->name,
                            options->arguments[command->most]);
    }
    if (options->run.realtime && (!options->run.headless || options->run.frames != NULL)) {
        return cw_error_set(error, "--realtime needs --headless and can't be used with --frames; a "
                                   "window always runs in real time");
    }
    return command->check == NULL || command->check(options, error);
}

/* The command is the first word that is no option, if it names one; else `play`. Returns the word's
 * index; 0: none. */
static int parse_command(Options *options, int argc, char **argv)
{
    int place = 1;
    for (; place < argc && argv[place][0] == '-'; place++) {
        const OptionRow *row = find_row(argv[place], &COMMANDS[0], options->more);
        place += row != NULL && row->kind != AS_FLAG;
    }
    const CommandRow *named = place < argc ? find_command(argv[place], options->more) : NULL;
    options->command = named == NULL ? &COMMANDS[0] : named;
    options->has_command = named != NULL;
    return named == NULL ? 0 : place;
}

/* Parses the words after the program's name. After --help and --version any words are fine. */
static bool parse_words(Options *options, int argc, char **argv, CwError *error)
{
    int command_place = parse_command(options, argc, argv);
    for (int i = 1; i < argc; i++) {
        bool is_option = argv[i][0] == '-' && argv[i][1] != '\0';
        const CommandRow *flag = is_option ? find_command(argv[i], options->more) : NULL;
        if (flag != NULL) {
            options->command = flag;
            options->argument_count = 0;
            return true;
        }
        if (i == command_place) {
            continue;
        }
        if (!is_option) {
            path_clean(argv[i]);
            options->arguments[options->argument_count++] = argv[i];
        } else if (!parse_option(options, argc, argv, &i, error)) {
            return false;
        }
    }
    options->run.headless = options->run.headless || options->run.frames != NULL;
    return check_arguments(options, error) && check_files(options, error);
}

bool options_parse(Options *options, int argc, char **argv, const MoreOptions *more, CwError *error)
{
    memset(options, 0, more == NULL ? sizeof *options : more->bytes);
    options->more = more;
    options->program = argc > 0 ? path_name(argv[0]) : "GAME";
    options->run.seed = SEED_FIRST;
    options->arguments = calloc((size_t)argc + 1, sizeof *options->arguments);
    return options->arguments == NULL ? cw_error_set(error, "out of memory")
                                      : parse_words(options, argc, argv, error);
}

const char *options_first_file(const Options *options)
{
    const OptionRow *row;
    for (int i = 0; (row = row_at(options->more, i)) != NULL; i++) {
        if (written_file(row, options) != NULL) {
            return row->name;
        }
    }
    return NULL;
}

bool options_may_write(const Options *options, CwError *error)
{
    const OptionRow *row;
    for (int i = 0; (row = row_at(options->more, i)) != NULL; i++) {
        const char *path = written_file(row, options);
        if (path != NULL && !user_file_may_replace(path, row->head, error)) {
            return cw_error_context(error, "%s", row->name);
        }
    }
    return true;
}

bool options_keep_files(const Options *options, CwError *error)
{
    const OptionRow *row;
    for (int i = 0; (row = row_at(options->more, i)) != NULL; i++) {
        const char *path = written_file(row, options);
        if (path != NULL && !sandbox_keep(path)) {
            return cw_error_set(error, "can't write %s: %s", path, file_reason(errno));
        }
    }
    return true;
}
