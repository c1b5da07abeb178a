/* The recordings: which there are, and what can be done with one. */
#include "shell/screens.h"

#include "base/report.h"

#include <stdio.h>
#include <string.h>

enum { ONE_WATCH, ONE_RACE, ONE_KEEP, ONE_DELETE };
enum { DELETE_NO, DELETE_YES };

static RecordingsDesc desc_of(const Screens *screens)
{
    const ScreensDesc *desc = &screens->desc;
    return (RecordingsDesc){desc->game,       desc->levels,   desc->best_runs,
                            desc->player_dir, desc->runs_dir, desc->replays_dir};
}

/* ---- all of them ---- */

static void print_value(const Recording *recording, char value[PAGE_LABEL_BYTES])
{
    char time[TIME_TEXT_BYTES] = "";
    if (recording->ticks > 0) {
        screens_time_text(recording->ticks, recording->tick_rate, time);
    }
    const char *more = recording->kind == RECORDING_BEST      ? recording->clean ? "" : "with help"
                       : recording->cut                       ? "cut off"
                       : recording->kind == RECORDING_BUNDLED ? recording->medal
                       : recording->finished                  ? "finished"
                                                              : "";
    const char *words = recording->is_read && recording->ticks == 0 ? "can't be read" : more;
    snprintf(value, PAGE_LABEL_BYTES, "%s   %s   %s%s", words == NULL ? "" : words, recording->date,
             time, recording->in_all && recording->ticks > 0 ? " in all" : "");
}

static void build(Screens *screens, const CwFrame *frame)
{
    static const char *const headings[] = {[RECORDING_BEST] = "Your best runs",
                                           [RECORDING_KEPT] = "Kept",
                                           [RECORDING_RUN] = "Your last runs",
                                           [RECORDING_BUNDLED] = "With the game"};
    _Static_assert(CW_ARRAY_LENGTH(headings) == RECORDING_KIND_COUNT, "a heading for each kind");
    const Recordings *recordings = screens->recordings;
    (void)frame;
    snprintf(screens->page.title, sizeof screens->page.title, "Replays");
    screens->page.side = PAGE_WHOLE;
    for (int i = 0; recordings != NULL && i < recordings->count; i++) {
        const Recording *one = &recordings->items[i];
        if (i == 0 || one->kind != recordings->items[i - 1].kind) {
            page_heading(&screens->page, headings[one->kind]);
        }
        PageRow *row = page_action(&screens->page, i, screens_level_title(screens, one->level));
        print_value(one, row->value);
        row->long_value = true;
    }
    if (screens->page.row_count == 0) {
        page_note(&screens->page, "There are none yet.");
    }
}

static void open_list(Screens *screens)
{
    if (screens->recordings != NULL) {
        RecordingsDesc desc = desc_of(screens);
        recordings_list(screens->recordings, &desc);
    }
}

static void act(Screens *screens, const PageEvent *event)
{
    if (event->type == PAGE_BACK) {
        screens_back(screens);
    } else if (event->type == PAGE_CHOSEN) {
        screens->chosen = screens->recordings->items[event->id];
        screens_push(screens, PAGE_REPLAY);
    }
}

const ScreenDef screen_replays = {.build = build, .open = open_list, .act = act};

/* ---- one ---- */

static bool is_of_the_game(const Screens *screens, const char *level)
{
    const Levels *levels = screens->desc.levels;
    bool found = levels->count == 0;
    for (int i = 0; i < levels->count; i++) {
        found = found || strcmp(levels->names[i], level) == 0;
    }
    return found;
}

CwReplayFile *screens_load_chosen(const Screens *screens, CwError *error)
{
    RecordingsDesc desc = desc_of(screens);
    return recordings_load(&desc, &screens->chosen, error);
}

void screens_chosen_path(const Screens *screens, char path[PATH_BYTES_MAX])
{
    RecordingsDesc desc = desc_of(screens);
    path[0] = '\0';
    recordings_path(&desc, &screens->chosen, path);
}

bool screens_can_race(const Screens *screens)
{
    return is_of_the_game(screens, screens->chosen.level);
}

static void build_one(Screens *screens, const CwFrame *frame)
{
    const Recording *one = &screens->chosen;
    Page *page = &screens->page;
    bool own = one->kind == RECORDING_RUN || one->kind == RECORDING_KEPT;
    (void)frame;
    snprintf(page->title, sizeof page->title, "%s", screens_level_title(screens, one->level));
    if (one->date[0] != '\0') {
        page_note(page, one->date);
    }
    page_action(page, ONE_WATCH, "Watch");
    if (screens_can_race(screens)) {
        page_action(page, ONE_RACE, "Race it");
    }
    if (one->kind == RECORDING_RUN) {
        page_action(page, ONE_KEEP, "Keep for good");
    }
    if (own) {
        page_action(page, ONE_DELETE, "Delete")->alarming = true;
    }
}

/* The list is read again: it is another one now. */
static void leave_changed(Screens *screens, bool done, const CwError *error)
{
    if (!done) {
        report("%s", error->text);
        screens->notice = "That did not work: the terminal says why";
    }
    open_list(screens);
    while (screens->depth > 1 && screens->stack[screens->depth - 1].kind != PAGE_REPLAYS) {
        screens_back(screens);
    }
}

static void act_one(Screens *screens, const PageEvent *event)
{
    CwError error = {0};
    RecordingsDesc desc = desc_of(screens);
    if (event->type == PAGE_BACK) {
        screens_back(screens);
        return;
    }
    switch (event->id) {
    case ONE_WATCH:
        screens->ask.kind = ASK_WATCH;
        break;
    case ONE_RACE:
        screens->ask.kind = ASK_RACE;
        break;
    case ONE_KEEP:
        leave_changed(screens, recordings_keep(&desc, &screens->chosen, &error), &error);
        break;
    case ONE_DELETE:
        screens_push(screens, PAGE_DELETE);
        break;
    default:
        break;
    }
}

const ScreenDef screen_replay = {.build = build_one, .act = act_one};

/* ---- the question ---- */

static void build_question(Screens *screens, const CwFrame *frame)
{
    (void)frame;
    snprintf(screens->page.title, sizeof screens->page.title, "Delete it?");
    page_note(&screens->page, "It is gone for good then.");
    page_action(&screens->page, DELETE_NO, "Leave it");
    page_action(&screens->page, DELETE_YES, "Delete")->alarming = true;
}

static void answer(Screens *screens, const PageEvent *event)
{
    CwError error = {0};
    RecordingsDesc desc = desc_of(screens);
    if (event->type == PAGE_CHOSEN && event->id == DELETE_YES) {
        leave_changed(screens, recordings_delete(&desc, &screens->chosen, &error), &error);
    } else {
        screens_back(screens);
    }
}

const ScreenDef screen_delete = {.build = build_question, .act = answer};
