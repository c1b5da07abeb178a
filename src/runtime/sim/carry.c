#include "sim/carry.h"

#include "base/little_endian.h"
#include "sim/world_fields.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_BYTES = 6 /* bytes of a row without the name's characters and the values */ };

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "values are stored as in memory");

typedef struct CarryRow {
    const char *name;
    CwFieldType type;
    size_t count, bytes;
    uint8_t *values;
} CarryRow;

static bool are_values(const CarryRow *row)
{
    bool is_real = row->type == CW_FIELD_F64 || row->type == CW_FIELD_VECT, ok = true;
    for (size_t at = 0; ok && at < row->bytes; at += is_real ? sizeof(double) : 1) {
        double number = 0;
        memcpy(&number, row->values + at, is_real ? sizeof number : 0);
        ok = !isnan(number) && (row->type != CW_FIELD_BOOL || row->values[at] <= 1);
    }
    return ok;
}

/* Reads the first row and moves `form` behind it. False at the end, and if the row is damaged. */
static bool next_row(CarryForm *form, CarryRow *row)
{
    uint8_t *end = form->size == 0 ? NULL : memchr(form->bytes, '\0', form->size);
    size_t head_bytes = end == NULL ? SIZE_MAX : (size_t)(end - form->bytes) + ROW_BYTES;
    if (head_bytes > form->size || end[1] >= CW_FIELD_ENTITY) {
        return false;
    }
    *row = (CarryRow){(const char *)form->bytes, end[1], (size_t)load_le(end + 2, 4),
                      .values = form->bytes + head_bytes};
    row->bytes = row->count * field_bytes(row->type);
    if (row->count > form->size || row->bytes > form->size - head_bytes || !are_values(row)) {
        return false;
    }
    *form = (CarryForm){row->values + row->bytes, form->size - head_bytes - row->bytes};
    return true;
}

static bool find_row(CarryForm form, const char *name, CwFieldType type, CarryRow *row)
{
    bool found = false;
    while (!found && next_row(&form, row)) {
        found = row->type == type && strcmp(row->name, name) == 0;
    }
    return found;
}

/* Adds the names of the rows that the other form lacks. False: a row is damaged. */
static bool list_missing(CwError *list, const char *words, CarryForm form, CarryForm other)
{
    CarryRow row, found;
    while (next_row(&form, &row)) {
        if (!find_row(other, row.name, row.type, &found) || found.count != row.count) {
            size_t used = strlen(list->text);
            snprintf(list->text + used, sizeof list->text - used, "%s%.40s %s",
                     used == 0 ? "" : ", ", row.name, words);
        }
    }
    return form.size == 0;
}

bool carry_fits(const CwGame *game, CarryForm form, CwError *error)
{
    bool may_rank;
    CwError list = {0};
    CarryForm own = carry_adopt(game, (CarryForm){0}, &may_rank);
    bool is_sound = list_missing(&list, "is dropped", form, own);
    is_sound = list_missing(&list, "is new", own, form) && is_sound;
    free(own.bytes);
    return (is_sound && list.text[0] == '\0') ||
           cw_error_set(error, "%s%s", is_sound ? "" : "it is damaged; ", list.text);
}

void carry_read(const CwGameCarry *carry, CarryForm form, void *data)
{
    CarryRow row;
    for (int i = 0; i < carry->field_count; i++) {
        const CwField *field = &carry->fields[i];
        if (find_row(form, field->name, field->type, &row)) {
            size_t bytes = field->count * field_bytes(field->type);
            memcpy((char *)data + field->offset, row.values, row.bytes < bytes ? row.bytes : bytes);
        }
    }
}

CarryForm carry_write(const CwGameCarry *carry, const void *data)
{
    size_t size = 0;
    for (int i = 0; i < carry->field_count; i++) {
        const CwField *field = &carry->fields[i];
        size += strlen(field->name) + ROW_BYTES + field->count * field_bytes(field->type);
    }
    uint8_t *bytes = size == 0 ? NULL : malloc(size), *at = bytes;
    for (int i = 0; bytes != NULL && i < carry->field_count; i++) {
        const CwField *field = &carry->fields[i];
        size_t name_bytes = strlen(field->name) + 1, count = field->count;
        memcpy(at, field->name, name_bytes);
        store_le(at + name_bytes, field->type, 1);
        store_le(at + name_bytes + 1, count, 4);
        at += name_bytes + ROW_BYTES - 1;
        memcpy(at, (const char *)data + field->offset, count * field_bytes(field->type));
        at += count * field_bytes(field->type);
    }
    return (CarryForm){bytes, bytes == NULL ? 0 : size};
}

CarryForm carry_adopt(const CwGame *game, CarryForm form, bool *may_rank)
{
    const CwGameCarry *carry = &game->carry;
    uint8_t data[CW_CARRY_BYTES_MAX] = {0};
    CW_ASSERT(carry->bytes <= sizeof data, "carry at most CW_CARRY_BYTES_MAX bytes");
    if (carry->initial != NULL) {
        memcpy(data, carry->initial, carry->bytes);
    }
    CarryForm first = carry_write(carry, data);
    carry_read(carry, form, data);
    CarryForm adopted = carry_write(carry, data);
    bool is_first = first.size == adopted.size &&
                    (first.size == 0 || memcmp(first.bytes, adopted.bytes, first.size) == 0);
    *may_rank = game->rank.any_carry || is_first;
    free(first.bytes);
    return adopted;
}
