/* Paint jobs of the buggy. Medals win them, and they change nothing but its looks. */
#include "common/numbers.h"
#include "common/race.h"
#include "view/view.h"

#include <stdio.h>

/* The medal, from 1, that must be won in so many levels; 0: free. */
static const struct {
    int medal, levels;
} PRICES[PAINT_COUNT] = {
    [PAINT_CHERRY] = {1, 6}, [PAINT_NICKEL] = {2, 9}, [PAINT_MIDNIGHT] = {3, 12}};

bool paint_is_locked(const CwFrame *frame, int key, int choice, char how[CW_MENU_VALUE_BYTES])
{
    if (key != CONFIG_PAINT || PRICES[choice].medal == 0) {
        return false;
    }
    int medal = PRICES[choice].medal, won = cw_frame_medal_count(frame, medal);
    snprintf(how, CW_MENU_VALUE_BYTES, "Won with %s in %d levels; you have %d.",
             windup_medals[medal - 1], PRICES[choice].levels, won);
    return won < PRICES[choice].levels;
}

int paint_chosen(const CwFrame *frame)
{
    char how[CW_MENU_VALUE_BYTES];
    int paint = cw_config_choice(frame, CONFIG_PAINT);
    return paint_is_locked(frame, CONFIG_PAINT, paint, how) ? PAINT_BRASS : paint;
}
