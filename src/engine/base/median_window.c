#include "base/median_window.h"

static void take_out(MedianWindow *window, int64_t number)
{
    int at = 0;
    while (window->sorted[at] != number) {
        at++;
    }
    for (window->count--; at < window->count; at++) {
        window->sorted[at] = window->sorted[at + 1];
    }
}

static void put_in(MedianWindow *window, int64_t number)
{
    int at = window->count++;
    for (; at > 0 && window->sorted[at - 1] > number; at--) {
        window->sorted[at] = window->sorted[at - 1];
    }
    window->sorted[at] = number;
}

void median_window_add(MedianWindow *window, int64_t number)
{
    if (window->count == MEDIAN_WINDOW) {
        take_out(window, window->recent[window->next]);
    }
    put_in(window, number);
    window->recent[window->next] = number;
    window->next = (window->next + 1) % MEDIAN_WINDOW;
}

int64_t median_window_get(const MedianWindow *window)
{
    return window->count == 0 ? 0 : window->sorted[window->count / 2];
}
