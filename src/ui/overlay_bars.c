#include "base/number.h"
#include "ui/overlay_parts.h"

#include <math.h>
#include <stdio.h>

static const double PANEL_LINES = 19; /* width */
static const double ROW_LINES = 1.05;

static double mean_us(int64_t total_ns, int64_t *before_ns, int frames)
{
    double time_us = (double)(total_ns - *before_ns) * 1e-3 / (frames > 0 ? frames : 1);
    *before_ns = total_ns;
    return fmax(0, time_us);
}

static void add_bar(Overlay *overlay, const char *name, double time_us, bool is_system)
{
    OverlayBar *bar = &overlay->bars[overlay->bar_count++];
    *bar = (OverlayBar){.name = name, .time_us = time_us, .is_system = is_system};
    bool long_time = time_us >= 9999.5;
    double shown = long_time ? time_us * 1e-3 : time_us;
    int decimals = long_time || time_us < 99.95 ? 1 : 0;
    snprintf(bar->text, sizeof bar->text, long_time ? "%.*f ms" : "%.*f", decimals,
             number_round(shown, decimals));
}

/* A phase without systems is left out; one with a single system is that system. */
static void add_phase(Overlay *overlay, const Schedule *schedule, int phase, int frames)
{
    int begin = schedule->phase_begin[phase], end = schedule->phase_begin[phase + 1];
    double time_us =
        mean_us(schedule->phase_times[phase].total_ns, &overlay->phase_totals_ns[phase], frames);
    if (begin < end) {
        add_bar(overlay, cw_phase_name((CwPhase)phase), time_us, false);
    }
    for (int i = begin; i < end; i++) {
        int system = schedule->call_systems[i];
        double system_us = mean_us(schedule->system_times[system].total_ns,
                                   &overlay->system_totals_ns[system], frames);
        if (end - begin > 1) {
            add_bar(overlay, schedule->systems[system].name, system_us, true);
        }
    }
}

/* 1, 2 or 5 times a power of ten, from 10 us. */
static double round_up(double time_us)
{
    double full_us = 10;
    for (int i = 0; full_us < time_us; i++) {
        full_us *= i % 3 == 1 ? 2.5 : 2;
    }
    return full_us;
}

void overlay_refresh_bars(Overlay *overlay, const Schedule *schedule,
                          const int64_t parts_ns[PART_COUNT])
{
    int frames = overlay->frames_since_refresh;
    double longest_us = 0;
    overlay->bar_count = 0;
    for (int i = 1; i < TRACE_TRACK_COUNT; i++) {
        int part = trace_tracks[i] - TRACE_PART;
        if (part < 0) {
            add_phase(overlay, schedule, trace_tracks[i], frames);
        } else if (parts_ns != NULL) {
            double time_us = mean_us(parts_ns[part], &overlay->part_totals_ns[part], frames);
            add_bar(overlay, frame_part_name((FramePart)part), time_us, false);
        }
    }
    for (int i = 0; i < overlay->bar_count; i++) { /* waiting is no work */
        bool waits = overlay->bars[i].name == frame_part_name(PART_WAIT) ||
                     overlay->bars[i].name == frame_part_name(PART_PRESENT);
        longest_us = waits ? longest_us : fmax(longest_us, overlay->bars[i].time_us);
    }
    overlay->bar_full_us = round_up(longest_us);
}

/* The least time that a system must take to be shown, so that no more than `room` are. */
static double least_shown_us(const Overlay *overlay, int room)
{
    double least_us = 0;
    for (int shown = OVERLAY_BARS; shown > room;) {
        double next_us = INFINITY;
        shown = 0;
        for (int i = 0; i < overlay->bar_count; i++) {
            const OverlayBar *bar = &overlay->bars[i];
            if (bar->is_system && bar->time_us >= least_us) {
                shown++;
                next_us = fmin(next_us, bar->time_us);
            }
        }
        least_us = shown > room ? nextafter(next_us, INFINITY) : least_us;
    }
    return least_us;
}

static void draw_bar(const Overlay *overlay, const OverlayPen *pen, const OverlayBar *bar, Box row)
{
    const double name_lines = 9.8, value_lines = 3.6;
    const CwTheme *theme = pen->theme;
    Box name = {row.x + (bar->is_system ? pen->line * 0.8 : 0), row.y, 0, row.height};
    double full = row.width - pen->line * (name_lines + value_lines);
    double share = fmin(1, bar->time_us / overlay->bar_full_us);
    double thick = row.height * (bar->is_system ? 0.3 : 0.6);
    Box filled = {row.x + pen->line * name_lines, row.y + (row.height - thick) / 2, full * share,
                  thick};
    panel_label(pen->draw, name,
                &(Label){bar->name, CW_FACE_REGULAR, CW_ALIGN_LEFT, pen->line,
                         overlay_dim(theme, theme->text, bar->is_system ? 0.75 : 1)});
    panel_fill(pen->draw, filled,
               bar->is_system ? overlay_dim(theme, theme->accent, 0.6) : theme->accent);
    panel_label(pen->draw, row,
                &(Label){bar->text, CW_FACE_REGULAR, CW_ALIGN_RIGHT, pen->line, theme->text});
}

static void draw_heading(const Overlay *overlay, const OverlayPen *pen, Box row)
{
    char text[64];
    locale_t previous = number_locale_begin();
    snprintf(text, sizeof text, "us a frame; full bar %.2f ms",
             number_round(overlay->bar_full_us * 1e-3, 2));
    number_locale_end(previous);
    panel_label(pen->draw, row,
                &(Label){text, CW_FACE_REGULAR, CW_ALIGN_RIGHT, pen->line,
                         overlay_dim(pen->theme, pen->theme->text, 0.75)});
}

void overlay_draw_bars(const Overlay *overlay, const OverlayPen *pen)
{
    double pad = pen->line * 0.5, row_height = pen->line * ROW_LINES;
    int rows = (int)((CW_VIEW_HEIGHT - 2 * pad) / row_height) - 1;
    int phases = 0;
    for (int i = 0; i < overlay->bar_count; i++) {
        phases += !overlay->bars[i].is_system;
    }
    double least_us = least_shown_us(overlay, rows > phases ? rows - phases : 0);
    int shown = 1;
    for (int i = 0; i < overlay->bar_count; i++) {
        shown += !overlay->bars[i].is_system || overlay->bars[i].time_us >= least_us;
    }
    double width = pen->line * PANEL_LINES;
    Box panel = {CW_VIEW_WIDTH - width, 0, width, shown * row_height + 2 * pad};
    panel_fill(pen->draw, panel, panel_alpha(pen->theme->shade, 255));
    Box row = {panel.x + pad, pad, width - 2 * pad, row_height};
    draw_heading(overlay, pen, row);
    for (int i = 0; i < overlay->bar_count; i++) {
        if (!overlay->bars[i].is_system || overlay->bars[i].time_us >= least_us) {
            row.y += row_height;
            draw_bar(overlay, pen, &overlay->bars[i], row);
        }
    }
}
