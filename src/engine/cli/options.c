#include "cli/options.h"

#include "base/number.h"
#include "run/sync_test.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TARGET_S_MAX = 3600, DEV_ARGUMENTS_MAX = 16 };

static const char help_of_commands[] =
    "usage: clockwork [play] [LEVEL|FILE.tmj]   play; without a level: the title screen\n"
    "       clockwork replay FILE               watch a recording: pause, speed, seek, step\n"
    "       clockwork verify FILE...            simulate recordings again and compare every tick;\n"
    "                                           --dump TICK prints every field at a tick\n"
    "                                           --times prints the time of each run that counts\n"
    "       clockwork query FILE                print fields of the world over a recording, a row "
    "a\n"
    "                                           tick: --fields NAME,... --ticks A..B --csv; "
    "--list\n"
    "                                           prints all fields at a tick (0)\n"
    "       clockwork diff FILE FILE            find where two recordings of a level part, and "
    "print\n"
    "                                           both players' paths from there on; --game A.so "
    "--game\n"
    "                                           B.so FILE: the same inputs in two games\n"
    "       clockwork rerun FILE...             play recordings' inputs under these rules and "
    "levels:\n"
    "                                           which still finish, times old and new; --actions\n"
    "                                           NAME,... maps the actions as they were "
    "recorded,\n"
    "                                           --game FILE.so takes the rules of another build\n"
    "       clockwork times [LEVEL [FILE]]      print your best times; FILE gets the recording\n"
    "       clockwork levels                    print the levels, a name a line\n"
    "       clockwork config [--defaults]       print the settings in force, or the shipped file\n"
    "       clockwork systems                   print the phases of a frame and their systems\n"
    "       clockwork doctor [LEVEL]            compare runs under other clocks, seeds, heaps, "
    "stacks,\n"
    "                                           locales and CPUs, and name imports that may "
    "differ\n";

static const char help_of_tools[] =
    "       clockwork bench [FIGURE...]         measure; --list names the figures, --csv FILE;\n"
    "                                           --compare FILE says what got worse since then;\n"
    "                                           --plot FILE.svg draws how cost grows with how\n"
    "                                           many bodies, joints, events there are\n"
    "       clockwork lab [SCENE]               why a fixed timestep: both loops side by side;\n"
    "                                           --headless prints a table, --csv FILE its series,\n"
    "                                           --list names the scenes\n"
    "       clockwork solve LEVEL               search for a fast run and record it (LEVEL.cwr);\n"
    "                                           --seconds N (60), --jobs N (all cores), --seed N;\n"
    "                                           --from FILE begins with a recording's run;\n"
    "                                           --target SECONDS ends with a run of about that\n"
    "                                           time and no slower: a ghost to race\n"
    "       clockwork new DIR                   begin a game of your own in a new folder\n"
    "       clockwork dev [DIR]                 build and play the game of a folder, and simulate "
    "the run\n"
    "                                           so far again when code, level or settings are "
    "saved;\n"
    "                                           --dev-log FILE: CSV, a row a save; --from-here: "
    "saved\n"
    "                                           [simulation] keys hold from now on, not from the "
    "start\n";

static const char help_of_options[] =
    "       clockwork help [COMMAND]            print all of this, or what goes with a command\n"
    "       clockwork --help | --version\n"
    "\n"
    "  --config FILE              settings from FILE, after config.ini and the player's own\n"
    "  --set SECTION.KEY=VALUE    one setting, after all files; repeatable\n"
    "  --headless                 no window, no real time: one tick a frame, as fast as possible\n"
    "  --ticks N                  end after exactly N ticks (headless default: 3600)\n"
    "  --seed N                   seed of the simulation's random numbers (default 1)\n"
    "  --bot                      the game drives itself\n"
    "  --monkey SEED              random but repeatable play actions\n"
    "  --hold ACTION[+ACTION...]  hold actions from the first tick, beside whoever plays; "
    "2:ACTION\n"
    "                             is the second player's\n"
    "  --tap ACTION@HZ            tap an action so often a second; both repeatable\n"
    "  --record FILE              write the run down, for replay and verify; with replay: its "
    "inputs\n"
    "                             played anew, also under other rules\n"
    "  --ghost FILE               race against a recording of the level\n"
    "  --synctest N               simulate the last N or N - 1 ticks again and compare (1 to 60)\n"
    "  --frames FILE              headless, with frame times from FILE: clock_ns[,display_ns] a "
    "line\n"
    "  --frame-log FILE           CSV, a row a frame\n"
    "  --hash-log FILE            a line a tick: \"<tick> <16 hex digits>\"\n"
    "  --probe-log FILE           CSV, a row a tick: where the player is\n"
    "  --render-sound FILE.wav    what would be heard, tick by tick; with replay: without a "
    "window\n"
    "  --sound-log FILE           CSV, a row a cue: what began to sound at which tick\n"
    "  --trace FILE               what ran when, as JSON for ui.perfetto.dev\n"
    "  --screenshot FILE.png[@TICK]  the picture at a tick, or the last one\n"
    "  --stats                    print a summary at exit\n";

typedef enum OptionKind { OPTION_FLAG, OPTION_NUMBER, OPTION_TEXT, OPTION_SPECIAL } OptionKind;

/* One row an option: how its value is read and where it goes. Bit n of `commands` allows command n.
 */
typedef struct OptionRow {
    const char *name;
    OptionKind kind;
    size_t offset; /* in Options: bool, uint64_t or const char * */
    unsigned commands;
} OptionRow;

enum {
    FOR_PLAY = 1u << COMMAND_PLAY,
    FOR_REPLAY = 1u << COMMAND_REPLAY,
    FOR_RUN = FOR_PLAY | FOR_REPLAY,
    FOR_VERIFY = 1u << COMMAND_VERIFY,
    FOR_QUERY = 1u << COMMAND_QUERY,
    FOR_DIFF = 1u << COMMAND_DIFF,
    FOR_RERUN = 1u << COMMAND_RERUN,
    FOR_DOCTOR = 1u << COMMAND_DOCTOR,
    FOR_CONFIG = 1u << COMMAND_CONFIG,
    FOR_BENCH = 1u << COMMAND_BENCH,
    FOR_LAB = 1u << COMMAND_LAB,
    FOR_SOLVE = 1u << COMMAND_SOLVE,
    FOR_DEV = 1u << COMMAND_DEV,
    FOR_ALL = (1u << COMMAND_COUNT) - 1
};

static const OptionRow rows[] = {
    {"--config", OPTION_TEXT, offsetof(Options, config_file), FOR_ALL},
    {"--set", OPTION_SPECIAL, 0, FOR_ALL},
    {"--headless", OPTION_FLAG, offsetof(Options, headless), FOR_ALL},
    {"--ticks", OPTION_NUMBER, offsetof(Options, ticks), FOR_RUN | FOR_DOCTOR | FOR_DEV},
    {"--seed", OPTION_NUMBER, offsetof(Options, seed), FOR_PLAY | FOR_SOLVE | FOR_DEV},
    {"--bot", OPTION_FLAG, offsetof(Options, bot), FOR_PLAY | FOR_DOCTOR | FOR_DEV},
    {"--monkey", OPTION_NUMBER, offsetof(Options, monkey_seed), FOR_PLAY | FOR_DOCTOR | FOR_DEV},
    {"--hold", OPTION_SPECIAL, 0, FOR_PLAY | FOR_DEV},
    {"--tap", OPTION_SPECIAL, 0, FOR_PLAY | FOR_DEV},
    {"--record", OPTION_TEXT, offsetof(Options, record), FOR_RUN | FOR_SOLVE},
    {"--ghost", OPTION_TEXT, offsetof(Options, ghost), FOR_PLAY},
    {"--synctest", OPTION_NUMBER, offsetof(Options, sync_test), FOR_RUN},
    {"--dump", OPTION_NUMBER, offsetof(Options, dump_tick), FOR_VERIFY},
    {"--times", OPTION_FLAG, offsetof(Options, times), FOR_VERIFY},
    {"--frames", OPTION_TEXT, offsetof(Options, frames), FOR_RUN | FOR_LAB},
    {"--frame-log", OPTION_TEXT, offsetof(Options, frame_log), FOR_RUN},
    {"--hash-log", OPTION_TEXT, offsetof(Options, hash_log), FOR_RUN},
    {"--probe-log", OPTION_TEXT, offsetof(Options, probe_log), FOR_RUN},
    {"--render-sound", OPTION_TEXT, offsetof(Options, render_sound), FOR_RUN},
    {"--sound-log", OPTION_TEXT, offsetof(Options, sound_log), FOR_RUN},
    {"--trace", OPTION_TEXT, offsetof(Options, trace), FOR_RUN},
    {"--screenshot", OPTION_SPECIAL, 0, FOR_RUN | FOR_DEV},
    {"--stats", OPTION_FLAG, offsetof(Options, stats), FOR_RUN},
    {"--seconds", OPTION_NUMBER, offsetof(Options, seconds), FOR_SOLVE},
    {"--jobs", OPTION_NUMBER, offsetof(Options, jobs), FOR_SOLVE},
    {"--from", OPTION_TEXT, offsetof(Options, from), FOR_SOLVE},
    {"--target", OPTION_SPECIAL, 0, FOR_SOLVE},
    {"--defaults", OPTION_FLAG, offsetof(Options, defaults), FOR_CONFIG},
    {"--list", OPTION_FLAG, offsetof(Options, list), FOR_BENCH | FOR_LAB | FOR_QUERY},
    {"--csv", OPTION_TEXT, offsetof(Options, csv), FOR_BENCH | FOR_LAB},
    {"--csv", OPTION_FLAG, offsetof(Options, csv_rows), FOR_QUERY},
    {"--compare", OPTION_TEXT, offsetof(Options, compare), FOR_BENCH},
    {"--plot", OPTION_TEXT, offsetof(Options, plot), FOR_BENCH},
    {"--ticks", OPTION_SPECIAL, 0, FOR_QUERY},
    {"--fields", OPTION_TEXT, offsetof(Options, fields), FOR_QUERY},
    {"--actions", OPTION_TEXT, offsetof(Options, actions), FOR_RERUN},
    {"--game", OPTION_SPECIAL, 0, FOR_RERUN | FOR_DIFF},
    {"--dev-log", OPTION_TEXT, offsetof(Options, dev_log), FOR_DEV},
    {"--from-here", OPTION_FLAG, offsetof(Options, from_here), FOR_DEV},
};

static const char *const command_names[COMMAND_COUNT] = {
    [COMMAND_QUERY] = "query",     [COMMAND_DIFF] = "diff",     [COMMAND_RERUN] = "rerun",
    [COMMAND_PLAY] = "play",       [COMMAND_REPLAY] = "replay", [COMMAND_VERIFY] = "verify",
    [COMMAND_TIMES] = "times",     [COMMAND_LEVELS] = "levels", [COMMAND_CONFIG] = "config",
    [COMMAND_SYSTEMS] = "systems", [COMMAND_DOCTOR] = "doctor", [COMMAND_BENCH] = "bench",
    [COMMAND_LAB] = "lab",         [COMMAND_SOLVE] = "solve",   [COMMAND_NEW] = "new",
    [COMMAND_DEV] = "dev",         [COMMAND_HELP] = "--help",   [COMMAND_VERSION] = "--version"};

static int find_command(const char *word, bool tools)
{
    if (strcmp(word, "help") == 0) {
        return COMMAND_HELP;
    }
    for (int i = 0; i < COMMAND_COUNT; i++) {
        bool exists = tools || (i != COMMAND_BENCH && i != COMMAND_LAB && i != COMMAND_SOLVE &&
                                i != COMMAND_NEW && i != COMMAND_DEV);
        if (exists && strcmp(word, command_names[i]) == 0) {
            return i;
        }
    }
    return -1;
}

/* ---- help ---- */

static bool is_option_of(Command command, const char *line)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rows); i++) {
        size_t length = strlen(rows[i].name);
        if (strncmp(line + 2, rows[i].name, length) == 0 && line[2 + length] == ' ' &&
            (rows[i].commands >> command & 1) != 0) {
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

/* The paragraphs that are the command's; one begins with a line that is not as far in as others. */
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
    if (about == NULL || find_command(about, tools) >= 0) {
        return true;
    }
    return cw_error_set(error, "there is no command \"%.60s\": did you mean %s? help lists them",
                        about, cw_nearest_name(about, command_names, COMMAND_COUNT));
}

/* ---- words ---- */

/* The row that goes with the command, where commands have options of one name. */
static const OptionRow *find_row(const char *word, Command command)
{
    const OptionRow *found = NULL;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rows); i++) {
        if (strcmp(word, rows[i].name) == 0 &&
            (found == NULL || (rows[i].commands >> command & 1) != 0)) {
            found = &rows[i];
        }
    }
    return found;
}

static bool parse_number(const char *name, const char *text, uint64_t *number, CwError *error)
{
    char *end = NULL;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno == ERANGE) {
        return cw_error_set(error, "%s wants a whole number from 0, not \"%.40s\"", name, text);
    }
    *number = value;
    return true;
}

/* FILE.png[@TICK]; an @ elsewhere belongs to the name. */
static bool parse_screenshot(Options *options, const char *text, CwError *error)
{
    static const char ending[] = ".png";
    const char *at = strrchr(text, '@');
    if (at != NULL && (at - text < 4 || memcmp(at - 4, ending, 4) != 0)) {
        at = NULL;
    }
    size_t length = at == NULL ? strlen(text) : (size_t)(at - text);
    if (length == 0 || length >= sizeof options->screenshot) {
        return cw_error_set(error, "--screenshot wants FILE.png or FILE.png@TICK, not \"%.40s\"",
                            text);
    }
    memcpy(options->screenshot, text, length);
    options->screenshot[length] = '\0';
    return at == NULL ||
           parse_number("the tick of --screenshot", at + 1, &options->screenshot_tick, error);
}

/* A..B, A.., ..B or A. */
static bool parse_range(Options *options, const char *text, CwError *error)
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
           cw_error_set(error, "--ticks wants FIRST..LAST or a tick, not \"%.40s\"", text);
}

/* What the names in it mean is the game's to say. */
static bool take_scripted(const char *texts[SCRIPTED_MAX], int *count, const char *name,
                          const char *value, CwError *error)
{
    if (*count == SCRIPTED_MAX) {
        return cw_error_set(error, "more than %d %s", SCRIPTED_MAX, name);
    }
    texts[(*count)++] = value;
    return true;
}

/* One to rerun under, two to compare. */
static bool take_game(Options *options, const char *path, CwError *error)
{
    int most = options->command == COMMAND_DIFF ? GAMES_MAX : 1;
    if (options->game_count == most) {
        return cw_error_set(error, "%s takes %s --game; see --help",
                            command_names[options->command], most == 1 ? "one" : "two");
    }
    options->games[options->game_count++] = path;
    return true;
}

static bool parse_target(Options *options, const char *text, CwError *error)
{
    return (number_parse(text, &options->target_s) && options->target_s > 0.0 &&
            options->target_s <= (double)TARGET_S_MAX) ||
           cw_error_set(error, "--target wants seconds, up to %d, not \"%.40s\"", TARGET_S_MAX,
                        text);
}

static bool take_value(Options *options, const OptionRow *row, const char *value, CwError *error)
{
    void *target = (char *)options + row->offset;
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)target = true;
        return true;
    case OPTION_NUMBER:
        options->monkey = options->monkey || target == (void *)&options->monkey_seed;
        options->ticks_given = options->ticks_given || target == (void *)&options->ticks;
        options->dump_given = options->dump_given || target == (void *)&options->dump_tick;
        options->seconds_given = options->seconds_given || target == (void *)&options->seconds;
        options->jobs_given = options->jobs_given || target == (void *)&options->jobs;
        options->sync_test_given =
            options->sync_test_given || target == (void *)&options->sync_test;
        return parse_number(row->name, value, target, error);
    case OPTION_TEXT:
        *(const char **)target = value;
        return true;
    case OPTION_SPECIAL:
        break;
    }
    if (strcmp(row->name, "--screenshot") == 0) {
        return parse_screenshot(options, value, error);
    }
    if (strcmp(row->name, "--ticks") == 0) {
        return parse_range(options, value, error);
    }
    if (strcmp(row->name, "--target") == 0) {
        return parse_target(options, value, error);
    }
    if (strcmp(row->name, "--game") == 0) {
        return take_game(options, value, error);
    }
    if (strcmp(row->name, "--hold") == 0) {
        return take_scripted(options->holds, &options->hold_count, row->name, value, error);
    }
    if (strcmp(row->name, "--tap") == 0) {
        return take_scripted(options->taps, &options->tap_count, row->name, value, error);
    }
    if (options->setting_count == SETTINGS_MAX) {
        return cw_error_set(error, "more than %d --set: put them into a file and use --config",
                            SETTINGS_MAX);
    }
    options->settings[options->setting_count++] = value;
    return true;
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
    const char *word = argv[*index];
    size_t length = strcspn(word, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    const OptionRow *row = find_row(name, options->command);
    if (row == NULL) {
        return unknown_option(name, error);
    }
    if ((row->commands >> options->command & 1) == 0) {
        return cw_error_set(error, "%s does not go with %s; see --help", row->name,
                            command_names[options->command]);
    }
    const char *value = word[length] == '=' ? word + length + 1 : NULL;
    if (row->kind == OPTION_FLAG && value != NULL) {
        return cw_error_set(error, "%s takes no value", row->name);
    }
    if (row->kind != OPTION_FLAG && value == NULL) {
        if (*index + 1 >= argc) {
            return cw_error_set(error, "%s wants a value; see --help", row->name);
        }
        value = argv[++*index];
    }
    return take_value(options, row, value, error);
}

static bool check_arguments(const Options *options, CwError *error)
{
    static const int fewest[COMMAND_COUNT] = {
        [COMMAND_REPLAY] = 1, [COMMAND_VERIFY] = 1, [COMMAND_QUERY] = 1, [COMMAND_DIFF] = 2,
        [COMMAND_RERUN] = 1,  [COMMAND_SOLVE] = 1,  [COMMAND_NEW] = 1};
    static const int most[COMMAND_COUNT] = {
        [COMMAND_QUERY] = 1,       [COMMAND_DIFF] = 2,
        [COMMAND_RERUN] = INT_MAX, [COMMAND_TIMES] = 2,
        [COMMAND_PLAY] = 1,        [COMMAND_DOCTOR] = 1,
        [COMMAND_REPLAY] = 1,      [COMMAND_VERIFY] = INT_MAX,
        [COMMAND_BENCH] = INT_MAX, [COMMAND_LAB] = 1,
        [COMMAND_SOLVE] = 1,       [COMMAND_NEW] = 1,
        [COMMAND_HELP] = 1,        [COMMAND_DEV] = DEV_ARGUMENTS_MAX};
    const char *command = command_names[options->command];
    if (options->command == COMMAND_DIFF && options->game_count > 0) {
        bool good = options->game_count == GAMES_MAX && options->argument_count == 1;
        return good || cw_error_set(error, "diff wants two recordings, or --game A.so --game B.so "
                                           "and one; see --help");
    }
    if (options->argument_count < fewest[options->command]) {
        return cw_error_set(error, "%s wants %s; see --help", command,
                            options->command == COMMAND_NEW     ? "a folder"
                            : options->command == COMMAND_SOLVE ? "a level"
                            : options->command == COMMAND_DIFF  ? "the files of two recordings"
                                                                : "the file of a recording");
    }
    int limit = most[options->command];
    if (options->argument_count > limit) {
        return cw_error_set(error, "%s does not take \"%.60s\"; see --help", command,
                            options->arguments[limit]);
    }
    if (options->sync_test_given &&
        (options->sync_test < 1 || options->sync_test > SYNC_TEST_DEPTH_MAX)) {
        return cw_error_set(error, "--synctest goes 1 to %d ticks back", SYNC_TEST_DEPTH_MAX);
    }
    return true;
}

/* The first word that is neither an option nor its value. */
static int first_plain_word(int argc, char **argv)
{
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        const OptionRow *row = find_row(argv[i], COMMAND_PLAY);
        i += row != NULL && row->kind != OPTION_FLAG;
    }
    return i;
}

/* The first plain word is a command, or `play` is meant and it is a level. Returns its place, 0 for
 * none. */
static int take_command(Options *options, int argc, char **argv, bool tools)
{
    int place = first_plain_word(argc, argv);
    int command = place < argc ? find_command(argv[place], tools) : -1;
    options->command = command < 0 ? COMMAND_PLAY : (Command)command;
    options->command_given = command >= 0;
    return command < 0 ? 0 : place;
}

bool options_parse(Options *options, int argc, char **argv, bool tools, CwError *error)
{
    *options = (Options){.seed = 1};
    options->arguments = calloc((size_t)argc + 1, sizeof *options->arguments);
    if (options->arguments == NULL) {
        return cw_error_set(error, "out of memory");
    }
    int command_place = take_command(options, argc, argv, tools);
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
            options->arguments[options->argument_count++] = argv[i];
        } else if (!take_option(options, argc, argv, &i, error)) {
            return false;
        }
    }
    if (options->frames != NULL) {
        options->headless = true;
    }
    return check_arguments(options, error) &&
           (options->command != COMMAND_HELP || check_help(options->arguments[0], tools, error));
}

void options_free(Options *options)
{
    free(options->arguments);
    options->arguments = NULL;
}
