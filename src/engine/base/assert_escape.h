/* A way out of failed assertions, for work that is a guess: a coming tick (sim/coming.h) that fails
 * is discarded, and the true tick reports it. Each thread has its own. */
#pragma once

/* Called by a failed assertion before it prints; where it returns, the program ends as usual. */
void assert_set_escape(void (*escape)(void));
