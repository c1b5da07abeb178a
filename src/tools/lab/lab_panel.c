/* Everything that the lab shows around its two pictures: titles, figures, settings and keys. */
#include "lab/lab.h"
#include "ui/panel.h"

#include <math.h>
#include <stdio.h>

enum { LAYER_BACK = -2, LAYER_PICTURES = 0, LAYER_TEXT = 20, TEXT_BYTES = 48 };

static const double MARGIN = 8, PAD = 4, ROW = 13.2, TEXT = 11, TITLE = 14;
static const double FIGURES_TOP = 231, SETTINGS_LEFT = 324, SETTINGS_WIDTH = 162;
static const double FIGURE_X[LAB_PANE_COUNT] = {216, 312}; /* right edges of the columns */
static const double KEYS_LEFT = 496, KEYS_TEXT_LEFT = 534;
static const double GRAPH_LEFT = 420, GRAPH_TOP = 4, GRAPH_HEIGHT = 20;
static const double GRAPH_FULL_MS = 50; /* a bar as high as the graph */

/* Beyond these values something is wrong that the solver's own error does not explain. */
static const double ENERGY_WRONG_PCT = 10, GAP_WRONG_M = 0.25, DIVERGENCE_WRONG_M = 0.01;

static const CwColour WRONG = {0xff, 0x8a, 0x6b, 255};
static const CwColour RIGHT = {0xa6, 0xdc, 0x9a, 255};
static const CwColour WRONG_BACK = {0x8e, 0x2f, 0x1f, 235};
static const CwColour WHITE = {255, 255, 255, 255};

static const char *const COLUMNS[][LAB_PANE_COUNT] = {{"naive", "Clockwork"},
                                                      {"as they are", "interpolated"}};

static const struct {
    const char *label, *unit, *zero; /* the word for 0 */
} SETTINGS[LAB_SETTING_COUNT] = {
    [LAB_SCENE] = {"scene", "", NULL},
    [LAB_COMPARE] = {"compare", "", NULL},
    [LAB_FPS] = {"frame rate", " fps", "display's"},
    [LAB_JITTER] = {"jitter", " ms", "none"},
    [LAB_STALL] = {"stall every 2 s", " ms", "none"},
    [LAB_SUBSTEPS] = {"substeps", "", NULL},
    [LAB_ITERATIONS] = {"iterations", "", NULL},
    [LAB_TICK_RATE] = {"tick rate", " Hz", NULL},
};

static const char *const KEYS[][2] = {
    {"↑ ↓", "choose a setting"}, {"← →", "less, more"},    {"1  2  3", "stall 50, 100, 500 ms"},
    {"N", "next scene"},         {"R", "start again"},     {"I", "interpolation"},
    {"Space", "pause"},          {"mouse", "drag a body"}, {"Esc", "leave"},
};

static void write_at(Lab *lab, double x, double y, Label label)
{
    panel_label(&lab->stage.draw_list, (Box){x, y, 0, 0}, &label);
}

/* ---- above and around the pictures ---- */

/* The last frame times, a bar each, the newest on the right. */
static void draw_frame_times(Lab *lab)
{
    const CwTheme *theme = &lab->desc.game->theme;
    char text[TEXT_BYTES];
    for (int i = 0; i < LAB_GRAPH_FRAMES; i++) {
        uint64_t frame = lab->stage.frame_count + 1 + (uint64_t)i; /* this one is the last */
        double ms = lab->frame_times_ms[frame % LAB_GRAPH_FRAMES];
        double height = GRAPH_HEIGHT * fmin(ms / GRAPH_FULL_MS, 1);
        panel_fill(&lab->stage.draw_list,
                   (Box){GRAPH_LEFT + i, GRAPH_TOP + GRAPH_HEIGHT - height, 1, height},
                   ms > GRAPH_FULL_MS ? WRONG : theme->accent);
    }
    snprintf(text, sizeof text, "%.1f ms", (double)lab->frame_ns * 1e-6);
    Label label = {lab->paused ? "paused" : "frame", CW_FACE_REGULAR, CW_ALIGN_RIGHT, TEXT,
                   theme->text};
    write_at(lab, CW_VIEW_WIDTH - MARGIN, 9, label);
    label.text = text;
    write_at(lab, CW_VIEW_WIDTH - MARGIN, 22, label);
}

static void draw_heading(Lab *lab)
{
    const CwTheme *theme = &lab->desc.game->theme;
    const LabScene *scene = &lab_scenes[lab->values[LAB_SCENE]];
    const CwMap *map = lab->panes[0].side.run.session.map;
    const char *about = lab->values[LAB_COMPARE] == 0
                            ? scene->about
                            : "The same ticks on both sides; what differs is how they are drawn.";
    const char *title = map == NULL ? scene->title : cw_map_text(map, NULL, "title", scene->title);
    write_at(lab, MARGIN, 9, (Label){title, CW_FACE_BOLD, CW_ALIGN_LEFT, 14, theme->accent});
    write_at(lab, MARGIN, 22, (Label){about, CW_FACE_REGULAR, CW_ALIGN_LEFT, TEXT, theme->text});
    draw_frame_times(lab);
}

/* Says at the lower edge of the picture that something went wrong. */
static void draw_verdict(Lab *lab, const LabPane *pane)
{
    const CwViewRect *rect = &pane->rect;
    int count = pane->side.lost_count;
    char text[TEXT_BYTES] = "the physics broke down: R starts again";
    if (!pane->side.run.broken) {
        snprintf(text, sizeof text, "%d %s tunnelled", count, count == 1 ? "body" : "bodies");
    }
    if (pane->side.run.broken || count > 0) {
        Box box = {rect->x, rect->y + rect->height - 16, rect->width, 16};
        panel_fill(&lab->stage.draw_list, box, WRONG_BACK);
        panel_label(&lab->stage.draw_list, box,
                    &(Label){text, CW_FACE_BOLD, CW_ALIGN_CENTRE, TEXT, WHITE});
    }
}

static void draw_pane(Lab *lab, int index)
{
    static const char *const titles[] = {"naive: variable dt", "Clockwork: fixed ticks"};
    LabPane *pane = &lab->panes[index];
    const CwViewRect *rect = &pane->rect;
    const CwTheme *theme = &lab->desc.game->theme;
    CwDrawList *draw = &lab->stage.draw_list;
    double edge = 1.5;
    char text[TEXT_BYTES];
    cw_draw_set_screen(draw);
    cw_draw_set_layer(draw, LAYER_BACK + 1);
    panel_fill(
        draw,
        (Box){rect->x - edge, rect->y - TITLE, rect->width + 2 * edge, rect->height + TITLE + edge},
        theme->accent);
    cw_draw_set_layer(draw, LAYER_PICTURES);
    panel_fill(draw, (Box){rect->x, rect->y, rect->width, rect->height}, (CwColour){0, 0, 0, 255});
    lab_draw_world(lab, pane, LAYER_PICTURES);
    cw_draw_set_layer(draw, LAYER_TEXT);
    snprintf(text, sizeof text, "%d ticks a second, %s", lab->values[LAB_TICK_RATE],
             index == 0 ? "drawn as they are" : "interpolated");
    write_at(lab, rect->x + PAD, rect->y - TITLE / 2,
             (Label){lab->values[LAB_COMPARE] == 0 ? titles[index] : text, CW_FACE_BOLD,
                     CW_ALIGN_LEFT, 12, panel_alpha(theme->shade, 255)});
    draw_verdict(lab, pane);
}

/* ---- figures ---- */

typedef struct Figure {
    char text[TEXT_BYTES];
    CwColour colour;
} Figure;

CW_PRINTF(2, 3)
static Figure figure(CwColour colour, const char *format, ...)
{
    Figure made = {.colour = colour};
    va_list args;
    va_start(args, format);
    vsnprintf(made.text, TEXT_BYTES, format, args);
    va_end(args);
    return made;
}

static Figure distance(double m, bool wrong)
{
    return figure(wrong ? WRONG : RIGHT, m >= 1000 ? "over 1 km" : m >= 0 ? "%.3f m" : "...", m);
}

enum { FIGURE_COUNT = 8 };

static const char *const FIGURE_LABELS[FIGURE_COUNT] = {
    "simulated time", "ticks this frame", "dropped time",         "tunnelled bodies",
    "energy drift",   "widest joint gap", "off a run at 144 fps", "  at most"};
_Static_assert(LAB_TWIN_FPS == 144, "the label says so");

static void make_figures(const LabSide *side, CwColour plain, Figure figures[FIGURE_COUNT])
{
    const LabRun *run = &side->run;
    bool has_energy = side->desc.scene->has_energy,
         drifts = fabs(side->worst_energy_pct) > ENERGY_WRONG_PCT;
    figures[0] = figure(plain, "%.2f s", run->time_s);
    figures[1] = figure(plain, "%d x %.1f ms", run->ticks, run->step_s * 1e3);
    figures[2] = figure(plain, side->desc.loop == LAB_NAIVE ? "-" : "%.3f s",
                        (double)run->dropped_ns * 1e-9);
    figures[3] = figure(side->lost_count > 0 ? WRONG : RIGHT, "%d", side->lost_count);
    figures[4] = figure(!has_energy ? plain
                        : drifts    ? WRONG
                                    : RIGHT,
                        has_energy ? "%+.1f %%" : "-", fmax(-9999, fmin(side->energy_pct, 9999)));
    figures[5] = distance(side->joint_gap_m, side->worst_joint_gap_m > GAP_WRONG_M);
    figures[6] = distance(side->divergence_m, side->divergence_m > DIVERGENCE_WRONG_M);
    figures[7] = distance(side->worst_divergence_m, side->worst_divergence_m > DIVERGENCE_WRONG_M);
}

static void draw_figures(Lab *lab)
{
    const CwTheme *theme = &lab->desc.game->theme;
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        Figure figures[FIGURE_COUNT];
        make_figures(&lab->panes[i].side, theme->text, figures);
        write_at(lab, FIGURE_X[i], FIGURES_TOP,
                 (Label){COLUMNS[lab->values[LAB_COMPARE]][i], CW_FACE_BOLD, CW_ALIGN_RIGHT, TEXT,
                         theme->accent});
        for (int row = 0; row < FIGURE_COUNT; row++) {
            double y = FIGURES_TOP + (row + 1) * ROW;
            write_at(lab, FIGURE_X[i], y,
                     (Label){figures[row].text, CW_FACE_REGULAR, CW_ALIGN_RIGHT, TEXT,
                             figures[row].colour});
            write_at(lab, MARGIN + PAD, y,
                     (Label){i == 0 ? FIGURE_LABELS[row] : "", CW_FACE_REGULAR, CW_ALIGN_LEFT, TEXT,
                             theme->text});
        }
    }
}

/* ---- settings and keys ---- */

static void draw_settings(Lab *lab)
{
    const CwTheme *theme = &lab->desc.game->theme;
    write_at(lab, SETTINGS_LEFT + PAD, FIGURES_TOP,
             (Label){"settings", CW_FACE_BOLD, CW_ALIGN_LEFT, TEXT, theme->accent});
    for (int i = 0; i < LAB_SETTING_COUNT; i++) {
        Box row = {SETTINGS_LEFT, FIGURES_TOP + (i + 0.5) * ROW, SETTINGS_WIDTH, ROW};
        int value = lab->values[i];
        bool selected = i == lab->selected;
        CwColour ink = selected ? panel_alpha(theme->shade, 255) : theme->text;
        char text[TEXT_BYTES];
        snprintf(text, sizeof text, "%d%s", value, SETTINGS[i].unit);
        const char *word = i == LAB_SCENE     ? lab_scenes[value].name
                           : i == LAB_COMPARE ? (value == 0 ? "two loops" : "interpolation")
                           : value == 0       ? SETTINGS[i].zero
                                              : text;
        if (selected) {
            panel_fill(&lab->stage.draw_list, row, theme->accent);
        }
        write_at(lab, row.x + PAD, row.y + ROW / 2,
                 (Label){SETTINGS[i].label, CW_FACE_REGULAR, CW_ALIGN_LEFT, TEXT, ink});
        write_at(lab, row.x + row.width - PAD, row.y + ROW / 2,
                 (Label){word, CW_FACE_BOLD, CW_ALIGN_RIGHT, TEXT, ink});
    }
}

static void draw_keys(Lab *lab)
{
    const CwTheme *theme = &lab->desc.game->theme;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(KEYS); i++) {
        double y = FIGURES_TOP + (double)i * ROW;
        write_at(lab, KEYS_LEFT, y,
                 (Label){KEYS[i][0], CW_FACE_BOLD, CW_ALIGN_LEFT, 10, theme->accent});
        write_at(lab, KEYS_TEXT_LEFT, y,
                 (Label){KEYS[i][1], CW_FACE_REGULAR, CW_ALIGN_LEFT, 10, theme->text});
    }
}

void lab_panel_draw(Lab *lab)
{
    const CwCamera unused = {.height_m = 1};
    CwDrawList *draw = &lab->stage.draw_list;
    draw_list_begin(draw, &unused, &lab->stage.sprites);
    cw_draw_set_screen(draw);
    cw_draw_set_layer(draw, LAYER_BACK);
    CwViewRect view = cw_draw_view(draw);
    panel_fill(draw, (Box){view.x, view.y, view.width, view.height},
               panel_alpha(lab->desc.game->theme.shade, 255));
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        draw_pane(lab, i);
    }
    draw_heading(lab);
    draw_figures(lab);
    draw_settings(lab);
    draw_keys(lab);
}
