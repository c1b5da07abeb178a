/* The list of recordings, and the page of one: watch, race, share. */
#include "screens/screens.h"

#include "base/report.h"
#include "frame/monitor.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Prints the date in the language's order. */
static void print_date(const Recording *one, char date[RECORDING_DATE_BYTES])
{
    static const char letters[] = "YMD";
    const char *digits[] = {one->date, one->date + 5, one->date + 8};
    snprintf(date, RECORDING_DATE_BYTES, "%s", one->date);
    const char *order = text_in("date", "YYYY-MM-DD");
    for (int i = 0; date[0] != '\0' && strlen(order) == strlen("YYYY-MM-DD") && order[i]; i++) {
        const char *part = strchr(letters, order[i]);
        bool is_digit = part != NULL && *digits[part - letters] >= '0';
        date[i] = is_digit ? *digits[part - letters]++ : order[i];
    }
}

/* Prints a recording's state, date and result; if the run is unfinished, its length. */
static void print_value(const Screens *screens, const Recording *one, char value[PAGE_LABEL_BYTES])
{
    char time[TIME_TEXT_BYTES] = "";
    uint32_t seconds = one->ticks / (one->tick_rate > 0 ? one->tick_rate : 1);
    CwRunTime result = {.ticks = one->ticks, .tick_rate = one->tick_rate, .score = one->score};
    if (one->is_finished) {
        screens_result_text(screens, &result, time);
    } else if (one->ticks > 0) {
        snprintf(time, sizeof time, text_of("at %u:%02u"), seconds / 60, seconds % 60);
    }
    const char *medal = one->medal == NULL ? "" : text_in("medal", one->medal);
    const char *words = !one->is_read                    ? ""
                        : one->ticks == 0                ? text_of("can't be read")
                        : one->kind == RECORDING_BEST    ? one->is_clean ? "" : text_of("assisted")
                           : one->is_cut_off ? text_of("cut off")
                        : one->is_lost                   ? text_of("lost")
                        : !one->is_finished              ? text_of("unfinished")
                        : one->kind == RECORDING_BUNDLED ? medal
                                                         : text_of("finished");
    char date[RECORDING_DATE_BYTES];
    print_date(one, date);
    snprintf(value, PAGE_LABEL_BYTES, "%s   %s   %s", words, date, time);
}

static void build(Screens *screens)
{
    static const char *const headings[] = {[RECORDING_BEST] = CW_TEXT("Your best runs"),
                                           [RECORDING_RUN] = CW_TEXT("Your last runs"),
                                           [RECORDING_BUNDLED] = CW_TEXT("Included with the game"),
                                           [RECORDING_OPENED] = CW_TEXT("Opened")};
    _Static_assert(CW_ARRAY_LENGTH(headings) == RECORDING_KIND_COUNT, "a heading for each kind");
    const Recordings *recordings = &screens->recordings;
    for (int i = 0; i < recordings->count; i++) {
        const Recording *one = &recordings->items[i];
        if (i == 0 || one->kind != recordings->items[i - 1].kind) {
            page_add(&screens->page, ROW_HEADING, -1, text_of(headings[one->kind]));
        }
        PageRow *row =
            page_add(&screens->page, ROW_ACTION, i, screens_level_title(screens, one->level));
        print_value(screens, one, row->value);
        row->has_long_value = true;
    }
    if (screens->page.row_count == 0) {
        page_add(&screens->page, ROW_NOTE, -1, text_of("There are none yet."));
    }
}

static void open_list(Screens *screens)
{
    recordings_list(&screens->recordings, screens->places);
}

static void act(Screens *screens, const PageEvent *event)
{
    if (event->type == PAGE_CHOSEN) {
        screens->chosen = screens->recordings.items[event->id];
        screens_push(screens, SCREEN_REPLAY);
    }
}

const ScreenDef screen_replays = {
    .title = "Replays", .is_whole = true, .build = build, .open = open_list, .act = act};

bool screens_can_race(const Screens *screens)
{
    const Levels *levels = screens->places->levels;
    return levels->count == 0 || screens->chosen.has_level ||
           levels_index(levels, screens->chosen.level) >= 0;
}

static void build_one(Screens *screens)
{
    const Recording *one = &screens->chosen;
    Page *page = &screens->page;
    snprintf(page->title, sizeof page->title, "%s", screens_level_title(screens, one->level));
    if (one->date[0] != '\0') {
        char date[RECORDING_DATE_BYTES];
        print_date(one, date);
        page_add(page, ROW_NOTE, -1, date);
    }
    if (one->kind == RECORDING_OPENED) {
        char value[PAGE_LABEL_BYTES];
        print_value(screens, one, value);
        page_add(page, ROW_NOTE, -1, value + strspn(value, " "));
    }
    screens_add_choice(screens, CHOICE_WATCH);
    if (screens_can_race(screens)) {
        screens_add_choice(screens, CHOICE_RACE);
    }
    screens_add_choice(screens, CHOICE_SHARE);
}

void screens_offer_recording(Screens *screens, const char *path)
{
    CwError error = {0};
    snprintf(screens->places->opened, PATH_BYTES_MAX, "%s", path);
    screens->chosen = (Recording){.kind = RECORDING_OPENED};
    if (recordings_read(screens->places, &screens->chosen, &error)) {
        screens_push(screens, SCREEN_REPLAY);
    } else {
        screens_notice(screens, "This recording can't be read", &error);
    }
}

static void report_share(Screens *screens, bool ok, const char *path, const CwError *error)
{
    if (ok) {
        report("saved as %s", path);
        notices_add(screens->notices, "The recording is in %s", path);
    } else {
        screens_notice(screens, "This run can't be shared", error);
    }
}

void screens_share_run(Screens *screens)
{
    Playback *playback = screens->playback;
    const CwRunTime *time = &playback->run.time;
    double seconds = time->ticks / fmax(1, time->tick_rate);
    char path[PATH_BYTES_MAX];
    CwError error = {0};
    bool ok =
        recordings_new_shared(screens->places, playback->session.level, seconds, path, &error) &&
        recorder_copy(&playback->recorder, &playback->run, &(RecorderCopy){.file = path}, &error);
    report_share(screens, ok, path, &error);
}

static void act_one(Screens *screens, const PageEvent *event)
{
    if (event->type == PAGE_CHOSEN) { /* Share; the other rows ask for something */
        char path[PATH_BYTES_MAX];
        CwError error = {0};
        bool ok = recordings_share(screens->places, &screens->chosen, path, &error);
        report_share(screens, ok, path, &error);
    }
}

const ScreenDef screen_replay = {.title = "", .build = build_one, .act = act_one};
