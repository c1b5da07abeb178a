/* The knobs under `clockwork dev`: a slider for each number of the code and of [simulation]. */
#include "base/number.h"
#include "panel/knob_board.h"

#include <math.h>
#include <stdio.h>

enum { KEEP = KNOBS_MAX, UNDO };
static const double KEY_STEPS = 50; /* about so many key presses cross the range */

/* Turns to a decimal of few digits, as people write in a source: the step is 1, 2 or 5 times a
 * power of ten. */
static void turn(KnobRow *row, double fraction, int steps)
{
    const CwKnob *knob = &row->knob;
    double most = (knob->high - knob->low) / KEY_STEPS, power = pow(10, floor(log10(most)));
    double share = most / power, step = share >= 5 ? 5 * power : share >= 2 ? 2 * power : power;
    step = row->whole ? 1 : step;
    double wanted =
        steps == 0 ? knob->low + fraction * (knob->high - knob->low) : row->value + steps * step;
    double exact =
        number_round(round(wanted / step) * step, (int)fmax(0, -floor(log10(step) + 1e-9)));
    row->value = fmax(knob->low, fmin(knob->high, exact));
}

static void put_row(Page *page, const KnobRow *row, int id)
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
        put_row(&screens->page, &board->rows[i], i);
    }
    static const char *const acts[][2] = {
        {"Keep", "Write the turned numbers into their files"},
        {"Undo", "Turn all back; if none is turned, take the last Keep back"}};
    for (int i = 0; i < (int)CW_ARRAY_LENGTH(acts); i++) {
        page_add(&screens->page, ROW_ACTION, KEEP + i, acts[i][0]);
        if (screens->page.selected == screens->page.row_count - 1) {
            snprintf(screens->page.hint, sizeof screens->page.hint, "%s", acts[i][1]);
        }
    }
    screens->page.notice = board->error.text[0] == '\0' ? NULL : board->error.text;
    board->held = screens->page.pressed;
}

static void act_knobs(Screens *screens, const PageEvent *event)
{
    KnobBoard *board = screens_guest(screens);
    if (event->type == PAGE_CHOSEN && event->id >= KEEP) {
        board->ask = event->id == KEEP ? KNOBS_KEEP : KNOBS_UNDO;
    } else if (event->type == PAGE_SET || event->type == PAGE_TURNED) {
        board->selected = event->id;
        turn(&board->rows[event->id], event->fraction, event->step);
    }
}

const ScreenDef screen_knobs = {.title = "Knobs",
                                .width = SETTINGS_WIDTH,
                                .hints = true,
                                .build = build_knobs,
                                .act = act_knobs};
