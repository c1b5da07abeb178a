/* The results after the finish: the medal, the time or score beside the best one, the splits, and
 * the ways on. */
#include "screens/screens.h"

#include "base/report.h"
#include "ui/ui_view.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RESULTS_SUMMARY, RESULTS_SPLITS, RESULTS_GOALS, RESULTS_RACE };

static const double SUMMARY_HEIGHT = 58, SPLIT_HEIGHT = 15, GOALS_HEIGHT = 34;
static const double TWO_COLUMNS_WIDTH = 290, COLUMN_GAP = 18;
static const double SPLITS_SCALE_MAX = 1.2; /* with larger text, splits are below the choices */
static const double STAMP_S = 0.35, STAMP_LARGE = 2.2;
/* Blue and orange: colour-blind people can tell them apart. */
static const CwColour FASTER = {0x6c, 0xc0, 0xf0, 255}, SLOWER = {0xf5, 0x9a, 0x2a, 255};

/* The colour of a difference. Below 0 the run is better. */
static CwColour delta_colour(const Screens *screens, int64_t difference)
{
    return difference == 0 ? screens->theme.text
                           : panel_ink(difference < 0 ? FASTER : SLOWER, &screens->theme);
}

static const CwRunTime *time_of(const Screens *screens)
{
    return &screens->playback->run.time;
}

static int split_columns(const CwRunTime *time)
{
    return time->split_count > 4 ? 2 : 1;
}

static int split_lines(const CwRunTime *time)
{
    int columns = split_columns(time);
    return ((int)time->split_count + columns - 1) / columns;
}

/* Why the run has no rank; NULL: it has one. */
static const char *no_rank(const Screens *screens)
{
    const Run *run = &screens->playback->run;
    return run->probe.lost != NULL              ? text_of("Lost: not ranked")
           : run_first_change(run) < UINT64_MAX ? text_of("Values were changed: not ranked")
           : run->was_taken_over                ? text_of("Taken over from a replay: not ranked")
           : !run->session->may_rank            ? text_of("Began with progress: not ranked")
                                                : NULL;
}

/* Why the run is not ranked with clean runs. */
static const char *why_assisted(const Screens *screens)
{
    const Run *run = &screens->playback->run;
    bool has_other_seed = run->session->desc.seed != 1 && !screens->game->rank.any_seed;
    return run->rewind_count > 0                 ? text_of("Assisted")
           : run->was_slowed || run->was_stepped ? text_of("Assisted: slowed")
           : has_other_seed                      ? text_of("Assisted: other seed")
                                                 : text_of("Assisted");
}

uint32_t screens_medal_won(const Screens *screens)
{
    const CwGame *game = screens->game;
    const Session *session = &screens->playback->session;
    return no_rank(screens) != NULL
               ? 0
               : run_medal(game, session->map, run_result(game, time_of(screens)),
                           session->settings.tick_rate);
}

/* The next medal that has a recording to race, and its file; 0: none. */
static int next_medal(const Screens *screens, char path[PATH_BYTES_MAX])
{
    return best_runs_next_medal(screens->places->best_runs, screens->playback->session.level,
                                screens_medal_won(screens), path);
}

static void add_race(Screens *screens)
{
    char path[PATH_BYTES_MAX];
    int medal = next_medal(screens, path);
    if (medal > 0) {
        PageRow *row =
            page_add(&screens->page, ROW_ACTION, RESULTS_RACE, text_of("Next medal: race it"));
        page_set_value(row, text_in("medal", screens->game->rank.medals[medal - 1]));
    }
}

/* Adds Next level or, after the last level, the map with its ending. */
static void add_way_on(Screens *screens)
{
    const CwLevelMap *map = screens->game->menu.map;
    const Levels *levels = screens->places->levels;
    const char *level = screens->playback->session.level;
    if (levels_next(levels, level) != NULL) {
        screens_add_choice(screens, CHOICE_NEXT);
    } else if (screens->cards.has_map && map->ending != NULL && levels_index(levels, level) >= 0) {
        page_add(&screens->page, ROW_ACTION, CHOICE_LEVELS, text_of(map->ending->title));
    }
}

static void act(Screens *screens, const PageEvent *event)
{
    if (event->type == PAGE_CHOSEN && event->id == RESULTS_RACE &&
        screens_choose_medal(screens, screens->playback->session.level,
                             screens_medal_won(screens)) > 0) {
        screens->ask = (ScreenAsk){.kind = ASK_RACE};
    } else if (event->type == PAGE_CHOSEN && event->id == CHOICE_SHARE) {
        screens_share_run(screens);
    }
}

static void add_guest_rows(Screens *screens)
{
    const LoopGuest *guest = screens->guest;
    for (int i = 0; guest != NULL && i < guest->page_count; i++) {
        if (guest->pages[i].is_in_results) {
            page_add(&screens->page, ROW_ACTION, GUEST_ROW_FIRST + i,
                     text_of(guest->pages[i].label));
        }
    }
}

static void add_splits(Screens *screens)
{
    const CwRunTime *time = time_of(screens);
    if (time->split_count > 0) {
        int lines = split_lines(time) + (screens->rival.medal > 0);
        page_add(&screens->page, ROW_PICTURE, RESULTS_SPLITS, "")->height =
            SPLIT_HEIGHT * lines + 4;
    }
}

static void build(Screens *screens)
{
    Page *page = &screens->page;
    const Playback *playback = screens->playback;
    const CwRunTime *time = time_of(screens);
    const char *lost = playback->run.probe.lost;
    if (lost != NULL) {
        snprintf(page->title, sizeof page->title, "%s", text_of(lost));
    }
    page->width = split_columns(time) > 1 ? TWO_COLUMNS_WIDTH : 0;
    page_add(page, ROW_PICTURE, RESULTS_SUMMARY, "")->height = SUMMARY_HEIGHT;
    bool is_large = page->text_scale > SPLITS_SCALE_MAX;
    if (!is_large) {
        add_splits(screens);
    }
    if (lost == NULL && screens->game->rank.medal_count > 0 && playback->session.map != NULL) {
        page_add(page, ROW_PICTURE, RESULTS_GOALS, "")->height = GOALS_HEIGHT;
    }
    if (lost == NULL) {
        add_way_on(screens);
        add_race(screens);
    }
    screens_add_choice(screens, CHOICE_RESTART);
    if (playback->recorder.flight.path != NULL) {
        screens_add_choice(screens, CHOICE_WATCH);
        screens_add_choice(screens, CHOICE_SHARE);
    }
    add_guest_rows(screens);
    screens_add_game_rows(screens, CW_MENU_FINISH);
    screens_add_choice(screens, CHOICE_TITLE);
    if (is_large) {
        add_splits(screens);
    }
    if (playback_has_past(playback)) {
        page_prompt(page, UI_REWIND, text_of("Rewind"));
    }
}

static bool by_time(const Screens *screens)
{
    return screens->game->rank.by == CW_RANK_TIME;
}

/* Judges the run of the next medal, with which splits are compared. */
static void judge_rival(Screens *screens)
{
    char path[PATH_BYTES_MAX];
    CwError error = {0};
    CwRunTime *rival = &screens->rival;
    *rival = (CwRunTime){0};
    int medal = no_rank(screens) == NULL ? next_medal(screens, path) : 0;
    CwReplayFile *replay = medal > 0 ? cw_replay_load(path, &error) : NULL;
    if (replay != NULL && run_judge(replay, &screens->places->best_runs->rules, rival, &error)) {
        rival->medal = (uint32_t)medal;
    } else if (medal > 0) {
        report("%s; splits are compared with the best run", error.text);
        *rival = (CwRunTime){0};
    }
    cw_replay_free(replay);
}

static void open(Screens *screens)
{
    const char *level = screens->playback->session.level;
    bool is_clean = time_of(screens)->clean != 0;
    BestRuns *runs = screens->places->best_runs;
    CwReplayFile *replay;
    screens->best = best_runs_find(runs, level, is_clean, &replay);
    if (replay == NULL || !playback_can_play(screens->playback, replay, NULL)) {
        screens->best = (CwRunTime){0}; /* of other rules or another level: not comparable */
    }
    cw_replay_free(replay);
    const char *path = screens->playback->recorder.flight.path;
    if (path != NULL) { /* Watch shows the run that was just played */
        screens->chosen = recording_of_file(RECORDING_RUN, path);
    }
    judge_rival(screens);
}

/* ---- the figures ---- */

static void print_delta(const CwRunTime *time, int64_t ticks, char text[TIME_TEXT_BYTES])
{
    double seconds = (double)ticks / fmax(1, time->tick_rate);
    snprintf(text, TIME_TEXT_BYTES, ticks == 0 ? "%.2f" : "%+.2f", seconds);
    text_figures(text);
}

/* The medal falls in from above the picture and stays. */
static void draw_medal(const Screens *screens, Box box, CwDrawList *list)
{
    const CwGame *game = screens->game;
    int medal = (int)screens_medal_won(screens);
    double left = fmax(0, 1 - screens->shown_s / STAMP_S);
    double radius = box.height * 0.42 * (1 + (STAMP_LARGE - 1) * left * left);
    CwPoint2 centre = {box.x + box.height * 0.5, box.y + box.height / 2};
    medal_draw(list, game, medal, centre, radius);
}

/* Draws "WHOSE 00:25.32", and the run's difference from that. */
static void draw_compared(const Screens *screens, const char *whose, const CwRunTime *best, Box box,
                          CwDrawList *list)
{
    const CwRunTime *time = time_of(screens);
    UiSizes sizes = ui_sizes(screens->page.text_scale);
    char text[PAGE_LABEL_BYTES], result[TIME_TEXT_BYTES], delta[TIME_TEXT_BYTES];
    screens_result_text(screens, best, result);
    snprintf(text, sizeof text, "%.150s %s", whose, result);
    int64_t points = time->score - best->score, ticks = (int64_t)time->ticks - best->ticks;
    int64_t difference = by_time(screens) ? ticks : points;
    bool is_better = run_is_better(screens->game, time, best);
    if (by_time(screens)) {
        print_delta(time, ticks, delta);
    } else {
        snprintf(delta, sizeof delta, "%+" PRId64, points);
    }
    panel_label_fit(
        list, (Box){box.x, box.y, box.width * 0.66, box.height},
        &(Label){text, CW_FACE_REGULAR, CW_ALIGN_LEFT, sizes.note, screens->theme.text});
    panel_label_fit(list, (Box){box.x + box.width * 0.68, box.y, box.width * 0.32, box.height},
                    &(Label){delta, CW_FACE_BOLD, CW_ALIGN_RIGHT, sizes.note,
                             delta_colour(screens, is_better ? -1 : difference != 0)});
}

static void draw_best(const Screens *screens, Box box, CwDrawList *list)
{
    const CwRunTime *time = time_of(screens), *best = &screens->best;
    UiSizes sizes = ui_sizes(screens->page.text_scale);
    if (best->ticks == 0 || no_rank(screens) != NULL) {
        const char *words = no_rank(screens) != NULL ? no_rank(screens)
                            : time->clean == 0       ? why_assisted(screens)
                            : by_time(screens)       ? text_of("Your first time here")
                                                     : text_of("Your first score here");
        panel_label_fit(
            list, box,
            &(Label){words, CW_FACE_REGULAR, CW_ALIGN_LEFT, sizes.note, screens->theme.text});
        return;
    }
    char whose[PAGE_LABEL_BYTES];
    snprintf(whose, sizeof whose, "%s", text_of("Best"));
    if (time->clean == 0) {
        snprintf(whose, sizeof whose, text_of("%s; best"), why_assisted(screens));
    }
    draw_compared(screens, whose, best, box, list);
}

static void draw_summary(const Screens *screens, Box box, CwDrawList *list)
{
    CwRunTime time = *time_of(screens);
    time.ticks = time.ticks == 0 ? screens->playback->run.now_time : time.ticks;
    const CwTheme *theme = &screens->theme;
    UiSizes sizes = ui_sizes(screens->page.text_scale);
    char text[TIME_TEXT_BYTES];
    double x = box.x + box.height + 8 * sizes.unit, width = box.x + box.width - x;
    bool is_record =
        no_rank(screens) == NULL && run_is_better(screens->game, &time, &screens->best);
    screens_result_text(screens, &time, text);
    panel_label_fit(list, (Box){x, box.y + 4 * sizes.unit, width, 26 * sizes.unit},
                    &(Label){text, CW_FACE_BOLD, CW_ALIGN_LEFT, sizes.title * 0.92,
                             is_record ? theme->accent : theme->text});
    draw_best(screens, (Box){x, box.y + 32 * sizes.unit, width, 16 * sizes.unit}, list);
    draw_medal(screens, box, list);
}

static void draw_split(const Screens *screens, uint32_t split, Box box, CwDrawList *list)
{
    const CwRunTime *time = time_of(screens);
    const CwRunTime *compared = screens->rival.medal > 0 ? &screens->rival : &screens->best;
    const CwTheme *theme = &screens->theme;
    UiSizes sizes = ui_sizes(screens->page.text_scale);
    char text[TIME_TEXT_BYTES], line[2 * TIME_TEXT_BYTES], delta[TIME_TEXT_BYTES];
    screens_time_text(time->splits[split], time->tick_rate, text);
    snprintf(line, sizeof line, "%u  %s", split + 1, text);
    panel_label_fit(list, (Box){box.x, box.y, box.width * 0.62, box.height},
                    &(Label){line, CW_FACE_MONO, CW_ALIGN_LEFT, sizes.note, theme->text});
    if (split < compared->split_count) {
        int64_t ticks = (int64_t)time->splits[split] - compared->splits[split];
        print_delta(time, ticks, delta);
        panel_label_fit(list, (Box){box.x + box.width * 0.68, box.y, box.width * 0.32, box.height},
                        &(Label){delta, CW_FACE_MONO, CW_ALIGN_RIGHT, sizes.note,
                                 delta_colour(screens, ticks)});
    }
}

static void draw_splits(const Screens *screens, Box box, CwDrawList *list)
{
    const CwRunTime *time = time_of(screens);
    int columns = split_columns(time), lines = split_lines(time);
    double gap = columns > 1 ? COLUMN_GAP : 0, width = (box.width - gap) / columns;
    UiSizes sizes = ui_sizes(screens->page.text_scale);
    double height = SPLIT_HEIGHT * sizes.unit;
    char text[PAGE_LABEL_BYTES];
    if (screens->rival.medal > 0) {
        const char *medal = screens->game->rank.medals[screens->rival.medal - 1];
        snprintf(text, sizeof text, text_of("Compared with %s"), text_in("medal", medal));
        panel_label_fit(
            list, (Box){box.x, box.y, box.width, height},
            &(Label){text, CW_FACE_REGULAR, CW_ALIGN_LEFT, sizes.note, screens->theme.accent});
        box.y += height;
    }
    for (uint32_t i = 0; i < time->split_count; i++) {
        int column = (int)i / lines, line = (int)i % lines;
        Box cell = {box.x + column * (width + gap), box.y + line * height, width, height};
        draw_split(screens, i, cell, list);
    }
}

/* Draws the goals, from the better of this run and the best one. */
static void draw_goals(const Screens *screens, Box box, CwDrawList *list)
{
    const CwGame *game = screens->game;
    double limits[CW_MEDAL_MAX];
    CwRunTime best = *time_of(screens);
    best.medal = screens_medal_won(screens);
    if (no_rank(screens) != NULL || !run_is_better(game, &best, &screens->best)) {
        best = screens->best;
    }
    medal_limits(game, screens->playback->session.map, limits);
    goals_draw(screens, limits, &best, box, list);
}

static void draw_figures(void *screens, int id, Box box, CwDrawList *list)
{
    if (id == RESULTS_SUMMARY) {
        draw_summary(screens, box, list);
    } else if (id == RESULTS_GOALS) {
        draw_goals(screens, box, list);
    } else {
        draw_splits(screens, box, list);
    }
}

const ScreenDef screen_results = {
    .title = "Finish", .build = build, .open = open, .act = act, .card = draw_figures};
