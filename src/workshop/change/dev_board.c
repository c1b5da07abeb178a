/* The numbers on the page Knobs: of the code, of [simulation] and of an object of the level. Where
 * they come from, how a run gets them, and how they are written into their files. */
#include "base/number.h"
#include "live/dev_runner.h"
#include "map/map_text.h"
#include "platform/file.h"
#include "program/loop.h"
#include "sim/world_setting.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCE_BYTES_MAX = 4 << 20 };

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

KnobEdits dev_board_edits(const KnobBoard *board)
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
    bool same = was != NULL && was->knob.initial == row.knob.initial;
    if (board->count < KNOBS_MAX && find_row(board, row.name) == NULL) {
        row.value = same ? was->value : row.knob.initial;
        row.before = was != NULL ? was->before : row.knob.initial;
        board->rows[board->count++] = row;
    }
}

static void add_sources(KnobBoard *board, KnobBoard *old, const CwGame *game)
{
    for (int i = 0; i < game->knob_count; i++) {
        KnobRow row = {.knob = *game->knobs[i]};
        snprintf(row.name, sizeof row.name, "%s", row.knob.name);
        add_row(board, old, row);
    }
    qsort(board->rows, (size_t)board->count, sizeof board->rows[0], compare_places);
}

/* Up to twice the number: the whole range of gravity, say, is none for a slider. */
static void set_range(KnobRow *row, double least, bool below)
{
    CwKnob *knob = &row->knob;
    double most = fmax(least, 2 * fabs(knob->initial));
    knob->low = below || knob->initial < 0 ? -most : 0;
    knob->high = below || knob->initial >= 0 ? most : 0;
}

/* Those that apply at a tick; a level's own are numbers of its map. */
static void add_settings(DevRunner *runner, KnobBoard *old, const Program *program)
{
    CwSimSettings settings = program->config.sim;
    unsigned fixed = program->config.fixed_settings;
    unsigned own = settings_take_map(&settings, runner->knobs.map, fixed) & ~fixed;
    for (int i = 0; i < program->table.count; i++) {
        const ConfigKey *key = &program->table.keys[i];
        bool live = (key->flags & (KEY_SIMULATION | KEY_AT_LEVEL_START)) == KEY_SIMULATION;
        CwInputSetting setting = live ? setting_named(key->name) : CW_SETTING_COUNT;
        if (setting == CW_SETTING_COUNT) {
            continue;
        }
        KnobRow row = {.knob = {.unit = key->unit, .low = key->low, .high = key->high},
                       .place = KNOB_SETTING,
                       .whole = key->kind == CW_CONFIG_WHOLE,
                       .in_level = (own & setting_bit(setting)) != 0};
        row.knob.initial = setting_value(&settings, setting);
        row.knob.file = row.in_level ? path_name(runner->map_path) : "config.ini";
        row.key = snprintf(row.name, sizeof row.name, "%s.", key->section);
        snprintf(row.name + row.key, sizeof row.name - (size_t)row.key, "%s", key->name);
        if (!row.whole) {
            set_range(&row, 1, true);
        }
        add_row(&runner->knobs.board, old, row);
    }
}

/* ---- objects of the level ---- */

static int object_words(const CwMapObject *object, char words[KNOB_NAME_BYTES])
{
    const char *name = object->name[0] != '\0' ? object->name : object->type;
    return snprintf(words, KNOB_NAME_BYTES, "%.20s %d", name, object->id);
}

static bool was_changed(const KnobRow *row)
{
    return row->value != row->knob.initial || row->before != row->knob.initial;
}

/* Its numbers; without old rows only whether there are any. */
static bool add_object(DevRunner *runner, const CwMapObject *object, KnobBoard *old, bool chosen)
{
    bool any = false, whole;
    for (int i = 0; i < cw_property_count(object->properties); i++) {
        KnobRow row = {.place = KNOB_PROPERTY, .in_level = true, .object = object->id};
        const char *name = cw_property_name(object->properties, i);
        int head = object_words(object, row.name);
        int end = snprintf(row.name + head, sizeof row.name - (size_t)head, ": %s", name);
        if (head + end >= (int)sizeof row.name ||
            !map_number_is_own(object->properties, name, &whole)) {
            continue;
        }
        const KnobRow *was = old == NULL ? NULL : find_row(old, row.name);
        any = true;
        row.whole = whole;
        row.key = head + 2;
        row.knob.unit = "";
        row.knob.file = path_name(runner->map_path);
        row.knob.initial = cw_property_number(object->properties, name, 0);
        set_range(&row, whole ? 10 : 1, false);
        if (chosen || (was != NULL && was_changed(was))) {
            add_row(&runner->knobs.board, old, row);
        }
    }
    return any;
}

static bool has_changes(const KnobBoard *board, int object)
{
    bool has = false;
    for (int i = 0; i < board->count; i++) {
        const KnobRow *row = &board->rows[i];
        has = has || (row->place == KNOB_PROPERTY && row->object == object && was_changed(row));
    }
    return has;
}

static void add_objects(DevRunner *runner, KnobBoard *old)
{
    const CwMap *map = runner->knobs.map;
    int count = map == NULL ? 0 : cw_map_object_count(map), chosen = runner->knobs.board.object;
    for (int first = 1; first >= 0; first--) { /* the chosen one's rows come first */
        for (int i = 0; i < count; i++) {
            const CwMapObject *object = cw_map_object(map, i);
            bool is_chosen = object->id == chosen;
            if (is_chosen ? first : !first && has_changes(old, object->id)) {
                add_object(runner, object, old, first);
            }
        }
    }
}

/* The thing in the inspector, or else the player. */
static cpVect middle(const Loop *loop)
{
    const CwWorld *world = loop->playback.session.world;
    const cpBody *player = session_probe(&loop->playback.session).player;
    uint32_t entity = loop->menus.inspect.thing.entity;
    for (int i = 0; entity > 0 && i < world->body_count; i++) {
        if (world->body_owners[i].index1 == entity) {
            return cpBodyGetPosition(world->bodies[i]);
        }
    }
    return player == NULL ? cpvzero : cpBodyGetPosition(player);
}

/* The next object with numbers by its distance, or the last one before it; round and round. */
static void choose_object(DevRunner *runner, int step)
{
    KnobBoard *board = &runner->knobs.board;
    const CwMap *map = runner->knobs.map;
    cpVect from = middle(runner->loop);
    const CwMapObject *best = NULL;
    double now = -INFINITY, best_rank = INFINITY;
    for (int round = 0; round < 3 && best == NULL && map != NULL; round++) {
        for (int i = 0; i < cw_map_object_count(map); i++) {
            const CwMapObject *object = cw_map_object(map, i);
            double rank = step * (cpvdist(object->centre_m, from) + 1e-7 * i);
            if (round == 0 && object->id == board->object) {
                now = rank;
            } else if (round > 0 && rank > now && rank < best_rank &&
                       add_object(runner, object, NULL, false)) {
                best = object;
                best_rank = rank;
            }
        }
        now = round > 0 ? -INFINITY : now;
    }
    board->object = best == NULL ? 0 : best->id;
    if (best != NULL) {
        object_words(best, board->object_words);
    }
}

/* ---- the board ---- */

static void load_map(DevRunner *runner, const char *path)
{
    cw_map_free(runner->knobs.map);
    runner->knobs.map = path[0] == '\0' ? NULL : map_load_quietly(path, NULL);
}

void dev_board_open(DevRunner *runner, const CwGame *game, const Program *program)
{
    KnobBoard *board = &runner->knobs.board, old = *board;
    board->count = 0;
    add_sources(board, &old, game);
    if (program != NULL) {
        load_map(runner, runner->map_path);
        add_settings(runner, &old, program);
        add_objects(runner, &old);
    }
    board->turned = runner->knobs.wanted = runner->knobs.tried = dev_board_edits(board);
}

static bool has_place(KnobBoard *board, const KnobEdits *edits, KnobPlace place)
{
    bool has = false;
    for (size_t i = 0; i < edits->count; i++) {
        const KnobRow *row = find_row(board, knob_name(&edits->items[i]));
        has = has || (row != NULL && row->place == place);
    }
    return has;
}

/* In a level that was opened anew no number of an object is turned. */
static void drop_objects(KnobBoard *board)
{
    int kept = 0;
    for (int i = 0; i < board->count; i++) {
        if (board->rows[i].place != KNOB_PROPERTY) {
            board->rows[kept++] = board->rows[i];
        }
    }
    board->count = kept;
    board->object = 0;
}

void dev_board_follow(DevRunner *runner)
{
    DevKnobs *knobs = &runner->knobs;
    KnobBoard *board = &knobs->board;
    const Session *session = &runner->loop->playback.session;
    bool was_shown = knobs->page_shown, same = strcmp(runner->map_path, session->map_path) == 0;
    knobs->page_shown = dev_page(runner) == PAGE_KNOBS;
    if (!same || (knobs->map == NULL && session->map_path[0] != '\0')) {
        snprintf(runner->map_path, sizeof runner->map_path, "%s", session->map_path);
        load_map(runner, runner->map_path);
    }
    bool anew = session->desc.map_text.bytes == NULL;
    if (!same || (anew && has_place(board, &board->turned, KNOB_PROPERTY))) {
        drop_objects(board);
        board->turned = dev_board_edits(board);
    }
    if (runner->loop->menus.screens.activity != ACTIVITY_PAUSED) {
        return;
    }
    if (board->object_turn != 0 || (knobs->page_shown && !was_shown)) {
        board->object = board->object_turn == 0 ? 0 : board->object;
        choose_object(runner, board->object_turn == 0 ? 1 : board->object_turn);
        board->object_turn = 0;
    }
    KnobBoard old = *board;
    board->count = 0;
    add_sources(board, &old, runner->loop->desc.game);
    add_settings(runner, &old, runner->program);
    add_objects(runner, &old);
}

void dev_board_free(DevKnobs *knobs)
{
    cw_map_free(knobs->map);
    free(knobs->map_text);
}

/* ---- a run with these numbers ---- */

static void put_number(DevKnobs *knobs, const KnobRow *row, double value, RerunPlan *plan)
{
    MapNumber number = {row->object, row->name + row->key, value};
    MapText before = plan->map_text.bytes != NULL ? plan->map_text : map_text(knobs->map);
    MapText text = map_text_with_number(before, &number);
    if (text.bytes != NULL) {
        free(knobs->map_text);
        knobs->map_text = (char *)(uintptr_t)text.bytes;
        plan->map_text = text;
    }
}

void dev_board_plan(DevKnobs *knobs, const KnobEdits *edits, RerunPlan *plan)
{
    KnobBoard *board = &knobs->board;
    bool sets =
        has_place(board, edits, KNOB_SETTING) || has_place(board, &board->turned, KNOB_SETTING);
    knobs->settings = rerun_plan_settings(plan);
    plan->settings = sets ? &knobs->settings : plan->settings;
    plan->takes_map = plan->takes_map && !sets;
    plan->knobs = edits->items;
    plan->knob_count = edits->count;
    free(knobs->map_text);
    knobs->map_text = NULL;
    for (int i = 0; i < board->count; i++) {
        const KnobRow *row = &board->rows[i];
        double value = row->knob.initial;
        bool turned = false;
        for (size_t k = 0; k < edits->count; k++) {
            if (strcmp(knob_name(&edits->items[k]), row->name) == 0) {
                memcpy(&value, &edits->items[k].value, sizeof value);
                turned = true;
            }
        }
        if (row->place == KNOB_SETTING && sets) {
            setting_set(&knobs->settings, setting_named(row->name + row->key), value);
        } else if (row->place == KNOB_PROPERTY && turned) {
            put_number(knobs, row, value, plan);
        }
    }
}

/* ---- keep and undo ---- */

/* The first line that begins with these words, behind blanks if any. NULL: there is none. */
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

/* The line has to begin with CW_TUNE(NAME, NUMBER, as one writes it. */
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
    bool good = at != NULL && file_replace(path, parts, (int)CW_ARRAY_LENGTH(parts));
    if (!good) {
        cw_error_set(error, "\"%s\" can't be changed in %.80s: do it by hand", lines[0],
                     row->knob.file);
    }
    free(text);
    return good;
}

static bool change_level(const KnobRow *row, double to, const char *path, CwError *error)
{
    size_t size = 0;
    char *text = (char *)file_read(path, 0, MAP_FILE_BYTES_MAX, &size);
    MapNumber number = {row->object, row->name + row->key, to};
    MapText made =
        text == NULL ? (MapText){0} : map_text_with_number((MapText){text, size}, &number);
    bool good = made.bytes != NULL && file_replace(path, &(FilePart){made.bytes, made.size}, 1);
    if (!good) {
        cw_error_set(error, "%s can't be changed in %.80s: do it in Tiled", row->name,
                     row->knob.file);
    }
    free((char *)(uintptr_t)made.bytes);
    free(text);
    return good;
}

/* A value from elsewhere overrides the game's config.ini. */
static bool change_setting(const DevRunner *runner, const KnobRow *row, double to, CwError *error)
{
    char path[PATH_BYTES_MAX];
    const Program *program = runner->program;
    ConfigEdit edit = {.section = "simulation", .name = row->name + row->key};
    int index = config_find(&program->table, edit.section, edit.name, NULL);
    ConfigOrigin origin = config_origin(&program->table, &program->config, index);
    bool own = origin.source == NULL || origin.source == program->paths.config;
    number_print(to, edit.value);
    path_join(path, runner->places->root, "config.ini");
    return own ? config_edit_file(path, &edit, 1, error)
               : cw_error_set(error, "%s is set by %.120s: change it there", row->name,
                              origin.source);
}

static bool change_file(const DevRunner *runner, const KnobRow *row, double to, CwError *error)
{
    char path[PATH_BYTES_MAX] = "";
    if (row->place == KNOB_SETTING && !row->in_level) {
        return change_setting(runner, row, to, error);
    }
    if (row->in_level) {
        snprintf(path, sizeof path, "%s", runner->map_path);
    } else {
        path_join(path, runner->places->root, row->knob.file);
    }
    int lock = file_lock_folder(path);
    bool good =
        row->in_level ? change_level(row, to, path, error) : change_source(row, to, path, error);
    file_unlock_folder(lock);
    return good;
}

void dev_board_write(DevRunner *runner, bool keeps, CwError *error)
{
    KnobBoard *board = &runner->knobs.board;
    bool turned = runner->knobs.wanted.count > 0, good = true, any = turned;
    for (int i = 0; i < board->count && good && (turned || !keeps); i++) {
        KnobRow *row = &board->rows[i];
        double to = keeps ? row->value : turned ? row->knob.initial : row->before;
        any = any || to != row->knob.initial;
        good = to == row->knob.initial || change_file(runner, row, to, error);
        row->before = good && (keeps || !turned) ? row->knob.initial : row->before;
        row->value = keeps ? row->value : row->knob.initial;
    }
    if (!any) {
        cw_error_set(error, keeps ? "no number is turned, so there is nothing to keep"
                                  : "no number is turned, and no Keep can be taken back");
    }
}
