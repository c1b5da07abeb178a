/* The replay file (.cwr), format version 4, byte by byte. All numbers are little-endian, checksums
 * are XXH3_64bits_withSeed. Only replay_header.c, replay_rows.c, replay_writer.c
 * and replay_reader.c read or write these bytes.
 *
 * TAGS. A file is a header of fields, then chunks, and each of both begins with a tag of 10 bytes:
 *     0   8 name     capitals and digits, zeros up to the end
 *     8   2 flags    bit 0: optional; the others 0
 * A reader skips an optional field or chunk that it doesn't know; any other one it refuses by name,
 * and so it does with flags that it doesn't know. A new kind is optional if the run plays the same
 * without it. What can't be said with a new kind raises the version, and a reader refuses every
 * version but its own.
 *
 * HEADER
 *     0   8 magic "CWREPLAY"
 *     8   4 format version
 *    12   4 length of the header, up to 65536
 *    16     fields, in any order, each once: a tag, 2 bytes of length, so many bytes
 *         8 checksum of all bytes before, seed 0
 *   GAME      4 rules version        then the game id     [a-z0-9-]+, up to 31
 *   MAP       8 hash of its content  then the level name  [a-z0-9-]+, up to 63
 *   SETTINGS  4 tick_rate, Hz (1..1000)  4 substeps (1..16)  4 iterations (1..100)
 *             8 gravity, m/s2, double (|g| <= 1000)
 *   ARENA     8 bytes (4 MiB..4 GiB)
 *   SEED      8 of the simulation's random numbers
 *   MATHS     8 fingerprint of the arithmetic
 *   PLAYERS   4 players of the game (1..4)  4 actions of the game (0..32)
 *   POINTER   4 steps to a metre (0..65536) in which the pointer's place in the world is coded; 0,
 *             or without this field: it isn't there
 * A header without one of the others is refused, or with one of another length.
 *
 * CHUNKS follow up to the end of the file, each 28 bytes of head, a payload, 8 bytes of checksum:
 *     0  10 tag        TICKS                   REWIND             END
 *    10   2 count      ticks, 1..tick_rate     0                  1 finished, 0 not
 *    12   4 payload    bytes of it             0                  0
 *    16   8 tick       of the first (1 is the  the tick after     ticks of the branch that
 *                      level's first tick)     which play goes on survives
 *    24   4 check      low half of the checksum of the 24 bytes before
 *    28     payload
 *         8 checksum   of head and payload
 * Both checksums are seeded with the checksum in front of the chunk (the header's for the first),
 * so a chunk is valid only in its own file and place. A checked head tells a file that was cut from
 * one that was damaged. A damaged chunk that lacks a sector (zeros from one multiple of 512 bytes
 * of the file to the next) counts as cut, too: the power failed. A rewind undoes every tick after
 * its own: the next ticks start at tick + 1. Nothing may follow an end; a file without one was cut.
 * A file has at most CW_REPLAY_FILE_BYTES_MAX bytes: a writer stops while there is room for an end.
 *
 * TICKS: the payload is an LZ4 block, then 8 bytes of world hash after each tick. The block holds a
 * row for each tick: a command, then 64 bytes for each player. Every row but the first is XORed
 * with the row before it, so a chunk is read without the others.
 *     0   4 setting  0 none, 1 substeps, 2 iterations, 3 gravity in um/s2
 *     4   4 value    signed, in the range of its setting
 *     8     of the first player, then of the next and so on:
 *         4 actions down  4 pressed  4 released  32 values of 0..127, lowest action first
 *         2 x  2 y  2 dx  2 dy of the pointer  2 wheel  2 zero
 *         4 x  4 y of its place in the world, in steps from its origin, y up; 0 without POINTER
 *   Input that the engine can't give is refused (sim/possible_input.h): values above 127, actions
 *   beyond the game's, edges that contradict the tick before on its branch. In the first tick, and
 *   in the first after a rewind, actions may be down without a press.
 *
 * LEVEL: an optional chunk in front of the first TICKS, once, with count 1 (an LZ4 block) and tick
 * 0. The payload is 8 bytes for the size of the level's file (up to 16 MiB), then the file,
 * compressed; its hash must be MAP's. A recording has it when the game has no level of that name
 * with that content, and is played on it then, whatever levels there are.
 *
 * SPEED: an optional chunk, count 0. The payload is 4 bytes: the speed of play from after its tick
 * on, thousandths of real time; 1000 before the first. 0 is for ticks that were stepped in a pause,
 * shown before they ran, or run for less than a second between two pauses. Claimed by whoever
 * recorded, nothing proves it; a run that was played slowly ranks apart.
 *
 * TIME: an optional chunk in front of the END, count 0. The payload is 4 bytes: the run's time up
 * to there as the game counts it, ticks. For lists; a time that counts is simulated.
 *
 * EDIT: values that were changed by hand after the tick, count of them (1 and more), after the hash
 * of that tick. For each: v(bytes) of the field's name, 1..127, the name as `clockwork query` has
 * it, in printable ASCII, 8 value (a double, or a whole number, as the field is; signed ones with
 * their sign). Such a run verifies and is never ranked. A rewind to its tick or before it undoes an
 * edit; where play goes on from a tick with the edits that it had, they follow the rewind. A reader
 * takes at most 4096.
 *
 * Example, after the header of tests/engine/run/test_replay_format.c (tick_rate 4), whose golden
 * bytes `REPLAY_PRINT=1 build/plain/tests/test_run replay_format` prints: two idle ticks,
 * action 0 goes down and stays, rewind to tick 2, one tick with the wheel at -1, finished at
 * tick 3.
 *
 *   188  "TICKS" 000000 0000 0400 41000000 0100000000000000 d2b4ed1a
 *                                                   head: 4 ticks from tick 1, 65 bytes
 *   216  1f0001008413010400000200107f05000f02002800 LZ4: 144 zeros; the row that differs in
 *        4c000f020020500000000000                   down, pressed, value; the one in pressed
 *   249  1111111111111111 2222222222222222 ...      four hashes
 *   281  cc5de545fb6289c2                           checksum
 *   289  "REWIND" 0000 0000 0000 00000000 0200000000000000 3846daa5 f0dff3ef072f8ffd
 *                                                   back to tick 2
 *   325  "TICKS" 000000 0000 0100 28000000 0300000000000000 57e3cd32
 *   353  13000100130108000002001 ... c0ffff00 ...   down 1, value 127, wheel -1
 *   385  5555555555555555 71bd0153ff27adf9          its hash; checksum
 *   401  "END" 0000000000 0000 0100 00000000 0300000000000000 f099f3bc 6b48c63e1f778c94
 *                                                   finished, 3 ticks
 */
#pragma once

#include "clockwork/replay.h"

#define REPLAY_MAGIC "CWREPLAY"

enum {
    REPLAY_VERSION = 4,

    REPLAY_HEADER_BYTES_MAX = 65536,
    REPLAY_CHUNK_HEAD_BYTES = 28,
    REPLAY_CHUNK_CHECKED_BYTES = 24, /* of the head, in front of its check */
    REPLAY_CHECKSUM_BYTES = 8,
    REPLAY_HASH_BYTES = 8,
    REPLAY_LEVEL_HEAD_BYTES = 8, /* of a level's payload, in front of the LZ4 block */
    REPLAY_POINTER_STEPS_MAX = 65536,
    REPLAY_LEVEL_LZ4 = 1, /* count of its chunk */
    REPLAY_SPEED_NORMAL = 1000,
    REPLAY_EDIT_VALUE_BYTES = 8,
    REPLAY_EDITS_MAX = 4096
};

#define REPLAY_ARENA_BYTES_MIN (UINT64_C(4) << 20)
#define REPLAY_ARENA_BYTES_MAX (UINT64_C(4) << 30)

/* Names of chunks. */
#define REPLAY_CHUNK_LEVEL "LEVEL"
#define REPLAY_CHUNK_TICKS "TICKS"
#define REPLAY_CHUNK_REWIND "REWIND"
#define REPLAY_CHUNK_SPEED "SPEED"
#define REPLAY_CHUNK_TIME "TIME"
#define REPLAY_CHUNK_EDIT "EDIT"
#define REPLAY_CHUNK_END "END"
