#include "dev/dev_trail.h"

#include "ui/panel.h"

#include <math.h>
#include <stdlib.h>

enum { PIECE_POINTS = 64, POINTS_MAX = 500 }; /* drawn in a picture: strokes take their time */

static const double APART_WIDTHS = 4;
static const double APART_M = 0.01;

static bool make_room(DevTrail *trail, size_t count)
{
    if (count <= trail->capacity) {
        return true;
    }
    size_t capacity = count * 2 + 1024;
    CwPoint2 *points = realloc(trail->points, capacity * sizeof *points);
    if (points == NULL) {
        return false;
    }
    trail->points = points;
    trail->capacity = capacity;
    return true;
}

void dev_trail_note(DevTrail *trail, const Session *session)
{
    uint64_t tick = cw_world_tick(session->world);
    CwProbe probe = session_probe(session);
    if (tick == 0 || !make_room(trail, tick)) {
        return;
    }
    for (; trail->count + 1 < tick; trail->count++) {
        trail->points[trail->count] = (CwPoint2){NAN, NAN};
    }
    cpVect at = probe.player == NULL ? cpv(NAN, NAN) : cpBodyGetPosition(probe.player);
    trail->points[tick - 1] = (CwPoint2){at.x, at.y};
    trail->count = tick;
}

uint64_t dev_trail_part(const DevTrail *trail, const DevTrail *before)
{
    for (size_t i = 0; i < trail->count && i < before->count; i++) {
        CwPoint2 a = trail->points[i], b = before->points[i];
        if (hypot(a.x - b.x, a.y - b.y) > APART_M) { /* false where one is nowhere */
            return i + 1;
        }
    }
    return 0;
}

void dev_trail_free(DevTrail *trail)
{
    free(trail->points);
    *trail = (DevTrail){0};
}

static bool sees(const CwWorldRect *seen, CwPoint2 at)
{
    return at.x >= seen->left_m && at.x <= seen->right_m && at.y >= seen->bottom_m &&
           at.y <= seen->top_m;
}

/* A teleport is no way: the line begins anew there. */
static bool is_near(CwPoint2 a, CwPoint2 b)
{
    return hypot(a.x - b.x, a.y - b.y) < 3;
}

/* Points lie some widths apart at the least. Gives the one in the middle of what is seen. */
static CwPoint2 draw_line(const DevTrail *trail, const DevTrailLook *look, CwDrawList *list)
{
    CwWorldRect seen = cw_draw_visible_world(list);
    CwPoint2 piece[PIECE_POINTS];
    uint64_t first_seen = 0, last_seen = 0;
    int count = 0, drawn = 0;
    for (uint64_t tick = look->from; tick <= look->to && tick <= trail->count && drawn < POINTS_MAX;
         tick++) {
        CwPoint2 at = trail->points[tick - 1];
        bool seen_now = sees(&seen, at);
        bool joins = count > 0 && is_near(piece[count - 1], at);
        if (count > 0 && (!seen_now || !joins || count == PIECE_POINTS)) {
            cw_draw_polyline(list, piece, count, look->width_m, look->colour);
            piece[0] = piece[count - 1];
            count = joins && seen_now ? 1 : 0;
        }
        bool apart = count == 0 || hypot(at.x - piece[count - 1].x, at.y - piece[count - 1].y) >
                                       APART_WIDTHS * look->width_m;
        if (seen_now) {
            first_seen = first_seen == 0 ? tick : first_seen;
            last_seen = tick;
        }
        if (seen_now && apart) {
            piece[count++] = at;
            drawn++;
        }
    }
    if (count > 1) {
        cw_draw_polyline(list, piece, count, look->width_m, look->colour);
    }
    return last_seen == 0 ? (CwPoint2){NAN, NAN} : trail->points[(first_seen + last_seen) / 2 - 1];
}

void dev_trail_draw(const DevTrail *trail, const DevTrailLook *look, CwDrawList *list)
{
    cw_draw_set_layer(list, CW_ENGINE_LAYER_SHAPES);
    cw_draw_set_world(list, 1);
    CwPoint2 middle = draw_line(trail, look, list);
    if (look->now >= 1 && look->now <= trail->count) {
        CwPoint2 at = trail->points[look->now - 1];
        cw_draw_circle(list, at, 3 * look->width_m, look->colour);
    }
    if (look->label != NULL && !isnan(middle.x)) {
        CwTextDraw label = {.text = look->label,
                            .x = middle.x,
                            .y = middle.y + (6 + 13 * look->row) * look->width_m,
                            .align = CW_ALIGN_CENTRE,
                            .anchor = CW_ANCHOR_BOTTOM,
                            .size = 10 * look->width_m,
                            .outline = 1.2 * look->width_m,
                            .outline_colour = {0, 0, 0, look->colour.a},
                            .colour = look->colour};
        cw_draw_text(list, &label);
    }
}
