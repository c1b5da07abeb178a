#include "ask/sweep.h"
#include "platform/file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

enum { WIDTH_PX = 1200, ROW_PX = 18 }; /* of the picture, and of a line of text */

static const double MARGIN_M = 2, JUMP_M = 15;

static CwWorldRect find_bounds(const Sweep *sweep, const SweepResult *results)
{
    CwWorldRect all = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < sweep->trial_count; i++) {
        for (int k = 0; k < results[i].point_count; k++) {
            CwPoint2 at = results[i].path[k];
            all.left_m = fmin(all.left_m, at.x - MARGIN_M);
            all.bottom_m = fmin(all.bottom_m, at.y - MARGIN_M);
            all.right_m = fmax(all.right_m, at.x + MARGIN_M);
            all.top_m = fmax(all.top_m, at.y + MARGIN_M);
        }
    }
    return all;
}

/* From blue for the first trial to red for the last. */
static int hue(const Sweep *sweep, int trial)
{
    return 240 - 240 * trial / (sweep->trial_count > 1 ? sweep->trial_count - 1 : 1);
}

/* A jump, such as a respawn, is a gap. */
static void write_path(FILE *file, const SweepResult *result, CwWorldRect all, double scale)
{
    CwPoint2 before = {INFINITY, 0};
    for (int i = 0; i < result->point_count; i++) {
        CwPoint2 at = result->path[i];
        bool joins = hypot(at.x - before.x, at.y - before.y) < JUMP_M;
        fprintf(file, "%c%ld %ld", joins ? 'L' : 'M', lround((at.x - all.left_m) * scale),
                lround((all.top_m - at.y) * scale));
        before = at;
    }
}

static void write_text(FILE *file, const char *line, int row, int top_px)
{
    fprintf(file, "<text x='10' y='%d'>%s</text>\n", top_px + ROW_PX * (row + 1), line);
}

bool sweep_write_svg(const Sweep *sweep, const SweepResult *results, CwError *error)
{
    const char *path = sweep->program->options.svg;
    CwWorldRect all = find_bounds(sweep, results);
    double scale = (double)WIDTH_PX / (all.right_m - all.left_m);
    int height = (int)ceil((all.top_m - all.bottom_m) * scale);
    FILE *file = all.left_m < all.right_m ? file_create(path) : NULL;
    if (file == NULL) {
        return cw_error_set(error, "--svg: %s: %s", path,
                            all.left_m < all.right_m ? strerror(errno) : "no trial has a path");
    }
    fprintf(file,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' "
            "font-size='13'>\n<rect width='100%%' height='100%%' fill='white'/>\n",
            WIDTH_PX, height + ROW_PX * (sweep->trial_count + 2));
    write_text(file, results[0].names, 0, height);
    for (int i = 0; i < sweep->trial_count; i++) {
        fprintf(file,
                "<g fill='hsl(%d,80%%,40%%)'><path fill='none' stroke='hsl(%d,80%%,40%%)' d='",
                hue(sweep, i), hue(sweep, i));
        write_path(file, &results[i], all, scale);
        fputs("'/>", file);
        write_text(file, results[i].cells, i + 1, height);
        fputs("</g>\n", file);
    }
    fputs("</svg>\n", file);
    bool good = !ferror(file);
    return (fclose(file) == 0 && good) ||
           cw_error_set(error, "--svg: %s: it can't be written", path);
}
