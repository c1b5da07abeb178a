#include "program/options.h"

#include "base/files.h"
#include "base/number.h"
#include "platform/path.h"
#include "platform/sandbox.h"
#include "run/replay_header.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TARGET_S_MAX = 3600, LIMIT_S_MAX = 1000000, DEV_ARGUMENTS_MAX = 16 };

static const char help_of_commands[] =
    "usage: clockwork [play] [LEVEL|FILE.tmj]   play; without a level: the title screen;\n"
    "       clockwork FILE.cwr                  offer to watch a recording, or to race it\n"
    "       clockwork replay FILE               watch a recording: pause, speed, seek, step\n"
    "       clockwork verify FILE...            simulate recordings again and compare every tick;\n"
    "                                           --times prints the time of each ranked run\n"
    "       clockwork query FILE                print fields of the world over a recording, a\n"
    "                                           row a tick: --fields NAME,... --ticks A..B\n"
    "                                           --csv; --list prints all fields at a tick;\n"
    "                                           --when 'CONDITION' prints the rows where it is\n"
    "                                           true, or, without --fields, spans: FIRST..LAST\n"
    "       clockwork diff FILE FILE            find the tick where two recordings of a level\n"
    "                                           first differ, and print both players' paths\n"
    "                                           from there on; --game A.so --game B.so FILE\n"
    "                                           compares one recording in two games\n"
    "       clockwork rerun FILE...             play the inputs of recordings under the current\n"
    "                                           rules and levels, and print which runs still\n"
    "                                           finish, with old and new times; --actions\n"
    "                                           NAME,... names the recorded actions in order;\n"
    "                                           --follow steers along the recorded path;\n"
    "                                           NAME.expect beside NAME.cwr has conditions that\n"
    "                                           must hold;\n"
    "                                           --tune NAME=FIRST..LAST/COUNT plays each with\n"
    "                                           COUNT values of a knob or of simulation.KEY\n"
    "                                           (twice: all pairs) and prints CSV;\n"
    "                                           --game FILE.so uses the rules of another build\n"
    "                                           (verify and query have that, too)\n"
    "       clockwork times [LEVEL [FILE]]      print your best times; FILE gets your recording\n"
    "       clockwork levels                    print the names of the levels, one a line\n"
    "       clockwork config [--defaults]       print the current settings, or the shipped file\n"
    "       clockwork systems                   print the phases of a frame and their systems\n"
    "       clockwork doctor [LEVEL]            find causes of differing runs: play with other\n"
    "                                           clocks, seeds, heaps, stacks, locales and CPU\n"
    "                                           features; list imported functions that may "
    "differ\n";

static const char help_of_tools[] =
    "       clockwork bench [FIGURE...]         run benchmarks; --list names them; --csv FILE;\n"
    "                                           --compare FILE prints slower figures\n"
    "       clockwork lab [SCENE]               show both kinds of loop side by side: variable\n"
    "                                           and fixed timestep; --headless prints a table,\n"
    "                                           --list the scenes\n"
    "       clockwork solve LEVEL               search for a fast run and record it (LEVEL.cwr);\n"
    "                                           --seconds N (60), or --ticks N to simulate;\n"
    "                                           --jobs N (all cores), --seed N;\n"
    "                                           --from FILE starts from a recorded run;\n"
    "                                           --target SECONDS searches for a run of that time\n"
    "                                           or a little less: a ghost to race\n"
    "       clockwork new DIR                   create a game in a new folder\n"
    "       clockwork dev [DIR [play LEVEL]]    build and play the game of a folder, and simulate\n"
    "                                           the run so far again when code, level or settings\n"
    "                                           are saved; --dev-log FILE: CSV, a row a save;\n"
    "                                           --from-here, or F1: saves apply from mark A or\n"
    "                                           now on, not from the start; --bisect NAME: which\n"
    "                                           kept build broke the test tests/runs/NAME.cwr\n"
    "       clockwork debug FILE                simulate a recording in gdb and stop before\n"
    "                                           --tick N (1); --game FILE.so plays its inputs\n"
    "                                           in another build, as rerun does\n";

static const char help_of_options[] =
    "       clockwork help [COMMAND]            print this help, or the part about a command\n"
    "       clockwork --help | --version\n"
    "\n"
    "  --config FILE              read settings from FILE, after config.ini and the player's file\n"
    "  --set SECTION.KEY=VALUE    change one setting, after all files; repeatable\n"
    "  --headless                 no window, no real time: one tick a frame, as fast as possible\n"
    "  --realtime                 headless at the speed of real time, as a server; ends on\n"
    "                             SIGTERM, after --ticks, or when the game quits\n"
    "  --ticks N                  end after exactly N ticks; headless default: the finish or\n"
    "                             3600, none with --realtime or --frames\n"
    "  --continue                 continue the last run, or the last run of the named level\n"
    "  --seed N                   seed of the simulation's random numbers (default 1)\n"
    "  --bot                      let the game's bot drive\n"
    "  --monkey SEED              press random but repeatable play actions\n"
    "  --hold ACTION[+ACTION...]  hold actions from the first tick, in addition to other input;\n"
    "                             2:ACTION is the second player's; repeatable\n"
    "  --tap ACTION@HZ            tap an action HZ times a second; repeatable\n"
    "  --record FILE              record the run, for replay and verify; with replay: play its\n"
    "                             inputs again, also under other rules, and record that run\n"
    "  --limit SECONDS            processor time for simulating each recording, by default 30 and "
    "a\n"
    "                             quarter of the run's length; 0: no limit\n"
    "  --ghost FILE               race against a recording of the level\n"
    "  --synctest N               after each tick, simulate up to N ticks again and compare (1 to "
    "60)\n"
    "  --frames FILE              headless, with frame times from FILE, a line each:\n"
    "                             clock_ns[,display_ns]\n"
    "  --frame-log FILE           CSV, a row a frame\n"
    "  --hash-log FILE            a line a tick: \"<tick> <16 hex digits>\"\n"
    "  --probe-log FILE           CSV, a row a tick: the player's position, speed and progress\n"
    "  --render-sound FILE.wav    write the sound to a file, tick by tick; with replay: no window\n"
    "  --sound-log FILE           CSV, a row a cue: the sound that starts and its tick\n"
    "  --trace FILE               write a timeline as JSON for ui.perfetto.dev\n"
    "  --screenshot FILE.png[@TICK]  save the picture at a tick, by default the last\n"
    "  --stats                    print a summary at exit\n";

/* ---- commands ---- */

typedef struct CommandRow {
    const char *name;
    int fewest, most;  /* arguments */
    const char *wants; /* what the first arguments are */
    bool is_tool;
} CommandRow;

static const char RECORDING[] = "the file of a recording";

static const CommandRow commands[COMMAND_COUNT] = {
    [COMMAND_PLAY] = {"play", 0, 1, NULL, false},
    [COMMAND_REPLAY] = {"replay", 1, 1, RECORDING, false},
    [COMMAND_VERIFY] = {"verify", 1, INT_MAX, RECORDING, false},
    [COMMAND_QUERY] = {"query", 1, 1, RECORDING, false},
    [COMMAND_DIFF] = {"diff", 2, 2, "the files of two recordings", false},
    [COMMAND_RERUN] = {"rerun", 1, INT_MAX, RECORDING, false},
    [COMMAND_TIMES] = {"times", 0, 2, RECORDING, false},
    [COMMAND_LEVELS] = {"levels", 0, 0, NULL, false},
    [COMMAND_CONFIG] = {"config", 0, 0, NULL, false},
    [COMMAND_SYSTEMS] = {"systems", 0, 0, NULL, false},
    [COMMAND_DOCTOR] = {"doctor", 0, 1, NULL, false},
    [COMMAND_BENCH] = {"bench", 0, INT_MAX, NULL, true},
    [COMMAND_LAB] = {"lab", 0, 1, NULL, true},
    [COMMAND_SOLVE] = {"solve", 1, 1, "a level", true},
    [COMMAND_NEW] = {"new", 1, 1, "a folder", true},
    [COMMAND_DEBUG] = {"debug", 1, 1, RECORDING, true},
    [COMMAND_DEV] = {"dev", 0, DEV_ARGUMENTS_MAX, NULL, true},
    [COMMAND_HELP] = {"--help", 0, 1, NULL, false},
    [COMMAND_VERSION] = {"--version", 0, 0, NULL, false},
};

static int find_command(const char *word, bool tools)
{
    if (strcmp(word, "help") == 0) {
        return COMMAND_HELP;
    }
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if ((tools || !commands[i].is_tool) && strcmp(word, commands[i].name) == 0) {
            return i;
        }
    }
    return -1;
}

/* ---- values ---- */

static bool parse_number(const char *name, const char *text, uint64_t *number, CwError *error)
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

/* FILE.png[@TICK]; an @ elsewhere belongs to the name. */
static bool take_screenshot(Options *options, const char *text, CwError *error)
{
    static const char ending[] = ".png";
    const char *at = strrchr(text, '@');
    if (at != NULL && (at - text < 4 || memcmp(at - 4, ending, 4) != 0)) {
        at = NULL;
    }
    size_t length = at == NULL ? strlen(text) : (size_t)(at - text);
    if (length == 0 || length >= sizeof options->screenshot) {
        return cw_error_set(error, "--screenshot needs FILE.png or FILE.png@TICK, not \"%.40s\"",
                            text);
    }
    memcpy(options->screenshot, text, length);
    options->screenshot[length] = '\0';
    return at == NULL ||
           parse_number("the tick of --screenshot", at + 1, &options->screenshot_tick, error);
}

static bool take_range(Options *options, const char *text, CwError *error)
{
    const char *dots = strstr(text, "..");
    char first[32] = "0";
    size_t length = dots == NULL ? strlen(text) : (size_t)(dots - text);
    if (length > 0 || dots == NULL) {
        snprintf(first, sizeof first, "%.*s", (int)(length < 31 ? length : 31), text);
    }
    options->range_given = true;
    options->range_last = UINT64_MAX;
    bool good = parse_number("--ticks", first, &options->range_first, NULL) &&
                (dots == NULL || dots[2] == '\0' ||
                 parse_number("--ticks", dots + 2, &options->range_last, NULL));
    if (dots == NULL) {
        options->range_last = options->range_first;
    }
    return (good && options->range_first <= options->range_last) ||
           cw_error_set(error, "--ticks needs FIRST..LAST or a tick, not \"%.40s\"", text);
}

/* Two games for diff, otherwise one. */
static bool take_game(Options *options, const char *path, CwError *error)
{
    int most = options->command == COMMAND_DIFF ? GAMES_MAX : 1;
    if (options->game_count == most) {
        return cw_error_set(error, "%s takes %s --game; see --help",
                            commands[options->command].name, most == 1 ? "one" : "two");
    }
    options->games[options->game_count++] = path;
    return true;
}

static bool take_target(Options *options, const char *text, CwError *error)
{
    return (number_parse(text, &options->target_s) && options->target_s > 0.0 &&
            options->target_s <= (double)TARGET_S_MAX) ||
           cw_error_set(error, "--target needs seconds, up to %d, not \"%.40s\"", TARGET_S_MAX,
                        text);
}

static bool take_limit(Options *options, const char *text, CwError *error)
{
    bool good = number_parse(text, &options->limit_s) && options->limit_s >= 0 &&
                options->limit_s <= (double)LIMIT_S_MAX;
    options->limit_s = options->limit_s > 0 ? options->limit_s : INFINITY;
    return good || cw_error_set(error, "--limit needs seconds, up to %d, or 0, not \"%.40s\"",
                                LIMIT_S_MAX, text);
}

/* ---- options ---- */

typedef enum OptionKind { AS_SPECIAL, AS_FLAG, AS_NUMBER, AS_TEXT, AS_LIST } OptionKind;

typedef struct OptionRow {
    const char *name;
    unsigned commands; /* bit n allows command n */
    unsigned idle;     /* bit n: it does nothing in command n, whose help leaves it out */
    OptionKind kind;
    size_t offset; /* in Options: bool, uint64_t, const char * or an array of those */
    size_t given;  /* in Options: whether a number was given, 0: not kept; a list's count */
    int most;      /* of a list */
    /* The begin of the file that it writes (file_may_replace); NULL: it writes none. */
    const char *head;
    bool (*take)(Options *options, const char *value, CwError *error); /* special values */
} OptionRow;

#define FOR(command) (1u << COMMAND_##command)
#define FLAG(member) .kind = AS_FLAG, .offset = offsetof(Options, member)
#define TEXT(member) .kind = AS_TEXT, .offset = offsetof(Options, member)
#define LOG(member, begin) TEXT(member), .head = begin
#define NUMBER(member) .kind = AS_NUMBER, .offset = offsetof(Options, member)
#define NUMBER_AND(member, flag) NUMBER(member), .given = offsetof(Options, flag)
#define LIST(member, count, limit)                                                                 \
    .kind = AS_LIST, .offset = offsetof(Options, member), .given = offsetof(Options, count),       \
    .most = limit

enum {
    FOR_RUN = FOR(PLAY) | FOR(REPLAY),
    FOR_ALL = (1u << COMMAND_COUNT) - 1,
    WITHOUT_WINDOW = FOR_ALL & ~(FOR_RUN | FOR(LAB) | FOR(DEV)),
    WITHOUT_SETTINGS =
        FOR(LEVELS) | FOR(SYSTEMS) | FOR(NEW) | FOR(DEBUG) | FOR(HELP) | FOR(VERSION),
};

static const OptionRow rows[] = {
    {"--config", FOR_ALL, WITHOUT_SETTINGS, TEXT(config_file)},
    {"--set", FOR_ALL, WITHOUT_SETTINGS, LIST(settings, setting_count, SETTINGS_MAX)},
    {"--headless", FOR_ALL, WITHOUT_WINDOW, FLAG(headless)},
    {"--realtime", FOR(PLAY), FLAG(realtime)},
    {"--ticks", FOR_RUN | FOR(DOCTOR) | FOR(DEV) | FOR(SOLVE), NUMBER_AND(ticks, ticks_given)},
    {"--continue", FOR(PLAY), FLAG(resumes)},
    {"--seed", FOR(PLAY) | FOR(SOLVE) | FOR(DEV), NUMBER(seed)},
    {"--bot", FOR(PLAY) | FOR(DOCTOR) | FOR(DEV), FLAG(bot)},
    {"--monkey", FOR(PLAY) | FOR(DOCTOR) | FOR(DEV), NUMBER_AND(monkey_seed, monkey)},
    {"--hold", FOR(PLAY) | FOR(DEV), LIST(holds, hold_count, SCRIPTED_MAX)},
    {"--tap", FOR(PLAY) | FOR(DEV), LIST(taps, tap_count, SCRIPTED_MAX)},
    {"--record", FOR_RUN | FOR(SOLVE), LOG(record, REPLAY_MAGIC)},
    {"--ghost", FOR(PLAY), TEXT(ghost)},
    {"--synctest", FOR_RUN, NUMBER_AND(sync_test, sync_test_given)},
    {"--times", FOR(VERIFY), FLAG(times)},
    {"--frames", FOR_RUN, TEXT(frames)},
    {"--frame-log", FOR_RUN | FOR(DEV), LOG(frame_log, "frame,measured_ns,")},
    {"--hash-log", FOR_RUN, LOG(hash_log, "# ????????????????\n")},
    {"--probe-log", FOR_RUN | FOR(DEV), LOG(probe_log, "tick,x_m,")},
    {"--render-sound", FOR_RUN, LOG(render_sound, "RIFF????WAVE")},
    {"--sound-log", FOR_RUN, LOG(sound_log, "tick,sample,")},
    {"--trace", FOR_RUN | FOR(DEV), LOG(trace, "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[")},
    {"--screenshot", FOR_RUN | FOR(DEV), .take = take_screenshot, .head = "\x89PNG\r\n\x1A\n",
     .offset = offsetof(Options, screenshot)},
    {"--stats", FOR_RUN, FLAG(stats)},
    {"--seconds", FOR(SOLVE), NUMBER_AND(seconds, seconds_given)},
    {"--jobs", FOR(SOLVE), NUMBER_AND(jobs, jobs_given)},
    {"--from", FOR(SOLVE), TEXT(from)},
    {"--target", FOR(SOLVE), .take = take_target},
    {"--limit",
     FOR(REPLAY) | FOR(VERIFY) | FOR(QUERY) | FOR(DIFF) | FOR(RERUN) | FOR(TIMES) | FOR(SOLVE),
     .take = take_limit},
    {"--defaults", FOR(CONFIG), FLAG(defaults)},
    {"--list", FOR(BENCH) | FOR(LAB) | FOR(QUERY), FLAG(list)},
    {"--csv", FOR(BENCH), LOG(csv, "figure,value,")},
    {"--tune", FOR(RERUN), LIST(tunes, tune_count, TUNES_MAX)},
    {"--csv", FOR(QUERY), FLAG(csv_rows)},
    {"--compare", FOR(BENCH), TEXT(compare)},
    {"--ticks", FOR(QUERY), .take = take_range},
    {"--fields", FOR(QUERY), TEXT(fields)},
    {"--when", FOR(QUERY), TEXT(when)},
    {"--actions", FOR(RERUN), TEXT(actions)},
    {"--game", FOR(VERIFY) | FOR(QUERY) | FOR(RERUN) | FOR(DIFF) | FOR(DEBUG), .take = take_game},
    {"--follow", FOR(RERUN), FLAG(follow)},
    {"--tick", FOR(DEBUG), NUMBER(tick)},
    {"--dev-log", FOR(DEV), LOG(dev_log, "what,file,")},
    {"--from-here", FOR(DEV), FLAG(from_here)},
    {"--bisect", FOR(DEV), TEXT(bisect)},
};

static bool goes_with(const OptionRow *row, Command command)
{
    return (row->commands >> command & 1) != 0;
}

static const OptionRow *find_row(const char *word, Command command)
{
    const OptionRow *found = NULL;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rows); i++) {
        if (strcmp(word, rows[i].name) == 0 && (found == NULL || goes_with(&rows[i], command))) {
            found = &rows[i];
        }
    }
    return found;
}

/* ---- help ---- */

static bool is_option_of(Command command, const char *line)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rows); i++) {
        size_t length = strlen(rows[i].name);
        if (strncmp(line + 2, rows[i].name, length) == 0 && line[2 + length] == ' ' &&
            goes_with(&rows[i], command) && (rows[i].idle >> command & 1) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_usage_of(const char *name, const char *line)
{
    const char *word = line + strlen("usage: clockwork ");
    word += *word == '['; /* [play] */
    return strncmp(word, name, strlen(name)) == 0 && strchr(" ]\n", word[strlen(name)]) != NULL;
}

static void print_about(const char *name, Command command, const char *text, FILE *out)
{
    bool is_shown = false;
    for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
        bool is_usage = strncmp(line + 7, "clockwork ", 10) == 0;
        if (is_usage || strncmp(line, "  --", 4) == 0) {
            is_shown = is_usage ? is_usage_of(name, line) : is_option_of(command, line);
        }
        if (is_shown || line[0] == '\n') {
            fwrite(line, 1, strcspn(line, "\n") + 1, out);
        }
    }
}

void options_print_help(const char *about, bool tools, FILE *out)
{
    const char *const texts[] = {help_of_commands, tools ? help_of_tools : "", help_of_options};
    int command = about == NULL ? -1 : find_command(about, tools);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(texts); i++) {
        if (command < 0) {
            fputs(texts[i], out);
        } else {
            print_about(about, (Command)command, texts[i], out);
        }
    }
}

static bool check_help(const char *about, bool tools, CwError *error)
{
    const char *names[COMMAND_COUNT];
    if (about == NULL || find_command(about, tools) >= 0) {
        return true;
    }
    for (int i = 0; i < COMMAND_COUNT; i++) {
        names[i] = commands[i].name;
    }
    const char *near = cw_nearest_name(about, names, COMMAND_COUNT);
    return cw_error_set(error, "there is no command \"%.60s\": %s%s%shelp lists them", about,
                        near == NULL ? "" : "did you mean ", near == NULL ? "" : near,
                        near == NULL ? "" : "? ");
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

static bool take_value(Options *options, const OptionRow *row, const char *value, CwError *error)
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
        return parse_number(row->name, value, (uint64_t *)(fields + row->offset), error);
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

static bool unknown_option(const char *word, CwError *error)
{
    const char *names[CW_ARRAY_LENGTH(rows)];
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rows); i++) {
        names[i] = rows[i].name;
    }
    const char *near = cw_nearest_name(word, names, (int)CW_ARRAY_LENGTH(rows));
    return cw_error_set(error, "unknown option \"%.60s\"%s%s; --help lists them", word,
                        near == NULL ? "" : ": did you mean ", near == NULL ? "" : near);
}

/* An option at argv[*index], as "--name value" or "--name=value". */
static bool take_option(Options *options, int argc, char **argv, int *index, CwError *error)
{
    char name[64];
    char *word = argv[*index];
    size_t length = strcspn(word, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    const OptionRow *row = find_row(name, options->command);
    if (row == NULL) {
        return unknown_option(name, error);
    }
    if (!goes_with(row, options->command)) {
        return cw_error_set(error, "%s can't be used with %s; see --help", row->name,
                            commands[options->command].name);
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
    if (value != NULL && strcmp(row->name, "--set") != 0) { /* a setting may have backslashes */
        path_clean(value);
    }
    return take_value(options, row, value, error);
}

/* Two logs in one file spoil each other, and a log spoils what is read. A recording replaces one
 * that was read before. */
static bool check_logs(const Options *options, CwError *error)
{
    enum { LOGS = 6 };
    const char *const files[] = {options->frame_log,   options->hash_log,     options->probe_log,
                                 options->sound_log,   options->render_sound, options->trace,
                                 options->record,      options->frames,       options->ghost,
                                 options->arguments[0]};
    for (size_t i = 0; i < LOGS; i++) {
        bool is_device = files[i] != NULL && strncmp(files[i], "/dev/", 5) == 0;
        for (size_t k = i + 1; k < CW_ARRAY_LENGTH(files) && files[i] != NULL && !is_device; k++) {
            if (files[k] != NULL && strcmp(files[i], files[k]) == 0) {
                return cw_error_set(error, "%.400s is named twice: give each log a file of its own",
                                    files[i]);
            }
        }
    }
    return true;
}

static bool check_arguments(const Options *options, CwError *error)
{
    const CommandRow *row = &commands[options->command];
    if (options->command == COMMAND_DIFF && options->game_count > 0) {
        bool good = options->game_count == GAMES_MAX && options->argument_count == 1;
        return good || cw_error_set(error, "diff needs two recordings, or --game A.so --game B.so "
                                           "and one; see --help");
    }
    if (options->argument_count < row->fewest) {
        return cw_error_set(error, "%s needs %s; see --help", row->name, row->wants);
    }
    if (options->argument_count > row->most) {
        return cw_error_set(error, "%s does not take \"%.60s\"; see --help", row->name,
                            options->arguments[row->most]);
    }
    if (options->sync_test_given &&
        (options->sync_test < 1 || options->sync_test > SYNC_TEST_DEPTH_MAX)) {
        return cw_error_set(error, "--synctest needs a number from 1 to %d", SYNC_TEST_DEPTH_MAX);
    }
    if (options->realtime && (!options->headless || options->frames != NULL)) {
        return cw_error_set(error, "--realtime needs --headless and can't be used with --frames; a "
                                   "window always runs in real time");
    }
    return true;
}

static int first_plain_word(int argc, char **argv)
{
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        const OptionRow *row = find_row(argv[i], COMMAND_PLAY);
        i += row != NULL && row->kind != AS_FLAG;
    }
    return i;
}

/* The first plain word, if it names one; else a level to play. Its index, 0: none. */
static int take_command(Options *options, int argc, char **argv, bool tools)
{
    int place = first_plain_word(argc, argv);
    int command = place < argc ? find_command(argv[place], tools) : -1;
    options->command = command < 0 ? COMMAND_PLAY : (Command)command;
    options->command_given = command >= 0;
    return command < 0 ? 0 : place;
}

/* A level may have the name of a tool, but no other word follows a level. */
static bool check_level(int argc, char **argv, CwError *error)
{
    int place = first_plain_word(argc, argv);
    bool is_level = place + 1 >= argc || argv[place + 1][0] == '-';
    return is_level || find_command(argv[place], true) < 0 ||
           cw_error_set(error, "%s is a command of clockwork, not of a game: see clockwork help %s",
                        argv[place], argv[place]);
}

bool options_parse(Options *options, int argc, char **argv, bool tools, CwError *error)
{
    *options = (Options){.seed = 1};
    options->arguments = calloc((size_t)argc + 1, sizeof *options->arguments);
    if (options->arguments == NULL) {
        return cw_error_set(error, "out of memory");
    }
    int command_place = take_command(options, argc, argv, tools);
    if (!options->command_given && !check_level(argc, argv, error)) {
        return false;
    }
    for (int i = 1; i < argc; i++) {
        bool is_option = argv[i][0] == '-' && argv[i][1] != '\0';
        int flag = is_option ? find_command(argv[i], tools) : -1;
        if (flag >= 0) { /* --help and --version */
            options->command = (Command)flag;
            options->argument_count = 0;
            return true;
        }
        if (i == command_place) {
            continue;
        }
        if (!is_option) {
            path_clean(argv[i]);
            options->arguments[options->argument_count++] = argv[i];
        } else if (!take_option(options, argc, argv, &i, error)) {
            return false;
        }
    }
    if (options->frames != NULL) {
        options->headless = true;
    }
    return check_arguments(options, error) && check_logs(options, error) &&
           (options->command != COMMAND_HELP || check_help(options->arguments[0], tools, error));
}

/* The file that the option writes, NULL: none. */
static const char *written_file(const OptionRow *row, const Options *options)
{
    if (row->head == NULL || !goes_with(row, options->command)) {
        return NULL;
    }
    const char *member = (const char *)options + row->offset;
    const char *path = row->kind == AS_TEXT ? *(const char *const *)(const void *)member : member;
    return path == NULL || path[0] == '\0' ? NULL : path;
}

bool options_may_write(const Options *options, CwError *error)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rows); i++) {
        const char *path = written_file(&rows[i], options);
        if (path != NULL && !file_may_replace(path, rows[i].head, error)) {
            return cw_error_context(error, "%s", rows[i].name);
        }
    }
    return true;
}

bool options_keep_files(const Options *options, CwError *error)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rows); i++) {
        const char *path = written_file(&rows[i], options);
        if (path != NULL && !sandbox_keep(path)) {
            return cw_error_set(error, "can't write %s: %s", path, file_reason(errno));
        }
    }
    return true;
}

void options_free(Options *options)
{
    free(options->arguments);
    options->arguments = NULL;
}
