/* Dead zones: how a raw axis becomes a deflection.
 *
 * A stick is one thing with two axes, so its dead zone is a disc: a direction just outside the disc
 * comes out exactly as it went in, only short. (A dead zone on each axis would pull directions
 * onto the axes.) What lies outside is stretched, so the result starts at 0 on the edge, without
 * a jump, and reaches 1 at full deflection. Triggers have one axis and a plain threshold, stretched
 * likewise. Pure functions; called by device_state.c, never inside a tick. */
#ifndef INPUT_DEAD_ZONE_H
#define INPUT_DEAD_ZONE_H

/* Parts of the full deflection that count as rest, [0, DEAD_ZONE_LARGEST]; others are clamped. */
typedef struct DeadZones {
    double stick;
    double trigger;
} DeadZones;

#define DEAD_ZONE_LARGEST 0.9

typedef struct Deflection {
    double x, y; /* length at most 1 */
} Deflection;

/* Raw axes -32768..32767 to a deflection of length 0..1 in the same direction. */
Deflection dead_zone_stick(int raw_x, int raw_y, double dead_zone);

/* A raw axis 0..32767 to 0..1. Negative values are rest. */
double dead_zone_trigger(int raw, double dead_zone);

#endif
