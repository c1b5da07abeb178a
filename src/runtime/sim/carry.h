/* The carry of a game (CwGame.carry) between its worlds, as bytes for saves and recordings: a row
 * for each field, little-endian. Another version of the game takes the values over by name.
 *
 *     0   n name, ends with 0
 *     n   1 type (CwFieldType), not CW_FIELD_ENTITY
 *   n+1   4 count of elements, then their values as in memory; a bool is 0 or 1, none is NaN */
#pragma once

#include "clockwork/game.h"

enum { CARRY_FORM_BYTES_MAX = 1 << 16 };

typedef struct CarryForm {
    uint8_t *bytes; /* NULL: none, which stands for the table's first carry */
    size_t size;
} CarryForm;

/* Whether the bytes are rows of exactly the game's fields; the differences are in `error`. */
bool carry_fits(const CwGame *game, CarryForm form, CwError *error);

/* Takes values over by name, up to a damaged row; all other fields stay as they are. */
void carry_read(const CwGameCarry *carry, CarryForm form, void *data);

/* Makes the form of the fields; the caller frees its bytes. None without fields or memory. */
CarryForm carry_write(const CwGameCarry *carry, const void *data);
bool carry_equals(CarryForm a, CarryForm b);

/* Makes a form with the game's fields: the table's first carry, overridden by `form` (or none).
 * Runs that begin with it may rank, or not. */
CarryForm carry_adopt(const CwGame *game, CarryForm form, bool *may_rank);
