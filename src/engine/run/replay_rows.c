#include "run/replay_rows.h"

#include <lz4.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(CwInputCommand) == 8 && sizeof(CwInputFrame) == 64,
               "describe a row's new layout in docs/replay-format.md and raise REPLAY_VERSION");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "rows are stored as they lie in memory");

bool replay_rows_open(ReplayRows *rows, const CwReplayHeader *header)
{
    *rows = (ReplayRows){.row_bytes = sizeof(CwInputCommand) +
                                      (size_t)header->player_count * sizeof(CwInputFrame),
                         .capacity = (size_t)header->settings.tick_rate};
    rows->bytes = malloc(rows->capacity * rows->row_bytes);
    return rows->bytes != NULL;
}

void replay_rows_close(ReplayRows *rows)
{
    free(rows->bytes);
    *rows = (ReplayRows){0};
}

void replay_rows_add(ReplayRows *rows, const CwTickInput *input)
{
    CW_ASSERT(rows->count < rows->capacity, "encode the rows of a full chunk");
    uint8_t *row = rows->bytes + rows->count++ * rows->row_bytes;
    memcpy(row, &input->command, sizeof input->command);
    memcpy(row + sizeof input->command, input->players, rows->row_bytes - sizeof input->command);
}

CwTickInput replay_rows_get(const ReplayRows *rows, size_t row)
{
    CwTickInput input = {0};
    const uint8_t *from = rows->bytes + row * rows->row_bytes;
    memcpy(&input.command, from, sizeof input.command);
    memcpy(input.players, from + sizeof input.command, rows->row_bytes - sizeof input.command);
    return input;
}

size_t replay_rows_bound(const ReplayRows *rows)
{
    return (size_t)LZ4_compressBound((int)(rows->capacity * rows->row_bytes));
}

size_t replay_rows_encode(ReplayRows *rows, uint8_t *block)
{
    size_t size = rows->count * rows->row_bytes;
    for (size_t i = size; i-- > rows->row_bytes;) {
        rows->bytes[i] ^= rows->bytes[i - rows->row_bytes];
    }
    return (size_t)LZ4_compress_default((const char *)rows->bytes, (char *)block, (int)size,
                                        (int)replay_rows_bound(rows));
}

bool replay_rows_decode(ReplayRows *rows, size_t count, const uint8_t *block, size_t block_bytes)
{
    size_t size = count * rows->row_bytes;
    rows->count = 0;
    if (LZ4_decompress_safe((const char *)block, (char *)rows->bytes, (int)block_bytes,
                            (int)size) != (int)size) {
        return false;
    }
    for (size_t i = rows->row_bytes; i < size; i++) {
        rows->bytes[i] ^= rows->bytes[i - rows->row_bytes];
    }
    rows->count = count;
    return true;
}
