/* The tab of the kept tests. It saves the run as a test: tests/runs/LEVEL-N.cwr, which includes the
 * player's path, and conditions in LEVEL-N.expect. After each save and each turn of a knob it plays
 * all tests in the present game. */
#include "base/number.h"
#include "live/dev_runner.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_KEEP, WORD_BYTES = 96 };
enum { PLAY_WORDS_MAX = 24, TIMED_OUT = 128 + 9 /* status of a play that `timeout` killed */ };

static const double BELOW_M = 1; /* the player may fall this far below the run's lowest place */

/* ---- plays ---- */

static int compare_newest(const void *a, const void *b)
{
    return strcmp(b, a);
}

int dev_list_files(const char *root, const char *folder, const char *ending,
                   char names[KEPT_FILES_MAX][PATH_NAME_BYTES])
{
    char path[PATH_BYTES_MAX];
    Folder *opened = path_join(path, root, folder) ? folder_open(path) : NULL;
    int count = 0;
    for (FolderEntry entry;
         count < KEPT_FILES_MAX && opened != NULL && folder_next(opened, &entry);) {
        if (strcmp(path_ending(entry.name), ending) == 0) {
            path_with_ending(path, entry.name, "");
            snprintf(names[count++], PATH_NAME_BYTES, "%.255s", path);
        }
    }
    folder_close(opened);
    qsort(names, (size_t)count, PATH_NAME_BYTES, compare_newest);
    return count;
}

/* The process works in the project's folder, where the game finds its levels. */
bool dev_play_start(Process *process, const DevPlaces *places, const char *object,
                    const char *const words[])
{
    static const char line[] = "cd \"$0\" && exec timeout --foreground -s KILL 20 \"$@\"";
    char own[PATH_BYTES_MAX], path[PATH_BYTES_MAX];
    CwError error = {0};
    const char *arguments[PLAY_WORDS_MAX] = {"sh", "-c",    line,     places->root,
                                             own,  "rerun", "--game", path};
    size_t count = 8;
    path_join(path, "build/dev", path_name(object));
    for (size_t i = 0; words[i] != NULL && count + 1 < PLAY_WORDS_MAX; i++) {
        arguments[count++] = words[i];
    }
    return file_real_path(process_file(), own) &&
           process_start(process, &(ProcessDesc){.arguments = arguments}, &error);
}

/* Reads the number that follows a word in a text. */
static bool find_number(const char *text, const char *word, char number[16])
{
    const char *at = strstr(text, word);
    return at != NULL && sscanf(at + strlen(word), "%15[0-9.]", number) == 1;
}

/* Why a play failed, as a sentence, and how far it came. */
typedef struct Failure {
    const char *why, *reached;
} Failure;

static Failure find_failure(const Process *process, bool was_played)
{
    if (!was_played) {
        return (Failure){process->texts[PROCESS_ERRORS], "can't play"};
    }
    if (process->status == TIMED_OUT) {
        return (Failure){"it never ends", "endless"};
    }
    if (process->status > 1) {
        return (Failure){"it crashes", "crashes"};
    }
    bool is_recording = strstr(process->texts[PROCESS_OUTPUT], " ticks=") != NULL;
    return (Failure){is_recording ? "it no longer finishes" : "it misses an expectation",
                     "too slow"};
}

/* `rerun` (ask/rerun.c) prints a line for a recording, or CSV if knobs are turned. */
DevOutcome dev_play_read(const Process *process)
{
    const char *text = process->texts[PROCESS_OUTPUT], *what = strstr(text, " what=");
    char number[16];
    /* Status 2, and a status of sh below 128, mean that no tick was run. */
    DevOutcome outcome = {.was_played = process->status <= 1 || process->status >= 128,
                          .has_passed = process->status == 0};
    if (find_number(text, " ticks=", number) || find_number(text, ",yes,", number)) {
        outcome.ticks = (uint32_t)strtoul(number, NULL, 10);
    }
    Failure failure = find_failure(process, outcome.was_played);
    const char *why = what != NULL         ? what + strlen(" what=")
                      : outcome.has_passed ? ""
                                           : failure.why;
    snprintf(outcome.why, sizeof outcome.why, "%.*s", (int)strcspn(why, "\n"), why);
    bool has_time = find_number(text, " seconds=", number);
    outcome.is_measured = has_time || find_number(text, " furthest=", number);
    if (outcome.is_measured) {
        snprintf(outcome.reached, sizeof outcome.reached, "%s %s", number, has_time ? "s" : "%");
    } else {
        snprintf(outcome.reached, sizeof outcome.reached, "%s", failure.reached);
    }
    return outcome;
}

/* ---- keeping a run ---- */

static bool choose_path(const DevRunner *runner, char path[PATH_BYTES_MAX])
{
    char folder[PATH_BYTES_MAX], name[128];
    const char *level = path_name(runner->loop->playback.session.level);
    bool ok = path_join(folder, runner->places->root, "tests/runs");
    file_make_folder(path_join(path, runner->places->root, "tests") ? path : folder);
    file_make_folder(folder);
    path[0] = '\0';
    for (int i = 1; ok && (i == 1 || file_exists(path)); i++) {
        snprintf(name, sizeof name, "%.60s-%d.cwr", level[0] == '\0' ? "run" : level, i);
        ok = path_join(path, folder, name);
    }
    return ok;
}

static void write_expectations(FILE *file, const Run *run, const DevTrail *trail)
{
    double lowest_m = INFINITY; /* without a player */
    for (size_t i = 0; i < trail->count; i++) {
        lowest_m = fmin(lowest_m, trail->points[i].y); /* fmin ignores NAN */
    }
    fprintf(file, "# must hold when the run is played again: conditions as in query --when, with\n"
                  "# end (after the last tick), always or never\n");
    if (run->time.ticks > 0) {
        fprintf(file, "end probe.finished\nend probe.finish_tick <= %" PRIu32 "\n",
                run->time.ticks + run->time.ticks / 20);
    }
    if (isfinite(lowest_m)) {
        fprintf(file, "never probe.y_m < %d\n", (int)floor(lowest_m - BELOW_M));
    }
}

static bool save_run(DevRunner *runner, char path[PATH_BYTES_MAX], CwError *error)
{
    Playback *playback = &runner->loop->playback;
    const DevTrail *trail = &runner->versions[runner->played].trail;
    char expect_path[PATH_BYTES_MAX];
    if (playback->session.world->transfer_tick > 0) {
        return cw_error_set(error, "only whole runs can be kept as tests: in this one, saves "
                                   "applied from a tick on (F1)");
    }
    if (!choose_path(runner, path) ||
        !recorder_copy(&playback->recorder, &playback->run,
                       &(RecorderCopy){path, trail->points, trail->count}, error)) {
        return cw_error_set(error, "the path of tests/runs is too long");
    }
    path_with_ending(expect_path, path, ".expect");
    FILE *file = file_open(expect_path, FILE_WRITE);
    if (file != NULL) {
        write_expectations(file, &playback->run, trail);
    }
    return (file != NULL && fclose(file) == 0) ||
           cw_error_set(error, "tests/runs/%s: its conditions can't be written", path_name(path));
}

/* ---- the tests ---- */

/* Lists the tests again. A known finish becomes the test's `ticks_before`. */
static void list_tests(DevRunner *runner)
{
    char names[KEPT_FILES_MAX][PATH_NAME_BYTES];
    DevTests *tests = &runner->tests;
    DevTest listed[KEPT_FILES_MAX];
    int listed_count = tests->count;
    memcpy(listed, tests->items, sizeof listed);
    tests->count = dev_list_files(runner->places->root, "tests/runs", ".cwr", names);
    for (int i = 0; i < tests->count; i++) {
        DevTest *test = &tests->items[i];
        *test = (DevTest){0};
        memcpy(test->name, names[i], sizeof test->name);
        for (const DevTest *old = listed; old < listed + listed_count; old++) {
            if (strcmp(old->name, names[i]) == 0) {
                test->ticks_before = old->is_known ? old->outcome.ticks : old->ticks_before;
            }
        }
    }
}

/* Plays with each turned knob as an option --tune, of which there are at most TUNES_MAX. */
static bool start_test(DevRunner *runner, const DevTest *test)
{
    const KnobEdits *turned = &runner->tests.turned;
    char path[PATH_BYTES_MAX], tunes[TUNES_MAX][WORD_BYTES];
    const char *words[2 * TUNES_MAX + 3] = {path, "--follow"};
    snprintf(path, sizeof path, "tests/runs/%s.cwr", test->name);
    for (size_t i = 0; i < turned->count && i < TUNES_MAX; i++) {
        char figures[NUMBER_TEXT_MAX];
        number_print(knob_value(&turned->items[i]), figures);
        snprintf(tunes[i], WORD_BYTES, "%.50s=%s", knob_name(&turned->items[i]), figures);
        words[2 + 2 * i] = "--tune";
        words[3 + 2 * i] = tunes[i];
    }
    return turned->count <= TUNES_MAX &&
           dev_play_start(&runner->tests.process, runner->places,
                          runner->versions[runner->played].object, words);
}

void dev_tests_update(DevRunner *runner)
{
    DevTests *tests = &runner->tests;
    if (tests->is_keep_requested) {
        CwError error = {0};
        char path[PATH_BYTES_MAX];
        Screens *screens = &runner->loop->menus.screens;
        bool kept = save_run(runner, path, &error);
        snprintf(screens->notice, sizeof screens->notice,
                 kept ? "kept as tests/runs/%.200s: make test plays it" : "%.250s",
                 kept ? path_name(path) : error.text);
        tests->is_keep_requested = false;
        tests->is_stale = true;
    }
    if (tests->is_stale) {
        process_kill(&tests->process);
        list_tests(runner);
        tests->turned = runner->knobs.board.turned;
        tests->next = 0;
        tests->is_stale = false;
    }
    DevTest *test = &tests->items[tests->next];
    if (tests->process.id != 0 && process_poll(&tests->process)) {
        test->outcome = dev_play_read(&tests->process);
        test->is_known = true;
        tests->next++;
    } else if (tests->process.id == 0 && tests->next < tests->count) {
        tests->next = start_test(runner, test) ? tests->next : tests->count;
    }
}

/* ---- the page ---- */

static void print_outcome(const DevTest *test, char words[PAGE_LABEL_BYTES])
{
    char margin[32] = "";
    if (test->outcome.ticks > 0 && test->ticks_before > 0) {
        snprintf(margin, sizeof margin, " (%+" PRId64 ")",
                 (int64_t)test->outcome.ticks - (int64_t)test->ticks_before);
    }
    if (!test->is_known) {
        snprintf(words, PAGE_LABEL_BYTES, "not played yet");
    } else if (!test->outcome.has_passed) {
        snprintf(words, PAGE_LABEL_BYTES, "%.90s", test->outcome.why);
    } else if (test->outcome.ticks > 0) {
        uint32_t ticks = test->outcome.ticks;
        snprintf(words, PAGE_LABEL_BYTES, "holds, %" PRIu32 " ticks%s", ticks, margin);
    } else {
        snprintf(words, PAGE_LABEL_BYTES, "holds");
    }
}

static void build_tests(Screens *screens)
{
    const DevRunner *runner = screens_guest(screens);
    const DevTests *tests = &runner->tests;
    char words[PAGE_LABEL_BYTES], name[PAGE_LABEL_BYTES];
    page_add(&screens->page, ROW_ACTION, ROW_KEEP, "Keep this run as a test");
    if (tests->turned.count > TUNES_MAX) {
        snprintf(words, sizeof words, "Tests are played with at most %d turned knobs", TUNES_MAX);
        page_add(&screens->page, ROW_NOTE, -1, words);
    }
    for (int i = 0; i < tests->count; i++) {
        snprintf(name, sizeof name, "%.90s", tests->items[i].name);
        print_outcome(&tests->items[i], words);
        page_set_value(page_add(&screens->page, ROW_NOTE, -1, name), words);
    }
}

static void act_tests(Screens *screens, const PageEvent *event)
{
    DevRunner *runner = screens_guest(screens);
    runner->tests.is_keep_requested = event->type == PAGE_CHOSEN;
}

const ScreenDef dev_tests_page = {.title = "Tests", .build = build_tests, .act = act_tests};
