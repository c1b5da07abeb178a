#include "main/maker.h"

#include "base/number.h"
#include "change/changes.h"
#include "check/input_monkey.h"
#include "check/sync_test.h"
#include "main/workshop_guest.h"
#include "platform/file.h"
#include "system/code_lines.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TARGET_S_MAX = 3600, DEV_ARGUMENTS_MAX = 16 };

static const char HELP_OF_COMMANDS[] =
    "  query FILE         print fields of the world in each tick of a recording:\n"
    "                     --fields NAME,... --ticks A..B --csv; --list prints all\n"
    "                     fields at one tick; --when 'CONDITION' prints only ticks\n"
    "                     in which it is true (as ranges if --fields is missing)\n"
    "  diff FILE FILE     find the tick where two recordings of a level first differ,\n"
    "                     and print both players' paths from there on; --game A.so\n"
    "                     --game B.so FILE compares one recording in two builds\n"
    "  rerun FILE...      play the inputs of recordings under the current rules and\n"
    "                     levels, and print which runs still finish, with old and new\n"
    "                     times; --actions NAME,... names the recorded actions in\n"
    "                     order; --follow steers along the recorded path; NAME.expect\n"
    "                     beside NAME.cwr has conditions that must hold; --tune\n"
    "                     NAME=FIRST..LAST/COUNT plays each file with COUNT values of\n"
    "                     a CW_TUNE number in the code or of simulation.KEY, and\n"
    "                     prints CSV (two --tune: all pairs); --game FILE.so uses the\n"
    "                     rules of another build, also with verify and query\n"
    "  debug FILE         simulate a recording in gdb and stop before tick 1, or\n"
    "                     before --tick N; --game FILE.so plays the inputs in another\n"
    "                     build\n"
    "  solve LEVEL        search for a fast run and record it (LEVEL.cwr); ends after\n"
    "                     --seconds N (default 60), or --ticks N in each thread;\n"
    "                     --jobs N sets the threads (default: all cores); --seed N;\n"
    "                     --from FILE starts from a recorded run; --target SECONDS\n"
    "                     searches for a run that takes about that time, not more\n"
    "\n"
    "Make a game\n"
    "  new DIR            create a game in a new folder; --cpp in C++\n"
    "  dev [DIR [play LEVEL]]\n"
    "                     build and play the game in folder DIR; when code, level or\n"
    "                     settings are saved, simulate the run so far again;\n"
    "                     --dev-log FILE writes CSV, a row for each saved file;\n"
    "                     --from-here (key: F1) applies saved changes from the\n"
    "                     present tick on, or from a mark (F5), not from the start;\n"
    "                     --bisect NAME finds the build that broke the test\n"
    "                     tests/runs/NAME.cwr\n"
    "  systems            print the phases of a frame and their systems\n"
    "  texts [FILE.po...]\n"
    "                     print the texts of tables and maps for translators, or\n"
    "                     check translations; --engine prints the engine's texts\n"
    "  doctor [LEVEL]     find why runs of a level differ: play it with another\n"
    "                     clock, seed, heap, addresses, locale or CPU, and with\n"
    "                     --synctest; list imported functions whose results vary\n"
    "  bench [FIGURE...]  measure costs; --list prints the figures, --count counts\n"
    "                     instructions; --csv FILE, --budgets FILE, --against PROGRAM\n"
    "  lab [SCENE]        show a loop with a variable timestep beside one with a\n"
    "                     fixed timestep; SCENE is bridge or wall\n";

static const char HELP_OF_OPTIONS[] =
    "\n"
    "Options for makers\n"
    "  --script FILE      play the actions of a file, in addition to other input\n"
    "  --monkey SEED      press random actions, the same for the same SEED\n"
    "  --synctest N       after each tick, simulate up to N ticks again and compare\n"
    "                     (1 to 60)\n"
    "  --trace FILE       write a timeline as JSON for ui.perfetto.dev\n";

/* ---- values ---- */

static bool parse_range(Options *options, char *text, CwError *error)
{
    Maker *maker = (Maker *)options;
    const char *dots = strstr(text, "..");
    char first[32] = "0";
    size_t length = dots == NULL ? strlen(text) : (size_t)(dots - text);
    if (length > 0 || dots == NULL) {
        snprintf(first, sizeof first, "%.*s", (int)(length < 31 ? length : 31), text);
    }
    maker->query.range_given = true;
    maker->query.last = UINT64_MAX;
    bool ok = option_parse_number("--ticks", first, &maker->query.first, NULL) &&
              (dots == NULL || dots[2] == '\0' ||
               option_parse_number("--ticks", dots + 2, &maker->query.last, NULL));
    if (dots == NULL) {
        maker->query.last = maker->query.first;
    }
    return (ok && maker->query.first <= maker->query.last) ||
           cw_error_set(error, "--ticks needs FIRST..LAST or a tick, not \"%.40s\"", text);
}

/* Two games for diff, otherwise one. */
static bool add_game(Options *options, char *path, CwError *error)
{
    Maker *maker = (Maker *)options;
    int most = strcmp(options->command->name, "diff") == 0 ? GAMES_MAX : 1;
    if (maker->game_count == most) {
        return cw_error_set(error, "%s takes %s --game; see --help", options->command->name,
                            most == 1 ? "one" : "two");
    }
    maker->games[maker->game_count++] = path;
    return true;
}

static bool parse_target(Options *options, char *text, CwError *error)
{
    double *target_s = &((Maker *)options)->solve.target_s;
    return (number_parse(text, target_s) && *target_s > 0.0 && *target_s <= (double)TARGET_S_MAX) ||
           cw_error_set(error, "--target needs seconds, up to %d, not \"%.40s\"", TARGET_S_MAX,
                        text);
}

static bool parse_sync_test(Options *options, char *text, CwError *error)
{
    uint64_t *depth = &((Maker *)options)->run.sync_test;
    return option_parse_number("--synctest", text, depth, error) &&
           ((*depth >= 1 && *depth <= SYNC_TEST_DEPTH_MAX) ||
            cw_error_set(error, "--synctest needs a number from 1 to %d", SYNC_TEST_DEPTH_MAX));
}

/* ---- commands and options ---- */

static bool check_diff(const Options *options, CwError *error)
{
    int games = ((const Maker *)options)->game_count, recordings = options->argument_count;
    if (games == 0 && recordings != 2) {
        return cw_error_set(error, "diff needs the files of two recordings; see --help");
    }
    return games == 0 || (games == GAMES_MAX && recordings == 1) ||
           cw_error_set(error, "diff needs two recordings, or --game A.so --game B.so and one; see "
                               "--help");
}

static const char RECORDING[] = "the file of a recording";

static const CommandRow COMMANDS[] = {
    {"query", command_query, 1, 1, RECORDING, .is_boxed = true},
    {"diff", command_diff, 1, 2, "the files of two recordings", .check = check_diff},
    {"rerun", command_rerun, 1, INT_MAX, RECORDING, .is_boxed = true, .companion = ".expect"},
    {.name = "systems", .run = command_systems},
    {"texts", command_texts, .most = INT_MAX},
    {"doctor", command_doctor, .most = 1},
    {"bench", command_bench, .most = INT_MAX},
    {"lab", command_lab, .most = 1},
    {"solve", command_solve, 1, 1, .wants = "a level"},
    {"new", command_new, 1, 1, .wants = "a folder"},
    {"debug", command_debug, 1, 1, .wants = RECORDING},
    {"dev", command_dev, 0, DEV_ARGUMENTS_MAX, .is_bare = true},
};

static const OptionRow OPTIONS[] = {
    {"--ticks", "doctor solve",
     OPTION_NUMBER_AND(Maker, options.run.ticks, options.run.ticks_given)},
    {"--seed", "solve dev", OPTION_NUMBER_AND(Maker, options.run.seed, options.run.seed_given)},
    {"--bot", "doctor dev", OPTION_FLAG(Maker, options.run.bot)},
    {"--hold", "dev", OPTION_LIST(Maker, options.run.holds, options.run.hold_count, SCRIPTED_MAX)},
    {"--tap", "dev", OPTION_LIST(Maker, options.run.taps, options.run.tap_count, SCRIPTED_MAX)},
    {"--record", "solve", OPTION_LOG(Maker, options.run.record, REPLAY_MAGIC)},
    {"--frame-log", "dev", OPTION_LOG(Maker, options.logs.frame, "frame,measured_ns,")},
    {"--probe-log", "dev", OPTION_LOG(Maker, options.logs.probe, "tick,x_m,")},
    {"--monkey", "play doctor dev", OPTION_NUMBER_AND(Maker, run.monkey_seed, run.monkey)},
    {"--synctest", "play replay", .take = parse_sync_test},
    {"--script", "play", OPTION_TEXT(Maker, run.script)},
    {"--trace", "play replay dev",
     OPTION_LOG(Maker, run.trace, "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[")},
    {"--list", "bench query", OPTION_FLAG(Maker, list)},
    {"--cpp", "new", OPTION_FLAG(Maker, cpp)},
    {"--engine", "texts", OPTION_FLAG(Maker, of_engine)},
    {"--csv", "bench", OPTION_LOG(Maker, bench.csv, "figure,value,")},
    {"--count", "bench", OPTION_FLAG(Maker, bench.count)},
    {"--budgets", "bench", OPTION_TEXT(Maker, bench.budgets)},
    {"--against", "bench", OPTION_TEXT(Maker, bench.against)},
    {"--csv", "query", OPTION_FLAG(Maker, query.csv_rows)},
    {"--ticks", "query", .take = parse_range},
    {"--fields", "query", OPTION_TEXT(Maker, query.fields)},
    {"--when", "query", OPTION_TEXT(Maker, query.when)},
    {"--tune", "rerun", OPTION_LIST(Maker, rerun.tunes, rerun.tune_count, TUNES_MAX)},
    {"--actions", "rerun", OPTION_TEXT(Maker, rerun.actions)},
    {"--follow", "rerun", OPTION_FLAG(Maker, rerun.follow)},
    {"--game", "verify query rerun diff debug", .take = add_game},
    {"--seconds", "solve", OPTION_NUMBER_AND(Maker, solve.seconds, solve.seconds_given)},
    {"--jobs", "solve", OPTION_NUMBER_AND(Maker, solve.jobs, solve.jobs_given)},
    {"--from", "solve", OPTION_TEXT(Maker, solve.from)},
    {"--target", "solve", .take = parse_target},
    {"--limit", "rerun query diff solve", .take = option_take_limit},
    {"--tick", "debug", OPTION_NUMBER(Maker, debug_tick)},
    {"--dev-log", "dev", OPTION_LOG(Maker, dev.log, "what,file,")},
    {"--from-here", "dev", OPTION_FLAG(Maker, dev.from_here)},
    {"--bisect", "dev", OPTION_TEXT(Maker, dev.bisect)},
};

/* ---- `play --script FILE`: input for the test of a level, a line for each change:
 *
 *     120 jump          tick 120 presses an action
 *     125 jump up       and releases it
 *     130 right 0.5     how far a stick or trigger is pushed, 0 to 1
 *     140 2:jump        the second player's
 *     150 aim 3.5 -0.2  the pointer's place in the world, m  # a remark ---- */

enum { SCRIPT_BYTES_MAX = 1 << 20, WORD_BYTES = 48 };

/* The words of a line. Missing ones are "". */
typedef struct Words {
    char tick[WORD_BYTES], action[WORD_BYTES], first[WORD_BYTES], second[WORD_BYTES];
} Words;

/* Reads "aim X Y". */
static bool read_pointer(const CwGame *game, const Words *words, ScriptStep *step, CwError *error)
{
    if (strcmp(words->action, "aim") != 0 || !number_parse(words->first, &step->place_m.x) ||
        !number_parse(words->second, &step->place_m.y)) {
        return cw_error_set(error, "two numbers go with aim: TICK aim X Y, in metres");
    }
    step->action = SCRIPT_POINTER;
    return game->input.pointer_in_world ||
           cw_error_set(error, "ticks of this game don't read the pointer's place: set "
                               "CwGame.input.pointer_in_world");
}

/* Reads "ACTION", "ACTION up" and "ACTION 0.5". */
static bool read_action(const CwGame *game, const Words *words, ScriptStep *step, CwError *error)
{
    double amount = strcmp(words->first, "up") == 0 ? 0 : 1;
    if (words->first[0] != '\0' && amount != 0 &&
        !(number_parse(words->first, &amount) && amount >= 0 && amount <= 1)) {
        return cw_error_set(error, "\"%s\" is neither up nor a number from 0 to 1", words->first);
    }
    step->value = (uint8_t)round(amount * CW_ACTION_VALUE_MAX);
    return program_find_action(game, words->action, strlen(words->action), step, error);
}

static bool read_line(InputScript *script, const CwGame *game, char *line, CwError *error)
{
    Words words = {0};
    ScriptStep step = {0};
    char more[2];
    line[strcspn(line, "#\r")] = '\0';
    int count = sscanf(line, "%47s %47s %47s %47s %1s", words.tick, words.action, words.first,
                       words.second, more);
    if (count <= 0) {
        return true;
    }
    if (count == 1 || count == 5 || !option_parse_number("", words.tick, &step.tick, NULL) ||
        step.tick == 0) {
        return cw_error_set(error, "write TICK ACTION, TICK ACTION up, TICK ACTION AMOUNT or TICK "
                                   "aim X Y; ticks count from 1");
    }
    uint64_t last = script->step_count > 0 ? script->steps[script->step_count - 1].tick : 0;
    if (step.tick < last) {
        return cw_error_set(error,
                            "tick %" PRIu64 " comes after tick %" PRIu64 ": put the lines in order",
                            step.tick, last);
    }
    bool is_read = count == 4 ? read_pointer(game, &words, &step, error)
                              : read_action(game, &words, &step, error);
    return is_read && (input_script_add_step(script, &step) ||
                       cw_error_set(error, "more than %d steps", SCRIPT_STEPS_MAX));
}

static bool read_script(InputScript *script, const CwGame *game, const char *path, CwError *error)
{
    size_t size;
    char *text = (char *)file_read(path, 0, SCRIPT_BYTES_MAX, &size);
    if (text == NULL) {
        return cw_error_set(error, "%s: %s", path, file_reason(errno));
    }
    bool ok = true;
    int number = 0;
    for (char *line = text, *next; ok && line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        number++;
        ok = read_line(script, game, line, error) || cw_error_context(error, "%s:%d", path, number);
    }
    free(text);
    return ok;
}

/* ---- the guest ---- */

static void begin_program(void)
{
    code_lines_begin();
    doctor_prepare();
}

static bool follow_options(Program *program, CwError *error)
{
    Maker *maker = maker_of(program);
    maker->runs_guest = changes_guest((int)maker->run.sync_test);
    program->runs_guest = &maker->runs_guest;
    if (maker->game_count > 0) {
        program->game = game_object_load(maker->games[0], error);
        program->object = maker->games[0];
    }
    return program->game != NULL &&
           (maker->run.script == NULL ||
            read_script(&program->script, program->game, maker->run.script, error));
}

static LoopGuest *create_loop_guest(const Program *program)
{
    LoopGuest *guest = workshop_create();
    if (guest != NULL) {
        WorkshopGuest *workshop = guest->self;
        workshop->trace_file = maker_of(program)->run.trace;
        path_join(workshop->traces_dir, program->paths.player, "traces");
    }
    return guest;
}

static void complete_loop(const Program *program, LoopDesc *desc)
{
    const Maker *maker = maker_of(program);
    if (maker->run.monkey) {
        desc->choice.driver = (RunDriver){
            .pilot = PILOT_OTHER, .fill = input_monkey_fill, .fill_seed = maker->run.monkey_seed};
    }
}

const ProgramGuest *maker_guest(void)
{
    static const ProgramGuest guest = {.options = {.commands = COMMANDS,
                                                   .command_count = CW_ARRAY_LENGTH(COMMANDS),
                                                   .rows = OPTIONS,
                                                   .row_count = CW_ARRAY_LENGTH(OPTIONS),
                                                   .help_of_commands = HELP_OF_COMMANDS,
                                                   .help_of_options = HELP_OF_OPTIONS,
                                                   .bytes = sizeof(Maker)},
                                       .begin = begin_program,
                                       .check_game = game_check,
                                       .follow_options = follow_options,
                                       .create_loop_guest = create_loop_guest,
                                       .destroy_loop_guest = workshop_destroy,
                                       .complete_loop = complete_loop,
                                       .demonstrate = program_demonstrate};
    return &guest;
}

int cw_main(const CwGame *game, int argc, char **argv)
{
    int status = bench_bare_main();
    return status >= 0 ? status : program_main(game, maker_guest(), argc, argv);
}

bool cw_loop_open(CwLoop *loop, const CwLoopDesc *desc, CwError *error)
{
    return program_open_with(loop, desc, maker_guest(), error);
}
