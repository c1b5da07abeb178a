/* The loops for processors with AVX2. */
#define VECTOR_BYTES 32
#include "paint/pixel_loops.h"

const PixelLoops pixel_loops_avx2 = {"avx2", lay, lay_faded, lay_row, copy_row, lay_run, ramp};
