/* The least that a window takes: SDL alone, black, in a process of its own that is this program
 * again, told by its environment. The limit of the figures of windows. */
#ifndef BENCH_BENCH_BARE_H
#define BENCH_BENCH_BARE_H

typedef struct BareWindow {
    const char *renderer;
    int width_px, height_px;
    int fps; /* black is presented so often, until SIGTERM; 0: once, and the window closes */
} BareWindow;

/* What `play --stats` and a window that closes say, a time in milliseconds behind it. */
extern const char bench_bare_answer[];

/* For a child before it starts the program anew: it is to be this window. */
void bench_bare_ask(const BareWindow *window);

/* For main, before all else: shows the window in a process that was asked for it, and gives its
 * exit status; -1 in all others. */
int bench_bare_main(void);

#endif
