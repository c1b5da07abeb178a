/* The tab of the kept builds. It plays the run so far in each and lists how far it came. It also
 * bisects them to find the build that broke a kept test, as does `clockwork dev --bisect NAME`. */
#include "base/report.h"
#include "live/dev_runner.h"
#include "platform/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEST_FIRST = BUILDS_KEPT, LINE_BYTES = 48, POLL_NS = 2000000 };
enum { DIFFERENCE_BYTES_MAX = 16 << 20 };

static const double WIDTH = 300; /* view points */

/* ---- files ---- */

/* Reads the build's difference from the one before. The caller frees the text. */
static char *read_difference(const KeptBuilds *kept, const KeptBuild *build)
{
    char object[PATH_BYTES_MAX], path[PATH_BYTES_MAX];
    size_t size = 0;
    path_join(object, kept->places->folder, build->name);
    path_with_ending(path, object, ".diff");
    return (char *)file_read(path, 0, DIFFERENCE_BYTES_MAX, &size);
}

/* Names the first place that differs from the build before, or else the saved file. */
static void find_place(const KeptBuilds *kept, KeptBuild *build)
{
    static const char format[] = "--- %63[^\t\n] +++ %63[^\t\n] @@ -%*s +%d";
    char *difference = read_difference(kept, build), before[KEPT_WORDS], after[KEPT_WORDS];
    int line = 0;
    memcpy(build->place, build->file, sizeof build->file);
    if (difference != NULL && sscanf(difference, format, before, after, &line) == 3) {
        const char *file = strcmp(after, "/dev/null") == 0 ? before : after;
        snprintf(build->place, sizeof build->place, "%s:%d", file, line);
    }
    free(difference);
}

/* Objects have names such as "00000042-20260131-235959-1234-main.c.so" (base/numbered_files.h). */
static void list_builds(KeptBuilds *kept)
{
    static const char format[] = "%*[0-9]-%*[0-9]-%6[0-9]-%*[0-9]-%63[^\n]";
    char names[KEPT_FILES_MAX][PATH_NAME_BYTES], time[7] = "";
    int count = dev_list_files(kept->places->root, "build/dev", ".so", names);
    kept->count = count < BUILDS_KEPT ? count : BUILDS_KEPT;
    for (int i = 0; i < kept->count; i++) {
        KeptBuild *build = &kept->builds[i];
        *build = (KeptBuild){0};
        time[0] = '\0';
        sscanf(names[i], format, time, build->file);
        snprintf(build->clock, sizeof build->clock, "%.2s:%.2s:%.2s", time, time + 2, time + 4);
        snprintf(build->name, sizeof build->name, "%.250s.so", names[i]);
        find_place(kept, build);
    }
}

/* ---- plays ---- */

static void read_outcome(KeptBuilds *kept)
{
    KeptBuild *build = &kept->builds[kept->playing];
    const DevOutcome outcome = dev_play_read(&kept->process);
    memcpy(build->outcome, outcome.reached, sizeof build->outcome);
    if (!outcome.is_measured) {
        const char *errors = kept->process.texts[PROCESS_ERRORS];
        snprintf(build->trouble, sizeof build->trouble, "%.*s", (int)strcspn(errors, "\n"), errors);
    }
}

/* ---- the bisection ---- */

static void begin_bisection(KeptBuilds *kept, const char *test)
{
    process_kill(&kept->process);
    snprintf(kept->test, sizeof kept->test, "%s", test);
    kept->oldest_failing = -1;
    kept->newest_passing = kept->count;
    for (int i = 0; i < kept->count; i++) {
        kept->builds[i].is_skipped = false;
    }
}

/* The next build to test: the newest, then from the oldest on until one passes, then the middle.
 * The count of builds means that none is left. */
static int next_to_play(const KeptBuilds *kept)
{
    int from = kept->oldest_failing + 1, to = kept->newest_passing, next = kept->count;
    int wanted = kept->oldest_failing < 0 ? from : to == kept->count ? to - 1 : (from + to) / 2;
    for (int i = from; i < to; i++) {
        if (!kept->builds[i].is_skipped &&
            (next == kept->count || abs(i - wanted) < abs(next - wanted))) {
            next = i;
        }
    }
    return next;
}

static void narrow_bisection(KeptBuilds *kept)
{
    KeptBuild *build = &kept->builds[kept->playing];
    const DevOutcome outcome = dev_play_read(&kept->process);
    if (outcome.has_passed) {
        kept->newest_passing = kept->playing;
        return;
    }
    memcpy(build->trouble, outcome.why, sizeof build->trouble);
    if (!outcome.was_played) {
        build->is_skipped = true;
        report("%s skipped: %s", build->name, build->trouble);
    } else if (kept->oldest_failing >= 0 && kept->newest_passing == kept->count) {
        build->is_skipped = true; /* perhaps older than the test */
    } else {
        kept->oldest_failing = kept->playing;
    }
}

/* The build that broke the test; NULL: the newest build passes, or no build does. */
static const KeptBuild *find_broken(const KeptBuilds *kept)
{
    bool found = kept->oldest_failing >= 0 && kept->newest_passing < kept->count;
    return found ? &kept->builds[kept->oldest_failing] : NULL;
}

/* Starts the next play, of the bisected test or of the run's recording. False: all are done. */
static bool start_play(KeptBuilds *kept, const char *run)
{
    char recording[PATH_BYTES_MAX];
    const char *option = NULL;
    if (kept->test[0] != '\0') {
        snprintf(recording, sizeof recording, "tests/runs/%s.cwr", kept->test);
        option = "--follow";
        kept->playing = next_to_play(kept);
    } else {
        snprintf(recording, sizeof recording, "build/dev/%s", path_name(run));
        kept->playing = 0;
        while (kept->playing < kept->count && kept->builds[kept->playing].outcome[0] != '\0') {
            kept->playing++;
        }
    }
    return kept->playing < kept->count &&
           dev_play_start(&kept->process, kept->places, kept->builds[kept->playing].name,
                          (const char *const[]){recording, option, NULL});
}

/* Starts or follows a play. False when all are done. */
static bool advance(KeptBuilds *kept, const char *run)
{
    if (kept->process.id == 0) {
        return start_play(kept, run);
    }
    if (process_poll(&kept->process)) {
        if (kept->test[0] != '\0') {
            narrow_bisection(kept);
        } else {
            read_outcome(kept);
        }
    }
    return true;
}

int dev_bisect(const Program *program, const DevPlaces *places)
{
    CwError error = {0};
    KeptBuilds *kept = calloc(1, sizeof *kept);
    int status = EXIT_FAILED;
    if (kept == NULL) {
        report("out of memory");
        return EXIT_USAGE;
    }
    kept->places = places;
    list_builds(kept);
    begin_bisection(kept, maker_of(program)->dev.bisect);
    while (advance(kept, "")) {
        clock_sleep_ns(POLL_NS);
    }
    const KeptBuild *broken = find_broken(kept);
    if (broken != NULL) {
        char *difference = read_difference(kept, broken);
        print_name("broke=", broken->name);
        print_name(" file=", broken->file);
        print_line(" line=%s", broken->trouble);
        fputs(difference == NULL ? "" : difference, stdout);
        free(difference);
    } else if (kept->oldest_failing >= 0) {
        print_line("broke=- file=- line=%s", kept->builds[kept->oldest_failing].trouble);
    } else if (kept->newest_passing < kept->count) {
        print_line("kept");
        status = EXIT_OK;
    } else {
        cw_error_set(&error, "no build in %s can play %s", places->folder, kept->test);
        status = EXIT_USAGE;
    }
    free(kept);
    program_failed(&error);
    return status;
}

/* ---- the page ---- */

/* Lists the builds again, unless the player has only chosen one of them. */
static void open_versions(Screens *screens)
{
    DevRunner *runner = screens_guest(screens);
    KeptBuilds *kept = &runner->kept_builds;
    bool was_chosen = runner->job.is_flip || runner->job.kind == CHANGE_BUILD;
    if (runner->knobs.page != PAGE_VERSIONS || !was_chosen) {
        process_kill(&kept->process);
        list_builds(kept);
        recorder_flush(&screens->playback->recorder);
    }
    runner->knobs.page = SCREEN_TITLE;
    kept->chosen = -1;
}

static void build_versions(Screens *screens)
{
    DevRunner *runner = screens_guest(screens);
    KeptBuilds *kept = &runner->kept_builds;
    Page *page = &screens->page;
    char label[PAGE_LABEL_BYTES];
    const char *played = path_name(runner->versions[runner->played].object);
    for (int i = 0; i < kept->count; i++) {
        const KeptBuild *build = &kept->builds[i];
        const char *outcome = build->outcome[0] == '\0' ? "not played yet" : build->outcome;
        bool is_now = strcmp(played, build->name) == 0;
        snprintf(label, sizeof label, "%s%s", is_now ? "now: " : "", outcome);
        PageRow *row = page_add(page, ROW_ACTION, i, "");
        page_set_value(row, label);
        snprintf(row->label, sizeof row->label, "%s %s", build->clock, build->place);
    }
    for (int i = 0; i < runner->tests.count; i++) {
        snprintf(label, sizeof label, "Which version broke %.64s", runner->tests.items[i].name);
        page_add(page, ROW_ACTION, TEST_FIRST + i, label);
    }
    const PageRow *selected = page_selected(page);
    if (selected != NULL && selected->id < kept->count) {
        if (selected->id != kept->selected) {
            runner->trouble.title[0] = '\0'; /* belongs to another build */
        }
        kept->selected = selected->id;
        char *text = read_difference(kept, &kept->builds[selected->id]);
        dev_build_take_lines(kept->difference, text == NULL ? "" : text, LINE_BYTES);
        free(text);
    }
}

static void act_versions(Screens *screens, const PageEvent *event)
{
    DevRunner *runner = screens_guest(screens);
    if (event->type == PAGE_CHOSEN && event->id >= TEST_FIRST) {
        begin_bisection(&runner->kept_builds, runner->tests.items[event->id - TEST_FIRST].name);
        snprintf(screens->notice, sizeof screens->notice, "The versions play it");
    } else if (event->type == PAGE_CHOSEN) {
        runner->kept_builds.chosen = event->id;
    }
}

/* Reports the result, and selects the build that broke the test. */
static void end_bisection(KeptBuilds *kept, Screens *screens)
{
    const char *found = "This version broke it";
    if (find_broken(kept) != NULL) {
        page_select(&screens->page, kept->oldest_failing);
    } else {
        found = kept->oldest_failing >= 0            ? "No version passes it"
                : kept->newest_passing < kept->count ? "The newest version passes it"
                                                     : "No version can play it";
    }
    snprintf(screens->notice, sizeof screens->notice, "%.99s: %s", kept->test, found);
    report("%s", screens->notice);
    kept->test[0] = '\0';
}

bool dev_versions_update(DevRunner *runner)
{
    KeptBuilds *kept = &runner->kept_builds;
    if (dev_page(runner) != PAGE_VERSIONS) {
        process_kill(&kept->process);
        kept->test[0] = '\0';
    } else if (!advance(kept, runner->run_path) && kept->test[0] != '\0') {
        end_bisection(kept, &runner->loop->menus.screens);
    }
    return kept->chosen >= 0 && dev_page(runner) == PAGE_VERSIONS;
}

const ScreenDef dev_versions_page = {.title = "Versions",
                                     .width = WIDTH,
                                     .build = build_versions,
                                     .open = open_versions,
                                     .act = act_versions};
