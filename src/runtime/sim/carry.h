/* The carry is what a game keeps from one world to the next (CwGame.carry). This module turns it
 * into bytes for saves and recordings. Another version of the game reads the values by name. Each
 * field is a row, little-endian:
 *
 *     0   n name, ends with 0
 *     n   1 type (CwFieldType), not CW_FIELD_ENTITY
 *   n+1   4 count of elements, then their values as in memory; a bool is 0 or 1, and no value NaN
 */
#pragma once

#include "clockwork/game.h"

enum { CARRY_FORM_BYTES_MAX = 1 << 16 };

typedef struct CarryForm {
    uint8_t *bytes; /* NULL: none; the game begins with the initial carry of its table */
    size_t size;
} CarryForm;

/* Whether the bytes have exactly the game's fields. False with an error that lists differences. */
bool carry_fits(const CwGame *game, CarryForm form, CwError *error);

/* Takes values over by name, up to a damaged row. All other fields stay unchanged. */
void carry_read(const CwGameCarry *carry, CarryForm form, void *data);

/* Makes the form of a carry. The caller frees its bytes, which are NULL without fields. */
CarryForm carry_write(const CwGameCarry *carry, const void *data);

/* Makes a form with exactly the game's fields: the initial carry, overridden by `form`. `may_rank`
 * tells whether runs that begin with it may rank. */
CarryForm carry_adopt(const CwGame *game, CarryForm form, bool *may_rank);
