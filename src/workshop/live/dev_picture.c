/* Draws over the game's picture under `clockwork dev`: trails, progress, tests and trouble. */
#include "base/array.h"
#include "base/number.h"
#include "live/dev_runner.h"
#include "panel/debug_shapes.h"
#include "ui/ui_view.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PIECE_POINTS = 64, POINTS_MAX = 500 }; /* limits of a trail, because strokes are slow */

static const double APART_M = 0.01;   /* distance at which two trails part */
static const double TELEPORT_M = 3;   /* a longer step interrupts the line */
static const double APART_WIDTHS = 4; /* least distance of drawn points, in line widths */
static const double LINE = 13;        /* height of a line of text, in points of ui_view.h */
static const double TRAIL_PX = 1.5;   /* width of a trail, in points of ui_view.h */
static const double HINT_S = 5;       /* how long the hint "/ shows all keys" is shown */

/* ---- trails ---- */

static bool add_point(DevTrail *trail, CwPoint2 at)
{
    CwPoint2 *points = grow_for_one(trail->points, trail->count, sizeof *points);
    if (points != NULL) {
        trail->points = points;
        points[trail->count++] = at;
    }
    return points != NULL;
}

void dev_trail_note(DevTrail *trail, const Session *session)
{
    uint64_t tick = cw_world_tick(session->world);
    CwProbe probe = session_probe(session);
    cpVect at = probe.player == NULL ? cpv(NAN, NAN) : cpBodyGetPosition(probe.player);
    if (tick == 0) {
        return;
    }
    trail->count = trail->count >= tick ? tick - 1 : trail->count;
    while (trail->count + 1 < tick && add_point(trail, (CwPoint2){NAN, NAN})) {
    }
    if (trail->count + 1 == tick) {
        add_point(trail, (CwPoint2){at.x, at.y});
    }
}

void dev_trail_copy_past(DevTrail *trail, const DevTrail *older, uint64_t ticks)
{
    while (trail->count < ticks && trail->count < older->count) {
        if (!add_point(trail, older->points[trail->count])) {
            return;
        }
    }
}

uint64_t dev_trail_find_parting(const DevTrail *trail, const DevTrail *older)
{
    for (size_t i = 0; i < trail->count && i < older->count; i++) {
        CwPoint2 a = trail->points[i], b = older->points[i];
        if (hypot(a.x - b.x, a.y - b.y) > APART_M) { /* false without a player */
            return i + 1;
        }
    }
    return 0;
}

typedef struct TrailLook {
    CwColour colour;
    uint64_t from, to, now; /* ticks of the drawn part and of its disc */
    const char *label;      /* NULL: none */
} TrailLook;

static bool is_in_view(const CwWorldRect *seen, CwPoint2 at)
{
    bool is_beside = at.x < seen->left_m || at.x > seen->right_m;
    return !is_beside && at.y >= seen->bottom_m && at.y <= seen->top_m;
}

/* Draws the visible parts of a trail. Returns the middle of the visible ticks, for the label. */
static CwPoint2 draw_line(const DevTrail *trail, const TrailLook *look, double width_m,
                          CwDrawList *list)
{
    CwWorldRect seen = cw_draw_visible_world(list);
    CwPoint2 piece[PIECE_POINTS];
    uint64_t first_seen = 0, last_seen = 0;
    int count = 0, drawn = 0;
    for (uint64_t tick = look->from; tick <= look->to && tick <= trail->count && drawn < POINTS_MAX;
         tick++) {
        CwPoint2 at = trail->points[tick - 1];
        bool is_seen = is_in_view(&seen, at);
        double step_m = count > 0 ? hypot(at.x - piece[count - 1].x, at.y - piece[count - 1].y) : 0;
        bool is_joined = count > 0 && step_m < TELEPORT_M;
        if (count > 0 && (!is_seen || !is_joined || count == PIECE_POINTS)) {
            cw_draw_polyline(list, piece, count, width_m, look->colour);
            piece[0] = piece[count - 1];
            count = is_joined && is_seen ? 1 : 0;
        }
        bool is_far = count == 0 || step_m > APART_WIDTHS * width_m;
        if (is_seen) {
            first_seen = first_seen == 0 ? tick : first_seen;
            last_seen = tick;
        }
        if (is_seen && is_far) {
            piece[count++] = at;
            drawn++;
        }
    }
    if (count > 1) {
        cw_draw_polyline(list, piece, count, width_m, look->colour);
    }
    return last_seen == 0 ? (CwPoint2){NAN, NAN} : trail->points[(first_seen + last_seen) / 2 - 1];
}

/* Draws a line with its label, and a disc at the shown tick. */
static void draw_trail(const DevTrail *trail, const TrailLook *look, CwDrawList *list)
{
    cw_draw_set_layer(list, CW_ENGINE_LAYER_SHAPES);
    cw_draw_set_world(list, 1);
    CwWorldRect seen = cw_draw_visible_world(list);
    double width_m = TRAIL_PX * (seen.top_m - seen.bottom_m) / UI_HEIGHT;
    CwPoint2 middle = draw_line(trail, look, width_m, list);
    if (look->now >= 1 && look->now <= trail->count) {
        CwPoint2 at = trail->points[look->now - 1];
        cw_draw_circle(list, at, 3 * width_m, look->colour);
    }
    if (look->label != NULL && !isnan(middle.x)) {
        CwColour ink = look->colour;
        uint8_t edge = ink.r + ink.g + ink.b > 380 ? 0 : 255; /* contrast to the text */
        CwTextDraw label = {.text = look->label,
                            .x = middle.x,
                            .y = middle.y + 6 * width_m,
                            .align = CW_ALIGN_CENTRE,
                            .anchor = CW_ANCHOR_BOTTOM,
                            .size = 10 * width_m,
                            .outline = 1.2 * width_m,
                            .outline_colour = {edge, edge, edge, ink.a},
                            .colour = ink};
        cw_draw_text(list, &label);
    }
}

/* Draws the other version's whole trail, and the present version's trail from where they part. */
static void draw_trails(const DevRunner *runner, const CwTheme *theme, CwDrawList *list)
{
    const Session *session = &runner->loop->playback.session;
    uint64_t tick = cw_world_tick(session->world);
    const DevVersion *now = &runner->versions[runner->played];
    const DevVersion *other = &runner->versions[1 - runner->played];
    if (runner->comparison.apart_tick == 0 || strcmp(other->level, session->level) != 0) {
        return;
    }
    TrailLook look = {panel_alpha(theme->text, 130), 1, other->trail.count, tick, other->label};
    draw_trail(&other->trail, &look, list);
    look =
        (TrailLook){panel_alpha(theme->accent, 230), runner->comparison.apart_tick, tick, 0, NULL};
    draw_trail(&now->trail, &look, list);
}

/* Draws the preview of the turned knobs: the path, and the player at its end. */
static void draw_preview(const DevRunner *runner, uint64_t tick, const CwTheme *theme,
                         CwDrawList *list)
{
    const DevKnobs *knobs = &runner->knobs;
    const TrailLook look = {theme->accent, 1, UINT64_MAX, tick, knobs->label};
    draw_trail(&knobs->shown, &look, list);
    const cpBody *player = knobs->is_done ? session_probe(&knobs->session).player : NULL;
    if (player != NULL && cw_world_tick(knobs->session.world) == tick) {
        const Thing thing = {.entity = cw_body_owner(player).index1};
        debug_shapes_draw(knobs->session.world, 1, &thing, theme->accent, list);
    }
}

/* ---- text over the picture ---- */

/* The area beside an open panel and a page, above the prompts. */
static CwViewRect find_free_area(const Loop *loop, CwDrawList *list)
{
    const Page *page = &loop->menus.screens.page;
    CwViewRect view = ui_view_begin(list, CW_ENGINE_LAYER_NOTICES);
    CwViewRect room = inspect_room(&workshop_of(loop)->inspect, view);
    Box panel = page->layout.panel;
    double end = panel.x + panel.width;
    if (loop->menus.screens.depth == 0 || page->side == PAGE_WHOLE || page->layout.is_upright) {
        return room;
    }
    room.height -= page->layout.prompts.height;
    room.width = page->side == PAGE_LEFT ? room.x + room.width - end : panel.x - room.x;
    room.x = page->side == PAGE_LEFT ? end : room.x;
    return room;
}

/* Shows what dev is doing, at the bottom right above the time bar. */
static void draw_status(const char *text, CwViewRect room, const CwTheme *theme, CwDrawList *list)
{
    double wanted = panel_text_width(list, text, CW_FACE_BOLD, LINE) + 20;
    double width = fmin(wanted, room.width - 16);
    double bottom = room.y + room.height - TRANSPORT_HEIGHT;
    Box box = {room.x + room.width - width - 8, bottom - 24, width, 20};
    panel_fill_cut(list, box, 4, panel_alpha(theme->shade, 220));
    panel_label_fit(list, (Box){box.x + 8, box.y, box.width - 16, box.height},
                    &(Label){text, CW_FACE_BOLD, CW_ALIGN_CENTRE, LINE, theme->accent});
}

/* Draws a light for each kept test, with the change of its finish in ticks. Returns the height. */
static double draw_test_lights(const DevTests *tests, CwViewRect room, const CwTheme *theme,
                               CwDrawList *list)
{
    static const CwColour PASSES = {0x6f, 0xc4, 0x6a, 255}, MISSES = {0xe8, 0x5d, 0x45, 255};
    Box box = {room.x + 8, room.y + 8, 0, LINE + 4};
    for (int i = tests->count - 1; i >= 0 && box.x < room.x + room.width - 40; i--) {
        const DevTest *test = &tests->items[i];
        char margin[16] = "";
        if (test->outcome.ticks > 0 && test->ticks_before > 0 &&
            test->outcome.ticks != test->ticks_before) {
            snprintf(margin, sizeof margin, "%+" PRId64,
                     (int64_t)test->outcome.ticks - (int64_t)test->ticks_before);
        }
        box.width = LINE + 6 + panel_text_width(list, margin, CW_FACE_BOLD, LINE);
        panel_fill(list, box, panel_alpha(theme->shade, 220));
        panel_fill_cut(list, (Box){box.x + 3, box.y + 3, LINE - 2, LINE - 2}, 2,
                       !test->is_known            ? panel_alpha(theme->text, 90)
                       : test->outcome.has_passed ? PASSES
                                                  : MISSES);
        panel_label(list, (Box){box.x + LINE + 3, box.y, 0, box.height},
                    &(Label){margin, CW_FACE_BOLD, CW_ALIGN_LEFT, LINE, theme->text});
        box.x += box.width + 3;
    }
    return tests->count > 0 ? box.height + 4 : 0;
}

static void draw_text_box(const char *about, const char *words, CwViewRect room,
                          const CwTheme *theme, CwDrawList *list)
{
    double width = fmin(room.width - 16, 560), y = room.y + 14;
    CwTextDraw title = {.text = about,
                        .face = CW_FACE_BOLD,
                        .x = room.x + 18,
                        .size = LINE,
                        .width = width - 20,
                        .anchor = CW_ANCHOR_TOP,
                        .colour = theme->accent};
    CwTextDraw lines = title;
    lines.text = words;
    lines.face = CW_FACE_MONO;
    lines.size = LINE - 2;
    lines.colour = theme->text;
    double title_height = cw_text_measure(list, &title).height;
    double lines_height = words[0] == '\0' ? 0 : cw_text_measure(list, &lines).height + 4;
    Box box = {room.x + 8, room.y + 8, width, title_height + lines_height + 12};
    panel_fill_cut(list, box, 4, panel_alpha(theme->shade, 240));
    title.y = y;
    lines.y = y + title_height + 4;
    cw_draw_text(list, &title);
    cw_draw_text(list, &lines);
}

static const char *shorten(const char *exact, char text[24])
{
    double number;
    if (number_parse(exact, &number)) {
        snprintf(text, 24, "%.5g", number);
        return text;
    }
    return exact;
}

/* Marks on the time bar where the worlds begin to differ, and where the player's path does. */
static void draw_marks(const DevRunner *runner, const Loop *loop, const CwTheme *theme,
                       CwDrawList *list)
{
    uint64_t apart = runner->comparison.apart_tick;
    const Playback *playback = &loop->playback;
    double first = (double)playback_first_tick(playback);
    double last = (double)playback_last_tick(playback);
    bool has_bar = loop->menus.screens.activity == ACTIVITY_PAUSED && playback_has_past(playback);
    if (!has_bar || last <= first) {
        return;
    }
    char words[FIELD_NAME_BYTES + 2 * FIELD_TEXT_BYTES + 32] = "differs from here";
    TransportMark mark = {.share = ((double)runner->comparison.first_tick - first) / (last - first),
                          .words = words,
                          .lift = inspect_lift(&workshop_of(loop)->inspect)};
    if (runner->comparison.has_field && runner->comparison.first_tick > 0) {
        const FieldDifference *field = &runner->comparison.field;
        char before[24], after[24];
        snprintf(words, sizeof words, "%s %s -> %s", field->name,
                 shorten(runner->played == 0 ? field->a : field->b, before),
                 shorten(runner->played == 0 ? field->b : field->a, after));
    }
    bool is_known = runner->comparison.has_field || !runner->is_trial_open;
    if (is_known && runner->comparison.first_tick > 0 && mark.share >= 0) {
        transport_draw_mark(&mark, theme, list);
    }
    mark.share = ((double)apart - first) / (last - first);
    mark.words = "moves differently";
    mark.is_below = true;
    if (apart > 0 && mark.share >= 0) {
        transport_draw_mark(&mark, theme, list);
    }
}

/* True in the first seconds of the first version. */
static bool is_first_start(const DevRunner *runner)
{
    const Session *session = &runner->loop->playback.session;
    return runner->version_count == 1 && runner->loop->menus.screens.activity == ACTIVITY_PLAYING &&
           cw_world_time_s(session->world) < HINT_S;
}

void dev_draw(DevRunner *runner, const CwTheme *theme)
{
    const Loop *loop = runner->loop;
    CwDrawList *list = &runner->loop->stage.draw_list;
    char title[256];
    if (!catch_up_is_running(loop)) {
        draw_trails(runner, theme, list);
        draw_preview(runner, cw_world_tick(loop->playback.session.world), theme, list);
    }
    draw_marks(runner, loop, theme, list);
    const char *status = runner->step == STEP_BUILD      ? "building; F12 stops it"
                         : runner->step == STEP_TRIAL    ? "trying it; F12 stops it"
                         : is_first_start(runner)        ? "/ shows all keys"
                         : !runner->is_from_here         ? NULL
                         : workshop_of(loop)->span.has_a ? "saves apply from A on"
                                                         : "saves apply from now on";
    CwViewRect room = find_free_area(loop, list);
    if (status != NULL) {
        draw_status(status, room, theme, list);
    }
    if (loop->menus.screens.activity == ACTIVITY_PAUSED) {
        double height = draw_test_lights(&runner->tests, room, theme, list);
        room.y += height;
        room.height -= height;
    }
    if (runner->trouble.title[0] != '\0') {
        draw_text_box(runner->trouble.title, runner->trouble.lines, room, theme, list);
    } else if (dev_page(runner) == PAGE_VERSIONS && runner->kept_builds.count > 0) {
        const KeptBuild *build = &runner->kept_builds.builds[runner->kept_builds.selected];
        snprintf(title, sizeof title, "%s %s%s%s", build->file, build->clock,
                 build->trouble[0] == '\0' ? "" : ": ", build->trouble);
        draw_text_box(title, runner->kept_builds.difference, room, theme, list);
    }
}
