/* What the lab says around its two pictures: titles, figures, settings and keys. */
#include "tools/lab.h"
#include "tools/lab_figures.h"

#include <math.h>
#include <stdio.h>

enum { LAYER_BACK = -2, LAYER_PICTURES = 0, LAYER_FRAMES = 10, LAYER_TEXT = 20 };
enum { VALUE_BYTES = 48 };

static const double MARGIN = 8;
static const double FIGURES_TOP = 231, ROW = 13.2, TEXT = 11;
static const double FIGURE_X[LAB_PANE_COUNT] = {216, 312}; /* right edges of the columns */
static const double SETTINGS_LEFT = 324, SETTINGS_VALUE_X = 436, SETTINGS_RIGHT = 480;
static const double KEYS_LEFT = 496, KEYS_TEXT_LEFT = 534;
static const double GRAPH_LEFT = 420, GRAPH_TOP = 4, GRAPH_HEIGHT = 20;
static const double GRAPH_FULL_MS = 50; /* a bar as high as the graph */

static const CwColour WRONG = {0xff, 0x8a, 0x6b, 255};
static const CwColour RIGHT = {0xa6, 0xdc, 0x9a, 255};
static const CwColour WRONG_BACK = {0x8e, 0x2f, 0x1f, 235};

static void put(CwDrawList *draw, CwTextDraw text, double size)
{
    text.size = size;
    cw_draw_text(draw, &text);
}

static void box(CwDrawList *draw, double x, double y, double width, double height, CwColour colour)
{
    cw_draw_rect(draw, &(CwRectDraw){x, y, width, height, colour, colour});
}

static CwColour solid(CwColour colour)
{
    colour.a = 255;
    return colour;
}

/* ---- above and around the pictures ---- */

/* Frame times, a bar each, the newest on the right. */
static void draw_frame_times(Lab *lab)
{
    const CwTheme *theme = &lab->desc.game->theme;
    char text[VALUE_BYTES];
    for (int i = 0; i < LAB_GRAPH_FRAMES; i++) {
        uint64_t frame = lab->stage.frame_count + 1 + (uint64_t)i; /* this one is the last */
        double ms = lab->frame_times_ms[frame % LAB_GRAPH_FRAMES];
        double height = GRAPH_HEIGHT * fmin(ms / GRAPH_FULL_MS, 1);
        box(&lab->stage.draw, GRAPH_LEFT + i, GRAPH_TOP + GRAPH_HEIGHT - height, 1, height,
            ms > GRAPH_FULL_MS ? WRONG : theme->accent);
    }
    snprintf(text, sizeof text, "%.1f ms", (double)lab->frame_ns * 1e-6);
    put(&lab->stage.draw,
        (CwTextDraw){lab->paused ? "paused" : "frame", CW_FACE_REGULAR, CW_ALIGN_RIGHT,
                     CW_VIEW_WIDTH - MARGIN, 9, 0, theme->text},
        TEXT);
    put(&lab->stage.draw,
        (CwTextDraw){text, CW_FACE_REGULAR, CW_ALIGN_RIGHT, CW_VIEW_WIDTH - MARGIN, 22, 0,
                     theme->text},
        TEXT);
}

static const char *title_of(const Lab *lab)
{
    const char *title = lab_scenes[lab->settings.values[LAB_SCENE]].title;
    const CwMap *map = lab->panes[0].side.run.session.map;
    return map == NULL ? title : cw_map_text(map, NULL, "title", title);
}

static void draw_heading(Lab *lab)
{
    const CwTheme *theme = &lab->desc.game->theme;
    const LabScene *scene = &lab_scenes[lab->settings.values[LAB_SCENE]];
    const int *values = lab->settings.values;
    bool loops = values[LAB_COMPARE] == LAB_COMPARE_LOOPS;
    cw_draw_set_layer(&lab->stage.draw, LAYER_TEXT);
    put(&lab->stage.draw,
        (CwTextDraw){title_of(lab), CW_FACE_BOLD, CW_ALIGN_LEFT, MARGIN, 9, 0, theme->accent}, 14);
    put(&lab->stage.draw,
        (CwTextDraw){loops ? scene->about
                           : "The same ticks on both sides; what differs is how they are drawn.",
                     CW_FACE_REGULAR, CW_ALIGN_LEFT, MARGIN, 22, 0, theme->text},
        11);
    draw_frame_times(lab);
}

static void pane_title(const Lab *lab, int index, char text[VALUE_BYTES])
{
    const int *values = lab->settings.values;
    if (values[LAB_COMPARE] == LAB_COMPARE_LOOPS) {
        snprintf(text, VALUE_BYTES, "%s",
                 index == 0 ? "naive: variable dt" : "Clockwork: fixed ticks");
    } else {
        snprintf(text, VALUE_BYTES, "%d ticks a second, %s", values[LAB_TICK_RATE],
                 index == 0 ? "drawn as they are" : "interpolated");
    }
}

/* What went wrong, in words, at the lower edge of the picture. */
static void draw_verdict(Lab *lab, const LabPane *pane)
{
    const Inset *inset = &pane->inset;
    int tunnelled = pane->side.figures.tunnelled;
    char text[VALUE_BYTES];
    if (pane->side.run.broken) {
        snprintf(text, sizeof text, "the physics broke down: R starts again");
    } else if (tunnelled > 0) {
        snprintf(text, sizeof text, "%d %s tunnelled", tunnelled,
                 tunnelled == 1 ? "body" : "bodies");
    } else {
        return;
    }
    double bottom = inset->y + inset_height(inset);
    cw_draw_set_layer(&lab->stage.draw, LAYER_FRAMES);
    box(&lab->stage.draw, inset->x, bottom - 16, inset->width, 16, WRONG_BACK);
    cw_draw_set_layer(&lab->stage.draw, LAYER_TEXT);
    put(&lab->stage.draw,
        (CwTextDraw){text, CW_FACE_BOLD, CW_ALIGN_CENTRE, inset->x + inset->width / 2, bottom - 8,
                     0, (CwColour){255, 255, 255, 255}},
        TEXT);
}

static void draw_pane(Lab *lab, int index)
{
    const LabPane *pane = &lab->panes[index];
    const Inset *inset = &pane->inset;
    const CwTheme *theme = &lab->desc.game->theme;
    double edge = 1.5, title = 14;
    char text[VALUE_BYTES];
    cw_draw_set_layer(&lab->stage.draw, LAYER_BACK + 1);
    box(&lab->stage.draw, inset->x - edge, inset->y - title, inset->width + 2 * edge,
        inset_height(inset) + title + edge, theme->accent);
    cw_draw_set_layer(&lab->stage.draw, LAYER_PICTURES);
    box(&lab->stage.draw, inset->x, inset->y, inset->width, inset_height(inset),
        (CwColour){0, 0, 0, 255});
    draw_inset(&lab->stage.draw, &pane->picture, inset);
    cw_draw_set_layer(&lab->stage.draw, LAYER_TEXT);
    pane_title(lab, index, text);
    put(&lab->stage.draw,
        (CwTextDraw){text, CW_FACE_BOLD, CW_ALIGN_LEFT, inset->x + 4, inset->y - title / 2, 0,
                     solid(theme->shade)},
        12);
    draw_verdict(lab, pane);
}

/* ---- figures ---- */

static void draw_figures(Lab *lab)
{
    const CwTheme *theme = &lab->desc.game->theme;
    bool loops = lab->settings.values[LAB_COMPARE] == LAB_COMPARE_LOOPS;
    const char *const heads[] = {loops ? "naive" : "as they are",
                                 loops ? "Clockwork" : "interpolated"};
    double y = FIGURES_TOP;
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        put(&lab->stage.draw,
            (CwTextDraw){heads[i], CW_FACE_BOLD, CW_ALIGN_RIGHT, FIGURE_X[i], y, 0, theme->accent},
            TEXT);
    }
    for (LabFigure figure = 0; figure < FIGURE_COUNT; figure++) {
        y += ROW;
        put(&lab->stage.draw,
            (CwTextDraw){lab_figure_label(figure), CW_FACE_REGULAR, CW_ALIGN_LEFT, MARGIN + 4, y, 0,
                         theme->text},
            TEXT);
        for (int i = 0; i < LAB_PANE_COUNT; i++) {
            char text[LAB_FIGURE_BYTES];
            LabVerdict verdict = lab_figure_text(&lab->panes[i].side, figure, text);
            CwColour colour = verdict == LAB_WRONG   ? WRONG
                              : verdict == LAB_SOUND ? RIGHT
                                                     : theme->text;
            put(&lab->stage.draw,
                (CwTextDraw){text, CW_FACE_REGULAR, CW_ALIGN_RIGHT, FIGURE_X[i], y, 0, colour},
                TEXT);
        }
    }
}

/* ---- settings and keys ---- */

static double setting_y(int setting)
{
    return FIGURES_TOP + (setting + 1) * ROW;
}

int lab_panel_setting_at(CwPoint2 view, int *direction)
{
    *direction = view.x < SETTINGS_VALUE_X ? -1 : 1;
    for (int i = 0; i < LAB_SETTING_COUNT; i++) {
        if (view.x >= SETTINGS_LEFT && view.x < SETTINGS_RIGHT + 6 &&
            fabs(view.y - setting_y(i)) < ROW / 2) {
            return i;
        }
    }
    return -1;
}

static void draw_settings(Lab *lab)
{
    const CwTheme *theme = &lab->desc.game->theme;
    put(&lab->stage.draw,
        (CwTextDraw){"settings", CW_FACE_BOLD, CW_ALIGN_LEFT, SETTINGS_LEFT + 4, FIGURES_TOP, 0,
                     theme->accent},
        TEXT);
    for (int i = 0; i < LAB_SETTING_COUNT; i++) {
        bool selected = i == lab->selected;
        double y = setting_y(i);
        CwColour ink = selected ? solid(theme->shade) : theme->text;
        char value[32];
        lab_setting_text(&lab->settings, (LabSetting)i, value);
        if (selected) {
            cw_draw_set_layer(&lab->stage.draw, LAYER_FRAMES);
            box(&lab->stage.draw, SETTINGS_LEFT, y - ROW / 2, SETTINGS_RIGHT + 6 - SETTINGS_LEFT,
                ROW, theme->accent);
            cw_draw_set_layer(&lab->stage.draw, LAYER_TEXT);
        }
        put(&lab->stage.draw,
            (CwTextDraw){lab_setting_label((LabSetting)i), CW_FACE_REGULAR, CW_ALIGN_LEFT,
                         SETTINGS_LEFT + 4, y, 0, ink},
            TEXT);
        put(&lab->stage.draw,
            (CwTextDraw){value, CW_FACE_BOLD, CW_ALIGN_RIGHT, SETTINGS_RIGHT + 2, y, 0, ink}, TEXT);
    }
}

static void draw_keys(Lab *lab)
{
    static const struct {
        const char *key, *what;
    } keys[] = {
        {"↑ ↓", "choose a setting"},
        {"← →", "less, more"},
        {"1  2  3", "stall 50, 100, 500 ms"},
        {"N", "next scene"},
        {"R", "start again"},
        {"I", "interpolation"},
        {"Space", "pause"},
        {"mouse", "drag a body"},
        {"F3", "overlay"},
        {"Esc", "leave"},
    };
    const CwTheme *theme = &lab->desc.game->theme;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(keys); i++) {
        double y = FIGURES_TOP + (double)i * ROW;
        put(&lab->stage.draw,
            (CwTextDraw){keys[i].key, CW_FACE_BOLD, CW_ALIGN_LEFT, KEYS_LEFT, y, 0, theme->accent},
            10);
        put(&lab->stage.draw,
            (CwTextDraw){keys[i].what, CW_FACE_REGULAR, CW_ALIGN_LEFT, KEYS_TEXT_LEFT, y, 0,
                         theme->text},
            10);
    }
}

void lab_panel_draw(Lab *lab)
{
    const CwCamera unused = {.height_m = 1};
    const CwTheme *theme = &lab->desc.game->theme;
    CwDrawList *draw = &lab->stage.draw;
    draw_list_begin(draw, &unused, &lab->stage.sprites);
    cw_draw_set_screen(draw);
    cw_draw_set_layer(draw, LAYER_BACK);
    box(draw, 0, 0, CW_VIEW_WIDTH, CW_VIEW_HEIGHT, solid(theme->shade));
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        cw_draw_set_screen(draw);
        draw_pane(lab, i);
    }
    cw_draw_set_layer(draw, LAYER_TEXT);
    draw_heading(lab);
    draw_figures(lab);
    draw_settings(lab);
    draw_keys(lab);
}
