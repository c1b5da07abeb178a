/* The tab of the knobs: sliders for numbers of the code and of [simulation]. */
#include "base/number.h"
#include "live/dev_runner.h"
#include "platform/clock.h"
#include "platform/crash.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCE_BYTES_MAX = 4 << 20, ROW_KEEP = KNOBS_MAX, ROW_UNDO };

static const int64_t REST_NS = 300000000; /* after a slider moves, before the run begins again */
static const int64_t SLICE_NS = 30000000; /* of a frame, for the preview */
static const double KEY_STEPS = 50;       /* key presses that cross the range, about */

/* ---- rows ---- */

static KnobRow *find_row(KnobBoard *board, const char *name)
{
    int row = 0;
    while (row < board->count && strcmp(board->rows[row].name, name) != 0) {
        row++;
    }
    return row < board->count ? &board->rows[row] : NULL;
}

static int compare_places(const void *a, const void *b)
{
    const KnobRow *x = a, *y = b;
    int order = strcmp(x->knob.file, y->knob.file);
    return order != 0 ? order : x->knob.line - y->knob.line;
}

/* Collects the turned rows, both knobs and settings. */
static KnobEdits turned_edits(const KnobBoard *board)
{
    KnobEdits edits = {0};
    for (int i = 0; i < board->count; i++) {
        const KnobRow *row = &board->rows[i];
        if (row->value != row->knob.initial) {
            edits.items[edits.count++] = knob_edit(row->name, row->value);
        }
    }
    return edits;
}

static void add_row(KnobBoard *board, KnobBoard *old, KnobRow row)
{
    const KnobRow *was = find_row(old, row.name);
    bool is_same = was != NULL && was->knob.initial == row.knob.initial;
    if (board->count < KNOBS_MAX && find_row(board, row.name) == NULL) {
        row.value = is_same ? was->value : row.knob.initial;
        row.value_before_keep = was != NULL ? was->value_before_keep : row.knob.initial;
        board->rows[board->count++] = row;
    }
}

static void add_sources(KnobBoard *board, KnobBoard *old, const CwGame *game)
{
    for (int i = 0; i < game->content.knob_count; i++) {
        KnobRow row = {.knob = *game->content.knobs[i]};
        snprintf(row.name, sizeof row.name, "%s", row.knob.name);
        add_row(board, old, row);
    }
    qsort(board->rows, (size_t)board->count, sizeof board->rows[0], compare_places);
}

/* Adds settings that can change at a tick. The level's map may set some. */
static void add_settings(DevRunner *runner, KnobBoard *old, const Program *program)
{
    CwSimSettings settings = program->config.sim;
    unsigned fixed = program->config.fixed_settings;
    unsigned set_by_map = sim_settings_apply_map(&settings, runner->knobs.map, fixed) & ~fixed;
    for (int i = 0; i < program->table.count; i++) {
        const ConfigKey *key = &program->table.keys[i];
        bool is_live = (key->flags & (KEY_SIMULATION | KEY_AT_LEVEL_START)) == KEY_SIMULATION;
        CwInputSetting setting = is_live ? sim_settings_find(key->name) : CW_SETTING_COUNT;
        if (setting == CW_SETTING_COUNT) {
            continue;
        }
        KnobRow row = {.knob = {.unit = key->unit, .low = key->low, .high = key->high},
                       .setting = setting,
                       .is_whole = key->kind == CW_CONFIG_WHOLE,
                       .is_in_level = (set_by_map & sim_settings_bit(setting)) != 0};
        row.knob.initial = sim_settings_value(&settings, setting);
        row.knob.file = row.is_in_level ? path_name(runner->map_path) : "config.ini";
        snprintf(row.name, sizeof row.name, "%s.%s", key->section, key->name);
        if (!row.is_whole) {
            /* Up to twice the number, because gravity's range, say, is too wide for a slider. */
            row.knob.high = fmax(1, 2 * fabs(row.knob.initial));
            row.knob.low = -row.knob.high;
        }
        add_row(&runner->knobs.board, old, row);
    }
}

/* ---- the board ---- */

static void load_map(DevRunner *runner, const char *path)
{
    cw_map_free(runner->knobs.map);
    runner->knobs.map = path[0] == '\0' ? NULL : map_load_quietly(path, NULL);
}

/* Fills the rows again. Turned numbers stay. */
static void fill_rows(DevRunner *runner, const CwGame *game, const Program *program)
{
    KnobBoard *board = &runner->knobs.board, old = *board;
    board->count = 0;
    add_sources(board, &old, game);
    if (program != NULL) {
        add_settings(runner, &old, program);
    }
}

void dev_knobs_open(DevRunner *runner, const CwGame *game, const Program *program)
{
    KnobBoard *board = &runner->knobs.board;
    load_map(runner, runner->map_path);
    fill_rows(runner, game, program);
    board->turned = runner->knobs.wanted = runner->knobs.previewed = turned_edits(board);
}

/* Called once a frame: follows the level that is played. */
static void follow_level(DevRunner *runner)
{
    const char *path = runner->loop->playback.session.map_path;
    bool is_same = strcmp(runner->map_path, path) == 0;
    if (!is_same || (runner->knobs.map == NULL && path[0] != '\0')) {
        snprintf(runner->map_path, sizeof runner->map_path, "%s", path);
        load_map(runner, path);
    }
    if (runner->loop->menus.screens.activity == ACTIVITY_PAUSED) {
        fill_rows(runner, runner->loop->desc.game, runner->program);
    }
}

/* ---- a run with these numbers ---- */

static bool has_setting(const KnobEdits *edits)
{
    bool has = false;
    for (size_t i = 0; i < edits->count; i++) {
        has = has || strchr(knob_name(&edits->items[i]), '.') != NULL;
    }
    return has;
}

void dev_knobs_plan(DevKnobs *knobs, const KnobEdits *edits, RerunPlan *plan)
{
    KnobBoard *board = &knobs->board;
    plan->knobs = edits->items;
    plan->knob_count = edits->count;
    if (!has_setting(edits) && !has_setting(&board->turned)) {
        return;
    }
    knobs->settings = rerun_plan_settings(plan);
    plan->settings = &knobs->settings;
    plan->has_map_settings = false;
    for (int i = 0; i < board->count; i++) {
        if (board->rows[i].setting != CW_SETTING_NONE) {
            sim_settings_set(&knobs->settings, board->rows[i].setting, board->rows[i].knob.initial);
        }
    }
    for (size_t i = 0; i < edits->count; i++) {
        const KnobRow *row = find_row(board, knob_name(&edits->items[i]));
        if (row != NULL && row->setting != CW_SETTING_NONE) {
            sim_settings_set(&knobs->settings, row->setting, knob_value(&edits->items[i]));
        }
    }
}

/* ---- keep and undo ---- */

/* Finds the first line that begins with these words, after blanks; NULL: none. */
static const char *find_line(const char *text, const char *words)
{
    const char *at = text, *start;
    while ((at = strstr(at, words)) != NULL) {
        for (start = at; start > text && (start[-1] == ' ' || start[-1] == '\t'); start--) {
        }
        if (start == text || start[-1] == '\n') {
            return at;
        }
        at++;
    }
    return NULL;
}

/* Replaces the number in the line that begins with "CW_TUNE(NAME, NUMBER,". */
static bool change_source(const KnobRow *row, double to, const char *path, CwError *error)
{
    char figures[NUMBER_TEXT_MAX], lines[2][128];
    const double numbers[2] = {row->knob.initial, to};
    size_t size = 0;
    for (int i = 0; i < 2; i++) {
        number_print(numbers[i], figures);
        snprintf(lines[i], sizeof lines[i], "CW_TUNE(%s, %s,", row->name, figures);
    }
    char *text = (char *)file_read(path, 0, SOURCE_BYTES_MAX, &size);
    const char *at = text == NULL ? NULL : find_line(text, lines[0]);
    const char *rest = at == NULL ? "" : at + strlen(lines[0]);
    const FilePart parts[] = {{text, at == NULL ? 0 : (size_t)(at - text)},
                              {lines[1], strlen(lines[1])},
                              {rest, at == NULL ? 0 : (size_t)(text + size - rest)}};
    bool ok = at != NULL && file_replace(path, parts, (int)CW_ARRAY_LENGTH(parts));
    if (!ok) {
        cw_error_set(error, "\"%s\" can't be changed in %.80s: do it by hand", lines[0],
                     row->knob.file);
    }
    free(text);
    return ok;
}

/* Writes to the game's config.ini. Refuses a setting that the level or another file overrides. */
static bool change_setting(const DevRunner *runner, const KnobRow *row, double to, CwError *error)
{
    char path[PATH_BYTES_MAX];
    const Program *program = runner->program;
    ConfigEdit edit = {.section = "simulation", .name = strchr(row->name, '.') + 1};
    int index = config_find(&program->table, edit.section, edit.name, NULL);
    ConfigOrigin origin = config_origin(&program->table, &program->config, index);
    bool is_own = origin.source == NULL || origin.source == program->paths.config;
    const char *source = row->is_in_level ? row->knob.file : is_own ? NULL : origin.source;
    number_print(to, edit.value);
    path_join(path, runner->places->root, "config.ini");
    return source == NULL
               ? config_edit_file(path, &edit, 1, error)
               : cw_error_set(error, "%s is set by %.120s: change it there", row->name, source);
}

static bool change_file(const DevRunner *runner, const KnobRow *row, double to, CwError *error)
{
    char path[PATH_BYTES_MAX];
    if (row->setting != CW_SETTING_NONE) {
        return change_setting(runner, row, to, error);
    }
    path_join(path, runner->places->root, row->knob.file);
    int lock = file_lock_folder(path);
    bool ok = change_source(row, to, path, error);
    file_unlock_folder(lock);
    return ok;
}

/* Keep writes the turned numbers into their files. Undo turns them back. If none is turned, Undo
 * writes the numbers from before the last Keep. */
static void write_numbers(DevRunner *runner, bool keeps, CwError *error)
{
    KnobBoard *board = &runner->knobs.board;
    bool turned = runner->knobs.wanted.count > 0, ok = true, has_any = turned;
    if (keeps && !turned) {
        cw_error_set(error, "no number is turned, so there is nothing to keep");
        return;
    }
    for (int i = 0; i < board->count && ok; i++) {
        KnobRow *row = &board->rows[i];
        double initial = row->knob.initial, to = keeps ? row->value : row->value_before_keep;
        row->value = keeps ? row->value : initial;
        if (turned && !keeps) {
            continue;
        }
        has_any = has_any || to != initial;
        ok = to == initial || change_file(runner, row, to, error);
        row->value_before_keep = ok ? initial : row->value_before_keep;
    }
    if (!has_any) {
        cw_error_set(error, "no number is turned, and no Keep can be taken back");
    }
}

/* ---- the preview ---- */

static void close_preview(DevKnobs *knobs)
{
    session_close(&knobs->session);
    cw_replay_free(knobs->recording);
    knobs->recording = NULL;
    knobs->is_running = knobs->is_done = false;
    knobs->growing.count = 0;
}

static void drop_preview(DevKnobs *knobs)
{
    close_preview(knobs);
    knobs->shown.count = 0;
    knobs->previewed = knobs->board.turned;
}

static void begin_preview(DevRunner *runner, KnobEdits edits, CwError *error)
{
    DevKnobs *knobs = &runner->knobs;
    Playback *playback = &runner->loop->playback;
    SessionDesc desc = playback_session_desc(playback->desc.game, playback->desc.config);
    desc.slot = ARENA_SLOT_ANY;
    desc.guest = playback->desc.setup.guest;
    close_preview(knobs);
    knobs->previewed = edits;
    recorder_flush(&playback->recorder);
    knobs->recording = cw_replay_load(runner->run_path, error);
    knobs->plan = (RerunPlan){.recording = knobs->recording,
                              .policy = CHANGES_SILENT,
                              .map_path = playback->session.map_path};
    if (knobs->recording != NULL) {
        knobs->plan.transfer = dev_take_transfer(runner) ? &runner->transfer : NULL;
        dev_knobs_plan(knobs, &knobs->previewed, &knobs->plan);
    }
    knobs->is_running = knobs->recording != NULL &&
                        rerun_plan_begin(&knobs->run, &knobs->session, &knobs->plan, &desc, error);
}

static void run_slice(DevRunner *runner, CwError *error)
{
    DevKnobs *knobs = &runner->knobs;
    const Session *played = &runner->loop->playback.session;
    int64_t end_ns = clock_now_ns() + SLICE_NS;
    while (knobs->is_running && !knobs->is_done && clock_now_ns() < end_ns) {
        watchdog_feed(WATCHDOG_GAME_S);
        knobs->is_done = rerun_plan_is_done(&knobs->run);
        knobs->is_running = knobs->is_done || run_advance(&knobs->run, error);
        dev_trail_note(&knobs->growing, &knobs->session);
    }
    if (knobs->is_done) {
        DevTrail shown = knobs->shown;
        knobs->shown = knobs->growing;
        knobs->growing = shown;
        knobs->is_running = false;
    }
    played->desc.guest->enter(played->guest_state);
}

/* ---- a frame ---- */

static bool is_equal(const KnobEdits *a, const KnobEdits *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static void describe_change(DevKnobs *knobs)
{
    const KnobRow *row = &knobs->board.rows[knobs->board.selected];
    char figures[NUMBER_TEXT_MAX];
    number_print(row->value, figures);
    snprintf(knobs->label, sizeof knobs->label, "%.45s = %s", row->name, figures);
    if (knobs->wanted.count == 0) {
        snprintf(knobs->label, sizeof knobs->label, "no knob turned");
    }
    knobs->changed_ns = clock_now_ns();
    knobs->board.error = (CwError){0};
}

bool dev_knobs_update(DevRunner *runner)
{
    DevKnobs *knobs = &runner->knobs;
    KnobBoard *board = &knobs->board;
    follow_level(runner);
    if (board->request != KNOBS_NOTHING) {
        board->error = (CwError){0};
        write_numbers(runner, board->request == KNOBS_KEEP, &board->error);
        board->request = KNOBS_NOTHING;
    }
    KnobEdits wanted = turned_edits(board);
    bool turned = !is_equal(&wanted, &knobs->wanted);
    if (turned) {
        knobs->wanted = wanted;
        describe_change(knobs);
    }
    if (is_equal(&wanted, &board->turned)) {
        drop_preview(knobs);
    } else if (!knobs->is_running && !is_equal(&wanted, &knobs->previewed)) {
        begin_preview(runner, wanted, &board->error);
    }
    if (knobs->is_running) {
        run_slice(runner, &board->error);
    }
    bool is_settled = !board->is_held && clock_now_ns() - knobs->changed_ns >= REST_NS;
    bool is_ready = is_settled && knobs->is_done && is_equal(&wanted, &knobs->previewed);
    board->turned = is_ready ? wanted : board->turned;
    return is_ready;
}

ScreenKind dev_page(const DevRunner *runner)
{
    const Screens *screens = &runner->loop->menus.screens;
    bool is_paused = screens->activity == ACTIVITY_PAUSED && screens->depth > 0;
    return is_paused ? screens->stack[screens->depth - 1].kind : SCREEN_TITLE;
}

void dev_knobs_leave(DevRunner *runner)
{
    DevKnobs *knobs = &runner->knobs;
    const Screens *screens = &runner->loop->menus.screens;
    knobs->page = dev_page(runner);
    knobs->side = screens->side;
    const PageRow *row = page_selected(&screens->page);
    knobs->row = row == NULL ? 0 : row->id;
    drop_preview(knobs);
}

void dev_knobs_show(DevRunner *runner)
{
    Screens *screens = &runner->loop->menus.screens;
    ScreenKind page = runner->knobs.page;
    if (page >= SCREEN_GUEST && screens->activity == ACTIVITY_PAUSED) {
        screens->side = runner->knobs.side;
        screens_push(screens, page);
        page_select(&screens->page, runner->knobs.row);
    }
}

/* ---- the page ---- */

/* Turns a number to a short decimal. The step is 1, 2 or 5 times a power of ten. */
static void turn(KnobRow *row, double fraction, int steps)
{
    const CwKnob *knob = &row->knob;
    double most = (knob->high - knob->low) / KEY_STEPS, power = pow(10, floor(log10(most)));
    double share = most / power, step = share >= 5 ? 5 * power : share >= 2 ? 2 * power : power;
    step = row->is_whole ? 1 : step;
    double wanted =
        steps == 0 ? knob->low + fraction * (knob->high - knob->low) : row->value + steps * step;
    int decimals = (int)fmax(0, -floor(log10(step) + 1e-9));
    double exact = number_round(round(wanted / step) * step, decimals);
    row->value = fmax(knob->low, fmin(knob->high, exact));
}

static void show_row(Page *page, const KnobRow *row, int id)
{
    char figures[NUMBER_TEXT_MAX];
    const CwKnob *knob = &row->knob;
    number_print(row->value, figures);
    PageRow *slider = page_add(page, ROW_SLIDER, id, row->name);
    page_set_value(slider, figures);
    slider->fraction = (row->value - knob->low) / (knob->high - knob->low);
    if (page->selected == page->row_count - 1) {
        number_print(knob->initial, figures);
        size_t end = (size_t)snprintf(page->hint, sizeof page->hint, "%s%s%.20s in %.80s", figures,
                                      knob->unit[0] == '\0' ? "" : " ", knob->unit, knob->file);
        if (knob->line > 0) {
            snprintf(page->hint + end, sizeof page->hint - end, ":%d", knob->line);
        }
    }
}

static void build_knobs(Screens *screens)
{
    KnobBoard *board = screens_guest(screens);
    for (int i = 0; i < board->count; i++) {
        show_row(&screens->page, &board->rows[i], i);
    }
    static const char *const acts[][2] = {
        {"Keep", "Write the turned numbers into their files"},
        {"Undo", "Turn all back; if none is turned, take the last Keep back"}};
    for (int i = 0; i < (int)CW_ARRAY_LENGTH(acts); i++) {
        page_add(&screens->page, ROW_ACTION, ROW_KEEP + i, acts[i][0]);
        if (screens->page.selected == screens->page.row_count - 1) {
            snprintf(screens->page.hint, sizeof screens->page.hint, "%s", acts[i][1]);
        }
    }
    screens->page.notice = board->error.text[0] == '\0' ? NULL : board->error.text;
    board->is_held = screens->page.was_pressed;
}

static void act_knobs(Screens *screens, const PageEvent *event)
{
    KnobBoard *board = screens_guest(screens);
    if (event->type == PAGE_CHOSEN && event->id >= ROW_KEEP) {
        board->request = event->id == ROW_KEEP ? KNOBS_KEEP : KNOBS_UNDO;
    } else if (event->type == PAGE_SET || event->type == PAGE_TURNED) {
        board->selected = event->id;
        turn(&board->rows[event->id], event->fraction, event->step);
    }
}

const ScreenDef dev_knobs_page = {.title = "Knobs",
                                  .width = SETTINGS_WIDTH,
                                  .has_hints = true,
                                  .build = build_knobs,
                                  .act = act_knobs};
