/* The replay file (.cwr), format version 1, byte by byte. All numbers are little-endian, texts end
 * with zeros up to their field's size, checksums are XXH3_64bits_withSeed. Shared by
 * replay_header.c, replay_writer.c and replay_reader.c; nobody else looks at bytes.
 *
 * HEADER, 180 bytes
 *     0   8 magic "CWREPLAY"         116  4 tick_rate, Hz       (1..1000)
 *     8   4 format version           120  4 substeps            (1..16)
 *    12   4 length of the header     124  4 iterations          (1..100)
 *    16  32 game id   [a-z0-9-]+     128  8 gravity, m/s2, double (|g| <= 1000)
 *    48  64 level name [a-z0-9-]+    136  8 arena, bytes        (4 MiB..4 GiB)
 *   112   4 game rules version       144  8 level content hash
 *                                    152  8 seed
 *                                    160  8 fingerprint
 *                                    168  4 action count        (0..16)
 *                                    172  8 checksum of all bytes before, seed 0
 * A later program may put more fields in front of the checksum and raise the length (up to 4096);
 * readers skip what they don't know. What would be misread that way raises the version instead.
 *
 * CHUNKS follow up to the end of the file, each 20 bytes of head, a payload, 8 bytes of checksum:
 *     0   2 kind       1 ticks                  2 rewind          3 end
 *     2   2 count      ticks, 1..tick_rate      0                 1 finished, 0 not
 *     4   4 payload    bytes of it              0                 0
 *     8   8 tick       of the first (1 is the   the tick after    ticks of the branch that
 *                      level's first tick)      which play goes on   survives
 *    16   4 check      low half of the checksum of the 16 bytes before
 *    20     payload
 *         8 checksum   of head and payload
 * Both checksums are seeded with the checksum in front of the chunk (the header's for the first),
 * so a chunk is valid only in its own file and place. A checked head tells a file that was cut from
 * one that was damaged. A rewind takes back every tick behind its own: the next chunk starts at
 * tick + 1. Nothing may follow an end; a file without one was cut.
 *
 * TICKS: the payload is the coded inputs, then 8 bytes of world hash after each tick. A tick's
 * input is its difference from a prediction made from the coded tick before it, whatever branch
 * that was on (all zero before the first). Predicted: the same actions down and no edges; an action
 * that goes down has the value 127, one that goes up 0; one that was tapped has 127 in its tick and
 * 0 in the next; everything else stays, motion, wheel and command are 0.
 *   1nnnnnnn   the next n + 1 ticks are as predicted
 *   0ppppppp   one tick that differs in the parts p, which follow in this order:
 *      bit 0 down     v(down ^ before)
 *      bit 1 edges    v(pressed ^ ordinary) v(released ^ ordinary), where ordinary is what follows
 *                     from the change of down
 *      bit 2 values   v(actions that differ), a byte for each, lowest action first
 *      bit 3 pointer  z(x - before) z(y - before)
 *      bit 4 motion   z(dx) z(dy)
 *      bit 5 wheel    z(wheel)
 *      bit 6 command  4 bytes setting (1 substeps, 2 iterations, 3 gravity in um/s2), 4 bytes
 *                     value, signed; a setting or value out of range changes nothing
 *   A 0 byte is refused.
 * v is 16 bits in groups of seven, lowest first, bit 7 set on all but the last; z is v of
 * 0, -1, 1, -2 ... counted up from 0; differences wrap in 16 bits.
 *
 * Example, after the header of tests/test_replay_format.c (tick_rate 4), whose golden bytes
 * `REPLAY_PRINT=1 build/plain/tests/test_replay_format` prints anew: two idle ticks, action 0 goes
 * down and stays, rewind to tick 2, one tick with the wheel at -1, finished at tick 3.
 *   180  0100 0400 24000000 0100000000000000 40795afd   head: 4 ticks from tick 1, 36 bytes
 *   200  81 0101 80                                 run of 2; down ^= 1; run of 1
 *   204  1111111111111111 2222222222222222 ...      four hashes
 *   236  e39d713e5f070db8                           checksum
 *   244  0200 0000 00000000 0200000000000000 91db8864 0a58e6db56e968d6       back to tick 2
 *   272  0100 0100 0a000000 0300000000000000 a2b21af9   head: 1 tick, tick 3, 10 bytes
 *   292  2001 5555555555555555                      wheel -1; its hash
 *   302  6ef3b03178d86012                           checksum
 *   310  0300 0100 00000000 0300000000000000 b870f4af a0ce42705fd36586       finished, 3 ticks
 */
#ifndef SIM_REPLAY_FORMAT_H
#define SIM_REPLAY_FORMAT_H

#include "clockwork/replay.h"

#define REPLAY_MAGIC "CWREPLAY"

enum {
    REPLAY_VERSION = 1,

    REPLAY_HEADER_BYTES = 180,
    REPLAY_HEADER_BYTES_MAX = 4096, /* of later programs */
    REPLAY_CHUNK_HEAD_BYTES = 20,
    REPLAY_CHUNK_CHECKED_BYTES = 16, /* of the head, in front of its check */
    REPLAY_CHECKSUM_BYTES = 8,
    REPLAY_HASH_BYTES = 8,

    REPLAY_TICK_RATE_MAX = 1000,
    REPLAY_SUBSTEPS_MAX = 16,
    REPLAY_ITERATIONS_MAX = 100,
    REPLAY_GRAVITY_MAX_MPS2 = 1000
};

#define REPLAY_ARENA_BYTES_MIN (UINT64_C(4) << 20)
#define REPLAY_ARENA_BYTES_MAX (UINT64_C(4) << 30)

typedef enum ReplayChunkKind {
    REPLAY_CHUNK_TICKS = 1,
    REPLAY_CHUNK_REWIND = 2,
    REPLAY_CHUNK_END = 3
} ReplayChunkKind;

#endif
