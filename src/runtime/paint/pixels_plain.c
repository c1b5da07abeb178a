/* The loops for every processor: SSE2, NEON or plain code. */
#include "paint/pixel_loops.h"

const PixelLoops pixel_loops_plain = {"plain", lay, lay_faded, lay_row, copy_row, lay_run, ramp};
