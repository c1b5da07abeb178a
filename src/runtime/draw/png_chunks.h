/* Prepares a PNG file for SDL_image, whose reader hangs where a chunk claims more bytes than there
 * are, and takes a transparent shade of grey for a colour.
 *
 * Only chunks that pixels are made of stay: texts, profiles and frames of animations never reach a
 * decoder. art.c makes the transparent colour clear. */
#pragma once

#include "clockwork/base.h"
#include "clockwork/draw.h"

#include <stddef.h>

/* Removes chunks in place and updates the size. False with the reason if the file is cut short or
 * can't be read exactly. `key` becomes the transparent colour; alpha 0: none. */
bool png_chunks_tidy(unsigned char *bytes, size_t *size, CwColour *key, CwError *error);
