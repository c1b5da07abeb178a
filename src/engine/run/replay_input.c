#include "run/replay_input.h"

#include "base/little_endian.h"

#include <string.h>

enum { COMMAND_BYTES = 8 };

/* Bits of a tick's first byte. */
enum {
    PART_DOWN = 1,
    PART_EDGES = 2,
    PART_VALUES = 4,
    PART_POINTER = 8,
    PART_MOTION = 16,
    PART_WHEEL = 32,
    PART_COMMAND = 64,
    PARTS_KNOWN = 127,
    RUN = 128,
    RUN_LAST = 255 /* a run of 128 ticks, which can't grow */
};

_Static_assert(CW_ACTION_MAX == 32, "masks of actions are coded as 32 bits");
_Static_assert(sizeof(CwInputFrame) == 3 * 4 + CW_ACTION_MAX + 5 * 2 + 2 + 2 * 4,
               "give a new field of CwInputFrame a part of its own in replay_format.h");

/* What everything but the actions down is taken for when nothing is said about it. */
static CwInputFrame predict_edges(const CwInputFrame *before, uint32_t down)
{
    CwInputFrame frame = *before;
    frame.down = down;
    cw_input_derive_edges(&frame, before);
    frame.pointer_dx = frame.pointer_dy = frame.wheel = 0;
    return frame;
}

/* Edges are known by now: keys have their full value from the edge on, a tap for one tick. */
static void predict_values(CwInputFrame *frame, const CwInputFrame *before)
{
    unsigned taps = frame->pressed & ~(unsigned)frame->down;
    unsigned old_taps = before->pressed & ~(unsigned)before->down;
    unsigned full = (frame->down & ~(unsigned)before->down) | taps;
    unsigned none = (before->down & ~(unsigned)frame->down) | old_taps;
    for (int action = 0; action < CW_ACTION_MAX; action++) {
        if ((full >> action & 1) != 0) {
            frame->value[action] = CW_ACTION_VALUE_MAX;
        } else if ((none >> action & 1) != 0) {
            frame->value[action] = 0;
        }
    }
}

/* ---- Writing ---- */

static void put_byte(ReplayInputWriter *writer, unsigned byte)
{
    writer->bytes[writer->used_bytes++] = (uint8_t)byte;
}

static void put_number(ReplayInputWriter *writer, uint32_t number)
{
    for (; number > 0x7f; number >>= 7) {
        put_byte(writer, (number & 0x7f) | 0x80);
    }
    put_byte(writer, number);
}

/* A difference of either sign, small ones first. */
static void put_signed(ReplayInputWriter *writer, int32_t difference)
{
    uint32_t bits = (uint32_t)difference;
    put_number(writer, difference < 0 ? ~bits << 1 | 1 : bits << 1);
}

/* `to` - `from` modulo 2^16. */
static void put_difference(ReplayInputWriter *writer, int16_t from, int16_t to)
{
    put_signed(writer, (int16_t)(uint16_t)(to - from));
}

static unsigned put_down(ReplayInputWriter *writer, const CwInputFrame *frame)
{
    if (frame->down == writer->before.down) {
        return 0;
    }
    put_number(writer, frame->down ^ writer->before.down);
    return PART_DOWN;
}

static unsigned put_edges(ReplayInputWriter *writer, const CwInputFrame *frame,
                          CwInputFrame *predicted)
{
    if (frame->pressed == predicted->pressed && frame->released == predicted->released) {
        return 0;
    }
    put_number(writer, frame->pressed ^ predicted->pressed);
    put_number(writer, frame->released ^ predicted->released);
    predicted->pressed = frame->pressed;
    predicted->released = frame->released;
    return PART_EDGES;
}

static unsigned put_values(ReplayInputWriter *writer, const CwInputFrame *frame,
                           const CwInputFrame *predicted)
{
    uint32_t different = 0;
    for (int action = 0; action < CW_ACTION_MAX; action++) {
        different |= (uint32_t)(frame->value[action] != predicted->value[action]) << action;
    }
    if (different == 0) {
        return 0;
    }
    put_number(writer, different);
    for (int action = 0; action < CW_ACTION_MAX; action++) {
        if ((different >> action & 1) != 0) {
            put_byte(writer, frame->value[action]);
        }
    }
    return PART_VALUES;
}

static unsigned put_place(ReplayInputWriter *writer, const CwInputFrame *frame)
{
    const CwInputFrame *before = &writer->before;
    bool moved = frame->pointer_x != before->pointer_x || frame->pointer_y != before->pointer_y;
    bool moved_in_world = writer->in_world &&
                          (frame->world_x != before->world_x || frame->world_y != before->world_y);
    if (!moved && !moved_in_world) {
        return 0;
    }
    put_difference(writer, before->pointer_x, frame->pointer_x);
    put_difference(writer, before->pointer_y, frame->pointer_y);
    if (writer->in_world) {
        put_signed(writer, (int32_t)((uint32_t)frame->world_x - (uint32_t)before->world_x));
        put_signed(writer, (int32_t)((uint32_t)frame->world_y - (uint32_t)before->world_y));
    }
    return PART_POINTER;
}

static unsigned put_pointer(ReplayInputWriter *writer, const CwInputFrame *frame)
{
    unsigned parts = put_place(writer, frame);
    if (frame->pointer_dx != 0 || frame->pointer_dy != 0) {
        put_difference(writer, 0, frame->pointer_dx);
        put_difference(writer, 0, frame->pointer_dy);
        parts |= PART_MOTION;
    }
    if (frame->wheel != 0) {
        put_difference(writer, 0, frame->wheel);
        parts |= PART_WHEEL;
    }
    return parts;
}

static unsigned put_command(ReplayInputWriter *writer, CwInputCommand command)
{
    if (command.setting == 0 && command.value == 0) {
        return 0;
    }
    store_le(writer->bytes + writer->used_bytes, command.setting, 4);
    store_le(writer->bytes + writer->used_bytes + 4, (uint32_t)command.value, 4);
    writer->used_bytes += COMMAND_BYTES;
    return PART_COMMAND;
}

void replay_input_writer_begin(ReplayInputWriter *writer, uint8_t *bytes)
{
    writer->bytes = bytes;
    writer->used_bytes = 0;
    writer->in_run = false;
}

static void put_predicted(ReplayInputWriter *writer)
{
    if (writer->in_run && writer->bytes[writer->used_bytes - 1] != RUN_LAST) {
        writer->bytes[writer->used_bytes - 1]++;
        return;
    }
    put_byte(writer, RUN);
    writer->in_run = true;
}

void replay_input_writer_put(ReplayInputWriter *writer, const CwInputFrame *frame,
                             CwInputCommand command)
{
    size_t start = writer->used_bytes;
    writer->used_bytes++;
    CwInputFrame predicted = predict_edges(&writer->before, frame->down);
    unsigned parts = put_down(writer, frame);
    parts |= put_edges(writer, frame, &predicted);
    predict_values(&predicted, &writer->before);
    parts |= put_values(writer, frame, &predicted);
    parts |= put_pointer(writer, frame);
    parts |= put_command(writer, command);
    writer->before = *frame;
    if (parts == 0) {
        writer->used_bytes = start;
        put_predicted(writer);
        return;
    }
    writer->bytes[start] = (uint8_t)parts;
    writer->in_run = false;
}

/* ---- Reading ---- */

/* 0 and no further progress at the end of the buffer; the caller notices by `at` beyond `size`. */
static unsigned take_byte(ReplayInputReader *reader)
{
    if (reader->at >= reader->size) {
        reader->at = reader->size + 1;
        return 0;
    }
    return reader->bytes[reader->at++];
}

static uint32_t take_number(ReplayInputReader *reader)
{
    uint32_t number = 0;
    for (int shift = 0; shift < 35; shift += 7) {
        uint32_t byte = take_byte(reader);
        number |= (byte & 0x7f) << shift;
        if ((byte & 0x80) == 0) {
            break;
        }
    }
    return number;
}

static uint32_t take_signed(ReplayInputReader *reader)
{
    uint32_t number = take_number(reader);
    return (number & 1) != 0 ? ~(number >> 1) : number >> 1;
}

static int16_t take_difference(ReplayInputReader *reader, int16_t from)
{
    return (int16_t)(uint16_t)((uint16_t)from + take_signed(reader));
}

static void take_place(ReplayInputReader *reader, CwInputFrame *frame)
{
    frame->pointer_x = take_difference(reader, frame->pointer_x);
    frame->pointer_y = take_difference(reader, frame->pointer_y);
    if (reader->in_world) {
        frame->world_x = (int32_t)((uint32_t)frame->world_x + take_signed(reader));
        frame->world_y = (int32_t)((uint32_t)frame->world_y + take_signed(reader));
    }
}

static void take_values(ReplayInputReader *reader, CwInputFrame *frame)
{
    uint32_t different = take_number(reader);
    for (int action = 0; action < CW_ACTION_MAX; action++) {
        if ((different >> action & 1) != 0) {
            frame->value[action] = (uint8_t)take_byte(reader);
        }
    }
}

static CwInputCommand take_command(ReplayInputReader *reader)
{
    uint8_t bytes[COMMAND_BYTES];
    for (int i = 0; i < COMMAND_BYTES; i++) {
        bytes[i] = (uint8_t)take_byte(reader);
    }
    return (CwInputCommand){.setting = (uint32_t)load_le(bytes, 4),
                            .value = (int32_t)(uint32_t)load_le(bytes + 4, 4)};
}

static void take_parts(ReplayInputReader *reader, unsigned parts, CwInputFrame *frame,
                       CwInputCommand *command)
{
    const CwInputFrame *before = &reader->before;
    uint32_t change = (parts & PART_DOWN) != 0 ? take_number(reader) : 0;
    *frame = predict_edges(before, before->down ^ change);
    if ((parts & PART_EDGES) != 0) {
        frame->pressed ^= take_number(reader);
        frame->released ^= take_number(reader);
    }
    predict_values(frame, before);
    if ((parts & PART_VALUES) != 0) {
        take_values(reader, frame);
    }
    if ((parts & PART_POINTER) != 0) {
        take_place(reader, frame);
    }
    if ((parts & PART_MOTION) != 0) {
        frame->pointer_dx = take_difference(reader, 0);
        frame->pointer_dy = take_difference(reader, 0);
    }
    if ((parts & PART_WHEEL) != 0) {
        frame->wheel = take_difference(reader, 0);
    }
    *command = (parts & PART_COMMAND) != 0 ? take_command(reader) : (CwInputCommand){0};
}

void replay_input_reader_begin(ReplayInputReader *reader, const uint8_t *bytes, size_t size)
{
    reader->bytes = bytes;
    reader->size = size;
    reader->at = 0;
    reader->run_ticks = 0;
}

/* Reads the byte that says which parts follow; 0 within a run. */
static bool take_opening(ReplayInputReader *reader, unsigned *parts, CwError *error)
{
    *parts = 0;
    if (reader->run_ticks > 0) {
        reader->run_ticks--;
        return true;
    }
    unsigned byte = take_byte(reader);
    if (byte >= RUN) {
        reader->run_ticks = (int)(byte - RUN);
        return true;
    }
    if (reader->at <= reader->size && (byte == 0 || (byte & ~(unsigned)PARTS_KNOWN) != 0)) {
        return cw_error_set(
            error, "input of an unknown kind (0x%02x): recorded by a newer program?", byte);
    }
    *parts = byte;
    return true;
}

bool replay_input_reader_next(ReplayInputReader *reader, CwInputFrame *frame,
                              CwInputCommand *command, CwError *error)
{
    unsigned parts = 0;
    if (!take_opening(reader, &parts, error)) {
        return false;
    }
    take_parts(reader, parts, frame, command);
    if (reader->at > reader->size) {
        return cw_error_set(error, "the inputs end too early");
    }
    reader->before = *frame;
    return true;
}

bool replay_input_reader_is_done(const ReplayInputReader *reader)
{
    return reader->run_ticks == 0;
}
