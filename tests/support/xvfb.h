/* An X server without a screen, one a test binary: start it before Check forks its tests. It picks
 * a free display number and dies with the binary, however that ends. */
#pragma once

#include <stdbool.h>

/* Prepares a file's tests: starts the server, unless it runs, and sets DISPLAY. 0, and a line on
 * stderr, when Xvfb or xdotool is missing; ends the program when the server does not start. */
int xvfb_start(void);

/* For tests that load OpenGL: from here on the leak checker ignores what is allocated. Mesa leaks
 * and unloads itself, so its leaks have no name that could be suppressed. */
void xvfb_forgive_driver_leaks(void);

bool xvfb_xdotool(const char *arguments);
