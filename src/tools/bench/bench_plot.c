/* The picture of `bench --plot`: cost over how many, both axes logarithmic. */
#include "base/file.h"
#include "base/log_file.h"
#include "base/number.h"
#include "bench/bench_growth.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 760, HEIGHT = 440, LEFT = 70, RIGHT = 130, TOP = 44, BOTTOM = 50 };
enum { LOW_NS = 2, HIGH_NS = 9 }; /* powers of ten: 100 ns to a second */

static const char *const colours[] = {"#1f6fb2", "#d9822b", "#2e8b57", "#8a8a8a",
                                      "#b03a48", "#6b4fa0", "#3f9fa8"};

static double x_of(double count)
{
    double part = (log10(count) - 1) / (GROWTH_STEPS - 1);
    return (double)LEFT + part * (double)(WIDTH - LEFT - RIGHT);
}

static double y_of(double ns)
{
    double part = (log10(ns) - (double)LOW_NS) / (double)(HIGH_NS - LOW_NS);
    return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM);
}

static void plot_axes(FILE *out)
{
    static const char *const times[] = {"100 ns", "1 us",  "10 us",  "100 us",
                                        "1 ms",   "10 ms", "100 ms", "1 s"};
    for (int i = 0; i <= HIGH_NS - LOW_NS; i++) {
        double y = y_of(pow(10, LOW_NS + i));
        fprintf(out,
                "<line x1='%d' x2='%d' y1='%.1f' y2='%.1f' stroke='#d8d8d8'/>\n"
                "<text x='%d' y='%.1f' text-anchor='end'>%s</text>\n",
                LEFT, WIDTH - RIGHT, y, y, LEFT - 8, y + 4, times[i]);
    }
    for (int i = 0; i < GROWTH_STEPS; i++) {
        fprintf(out, "<text x='%.1f' y='%d' text-anchor='middle'>%d</text>\n",
                x_of(growth_counts[i]), HEIGHT - BOTTOM + 20, growth_counts[i]);
    }
}

static void plot_line(FILE *out, const Growth *growth, const char *colour, double label_y)
{
    fprintf(out, "<polyline fill='none' stroke='%s' stroke-width='2' points='", colour);
    for (int i = 0; i < GROWTH_STEPS; i++) {
        fprintf(out, "%.1f,%.1f ", x_of(growth_counts[i]), y_of(growth->cost_ns[i]));
    }
    fprintf(out, "'/>\n<text x='%d' y='%.1f' fill='%s'>%s %.2f</text>\n", WIDTH - RIGHT + 10,
            label_y, colour, growth->name, growth->exponent);
}

/* Labels stand at their lines' ends, the highest first, a line apart at least. */
static void plot_lines(FILE *out, const Growth *growths, int count)
{
    double last_y = 0;
    bool done[16] = {false};
    for (int round = 0; round < count; round++) {
        int next = -1;
        for (int i = 0; i < count; i++) {
            if (!done[i] && (next < 0 || growths[i].cost_ns[GROWTH_STEPS - 1] >
                                             growths[next].cost_ns[GROWTH_STEPS - 1])) {
                next = i;
            }
        }
        done[next] = true;
        last_y = fmax(last_y + 16, y_of(growths[next].cost_ns[GROWTH_STEPS - 1]) + 4);
        plot_line(out, &growths[next], colours[next % (int)CW_ARRAY_LENGTH(colours)], last_y);
    }
}

bool growth_plot(const Growth *growths, int count, const char *path, CwError *error)
{
    FILE *out = file_create(path);
    if (out == NULL) {
        return cw_error_set(error, "%s: %s", path, file_reason(errno));
    }
    locale_t previous = number_locale_begin();
    fprintf(
        out,
        "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' "
        "font-family='sans-serif' font-size='13' fill='#333333'>\n"
        "<rect width='%d' height='%d' fill='#ffffff'/>\n"
        "<text x='%d' y='24'>CPU time over how many there are, and the exponent of "
        "its last tenfold (1: linear, 1.1: n log n; memory beyond the caches adds to it)</text>\n",
        WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT);
    plot_axes(out);
    plot_lines(out, growths, count);
    fprintf(out, "</svg>\n");
    number_locale_end(previous);
    bool good = ferror(out) == 0;
    good = fclose(out) == 0 && good;
    return good || cw_error_set(error, "%s: can't be written", path);
}
