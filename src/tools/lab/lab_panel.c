/* What the lab says around its two pictures: titles, figures, settings and keys. */
#include "lab/lab.h"
#include "lab/lab_figures.h"
#include "ui/panel.h"

#include <math.h>
#include <stdio.h>

enum { LAYER_BACK = -2, LAYER_PICTURES = 0, LAYER_TEXT = 20 };
enum { VALUE_BYTES = 48 };

static const double MARGIN = 8;
static const double FIGURES_TOP = 231, ROW = 13.2, TEXT = 11;
static const double FIGURE_X[LAB_PANE_COUNT] = {216, 312}; /* right edges of the columns */
static const double SETTINGS_LEFT = 324, SETTINGS_VALUE_X = 436, SETTINGS_WIDTH = 162, PAD = 4;
static const double KEYS_LEFT = 496, KEYS_TEXT_LEFT = 534;
static const double GRAPH_LEFT = 420, GRAPH_TOP = 4, GRAPH_HEIGHT = 20;
static const double GRAPH_FULL_MS = 50; /* a bar as high as the graph */

static const CwColour WRONG = {0xff, 0x8a, 0x6b, 255};
static const CwColour RIGHT = {0xa6, 0xdc, 0x9a, 255};
static const CwColour WRONG_BACK = {0x8e, 0x2f, 0x1f, 235};

/* ---- above and around the pictures ---- */

/* Frame times, a bar each, the newest on the right. */
static void draw_frame_times(Lab *lab)
{
    const CwTheme *theme = &lab->desc.game->theme;
    CwDrawList *draw = &lab->stage.draw_list;
    char text[VALUE_BYTES];
    Label label = {text, CW_FACE_REGULAR, CW_ALIGN_RIGHT, TEXT, theme->text};
    for (int i = 0; i < LAB_GRAPH_FRAMES; i++) {
        uint64_t frame = lab->stage.frame_count + 1 + (uint64_t)i; /* this one is the last */
        double ms = lab->frame_times_ms[frame % LAB_GRAPH_FRAMES];
        double height = GRAPH_HEIGHT * fmin(ms / GRAPH_FULL_MS, 1);
        panel_fill(draw, (Box){GRAPH_LEFT + i, GRAPH_TOP + GRAPH_HEIGHT - height, 1, height},
                   ms > GRAPH_FULL_MS ? WRONG : theme->accent);
    }
    snprintf(text, sizeof text, "%.1f ms", (double)lab->frame_ns * 1e-6);
    panel_label(draw, (Box){0, 22, CW_VIEW_WIDTH - MARGIN, 0}, &label);
    label.text = lab->paused ? "paused" : "frame";
    panel_label(draw, (Box){0, 9, CW_VIEW_WIDTH - MARGIN, 0}, &label);
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
    const char *about = values[LAB_COMPARE] == LAB_COMPARE_LOOPS
                            ? scene->about
                            : "The same ticks on both sides; what differs is how they are drawn.";
    panel_label(&lab->stage.draw_list, (Box){MARGIN, 9, 0, 0},
                &(Label){title_of(lab), CW_FACE_BOLD, CW_ALIGN_LEFT, 14, theme->accent});
    panel_label(&lab->stage.draw_list, (Box){MARGIN, 22, 0, 0},
                &(Label){about, CW_FACE_REGULAR, CW_ALIGN_LEFT, TEXT, theme->text});
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
    Box box = {inset->x, inset->y + inset_height(inset) - 16, inset->width, 16};
    panel_fill(&lab->stage.draw_list, box, WRONG_BACK);
    panel_label(
        &lab->stage.draw_list, box,
        &(Label){text, CW_FACE_BOLD, CW_ALIGN_CENTRE, TEXT, (CwColour){255, 255, 255, 255}});
}

static void draw_pane(Lab *lab, int index)
{
    const LabPane *pane = &lab->panes[index];
    const Inset *inset = &pane->inset;
    const CwTheme *theme = &lab->desc.game->theme;
    CwDrawList *draw = &lab->stage.draw_list;
    const double edge = 1.5, title = 14;
    Box picture = {inset->x, inset->y, inset->width, inset_height(inset)};
    char text[VALUE_BYTES];
    cw_draw_set_layer(draw, LAYER_BACK + 1);
    panel_fill(draw,
               (Box){picture.x - edge, picture.y - title, picture.width + 2 * edge,
                     picture.height + title + edge},
               theme->accent);
    cw_draw_set_layer(draw, LAYER_PICTURES);
    panel_fill(draw, picture, (CwColour){0, 0, 0, 255});
    draw_inset(draw, &pane->picture, inset);
    cw_draw_set_layer(draw, LAYER_TEXT);
    pane_title(lab, index, text);
    panel_label(draw, (Box){picture.x + PAD, picture.y - title, 0, title},
                &(Label){text, CW_FACE_BOLD, CW_ALIGN_LEFT, 12, panel_alpha(theme->shade, 255)});
    draw_verdict(lab, pane);
}

/* ---- figures ---- */

static void draw_figures(Lab *lab)
{
    const CwTheme *theme = &lab->desc.game->theme;
    bool loops = lab->settings.values[LAB_COMPARE] == LAB_COMPARE_LOOPS;
    const char *const heads[] = {loops ? "naive" : "as they are",
                                 loops ? "Clockwork" : "interpolated"};
    CwDrawList *draw = &lab->stage.draw_list;
    double y = FIGURES_TOP;
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        panel_label(draw, (Box){FIGURE_X[i], y, 0, 0},
                    &(Label){heads[i], CW_FACE_BOLD, CW_ALIGN_RIGHT, TEXT, theme->accent});
    }
    for (LabFigure figure = 0; figure < FIGURE_COUNT; figure++) {
        y += ROW;
        panel_label(
            draw, (Box){MARGIN + PAD, y, 0, 0},
            &(Label){lab_figure_label(figure), CW_FACE_REGULAR, CW_ALIGN_LEFT, TEXT, theme->text});
        for (int i = 0; i < LAB_PANE_COUNT; i++) {
            char text[LAB_FIGURE_BYTES];
            LabVerdict verdict = lab_figure_text(&lab->panes[i].side, figure, text);
            CwColour colour = verdict == LAB_WRONG   ? WRONG
                              : verdict == LAB_SOUND ? RIGHT
                                                     : theme->text;
            panel_label(draw, (Box){FIGURE_X[i], y, 0, 0},
                        &(Label){text, CW_FACE_REGULAR, CW_ALIGN_RIGHT, TEXT, colour});
        }
    }
}

/* ---- settings and keys ---- */

static Box setting_row(int setting)
{
    return (Box){SETTINGS_LEFT, FIGURES_TOP + (setting + 0.5) * ROW, SETTINGS_WIDTH, ROW};
}

int lab_panel_setting_at(CwPoint2 point, int *direction)
{
    *direction = point.x < SETTINGS_VALUE_X ? -1 : 1;
    for (int i = 0; i < LAB_SETTING_COUNT; i++) {
        if (panel_holds(setting_row(i), point.x, point.y)) {
            return i;
        }
    }
    return -1;
}

static void draw_settings(Lab *lab)
{
    const CwTheme *theme = &lab->desc.game->theme;
    CwDrawList *draw = &lab->stage.draw_list;
    panel_label(draw, (Box){SETTINGS_LEFT + PAD, FIGURES_TOP, 0, 0},
                &(Label){"settings", CW_FACE_BOLD, CW_ALIGN_LEFT, TEXT, theme->accent});
    for (int i = 0; i < LAB_SETTING_COUNT; i++) {
        bool selected = i == lab->selected;
        Box row = setting_row(i), within = {row.x + PAD, row.y, row.width - 2 * PAD, row.height};
        CwColour ink = selected ? panel_alpha(theme->shade, 255) : theme->text;
        char value[32];
        lab_setting_text(&lab->settings, (LabSetting)i, value);
        if (selected) {
            panel_fill(draw, row, theme->accent);
        }
        panel_label(
            draw, within,
            &(Label){lab_setting_label((LabSetting)i), CW_FACE_REGULAR, CW_ALIGN_LEFT, TEXT, ink});
        panel_label(draw, within, &(Label){value, CW_FACE_BOLD, CW_ALIGN_RIGHT, TEXT, ink});
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
        panel_label(&lab->stage.draw_list, (Box){KEYS_LEFT, y, 0, 0},
                    &(Label){keys[i].key, CW_FACE_BOLD, CW_ALIGN_LEFT, 10, theme->accent});
        panel_label(&lab->stage.draw_list, (Box){KEYS_TEXT_LEFT, y, 0, 0},
                    &(Label){keys[i].what, CW_FACE_REGULAR, CW_ALIGN_LEFT, 10, theme->text});
    }
}

void lab_panel_draw(Lab *lab)
{
    const CwCamera unused = {.height_m = 1};
    const CwTheme *theme = &lab->desc.game->theme;
    CwDrawList *draw = &lab->stage.draw_list;
    draw_list_begin(draw, &unused, &lab->stage.sprites);
    cw_draw_set_screen(draw);
    cw_draw_set_layer(draw, LAYER_BACK);
    CwViewRect view = cw_draw_view(draw);
    panel_fill(draw, (Box){view.x, view.y, view.width, view.height},
               panel_alpha(theme->shade, 255));
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
