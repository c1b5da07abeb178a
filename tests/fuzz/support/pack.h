/* A map and the files that it names, as a text that survives mutation: see fuzz_pack. */
#pragma once

#include "fuzz/support/input.h"
#include "map/map_text.h"

/* The map's name, so that pictures are found beside the game's. */
#define FUZZ_MAP "assets/levels/fuzz"

/* The text of a map, to be freed. Where the input begins with a line "=== NAME", each such line
 * begins a file, and the text is that of several files with their right lengths. In any file
 * "@z1,2,3@" becomes these numbers as Tiled compresses the cells of a layer: z is zlib, g gzip, s
 * Zstandard, b none; all in base64. */
MapText fuzz_pack(const uint8_t *data, size_t size);
