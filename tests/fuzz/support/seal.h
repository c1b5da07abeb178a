/* Makes the checksums of a recording's bytes right, as someone who means harm would; else no
 * made-up file would be read beyond its header. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* As far as the lengths in the bytes lead. */
void fuzz_seal(uint8_t *bytes, size_t size);
