/* Frame animation: which frame of a sheet is seen, as state of the simulation.
 *
 * A game's table CwGame.clips says which frames follow one another. What runs is a CwAnimation, 12
 * bytes in an entity's data or the game's state: advanced by a system of CW_PHASE_ANIMATION it
 * rewinds and replays with everything else, and CW_ANIMATION_FIELDS in the table of fields makes
 * the hash see it. Time is counted in whole milliseconds and exact parts of them: no rate of ticks
 * drifts.
 *
 *     static const CwClip clips[] = {[IDLE] = {.sprite = HERO, .last = 3, .frame_ms = 200},
 *                                    [HIT] = {.sprite = HERO, .first = 4, .last = 7,
 *                                             .frame_ms = 80, .play = CW_PLAY_ONCE}};
 *
 * A tick reads no picture: which frames there are and how long each is on is in the clip's row,
 * which is part of the game's rules. */
#pragma once

#include "clockwork/draw.h"
#include "clockwork/field.h"

/* How a clip goes on after its last frame. */
typedef enum CwPlay {
    CW_PLAY_LOOP,
    CW_PLAY_ONCE, /* stays at the last frame */
    CW_PLAY_PING_PONG
} CwPlay;

/* A row of CwGame.clips: frames first to last of a sprite with a grid. */
typedef struct CwClip {
    int sprite; /* its row has a grid */
    int first, last;
    CwPlay play;
    bool reversed;             /* from the last frame to the first */
    uint32_t frame_ms;         /* of every frame */
    const uint32_t *frames_ms; /* instead: of each, last - first + 1 of them */
} CwClip;

/* All zero: clip 0 at its beginning. */
typedef struct CwAnimation {
    uint32_t clip; /* index in CwGame.clips */
    uint32_t ms;   /* since it began, 49 days at most */
    uint32_t rest; /* of a millisecond, in parts of 1000 * tick_rate */
} CwAnimation;

/* Rows of a table of fields for a member of this type. */
#define CW_ANIMATION_FIELDS(struct_type, member)                                                   \
    CW_FIELD(struct_type, member.clip), CW_FIELD(struct_type, member.ms),                          \
        CW_FIELD(struct_type, member.rest)

/* Goes on where that clip is on already, else begins it. */
void cw_animation_play(CwAnimation *animation, uint32_t clip);

/* Begins it, whatever is on. */
void cw_animation_restart(CwAnimation *animation, uint32_t clip);

/* One tick; in CW_PHASE_ANIMATION. The second: at a speed in thousandths, 0 stands still. */
void cw_animation_advance(CwAnimation *animation, const CwWorld *world);
void cw_animation_advance_by(CwAnimation *animation, const CwWorld *world,
                             uint32_t speed_thousandths);

/* For rules, with the clip that is on. True once a CW_PLAY_ONCE clip has ended. */
bool cw_animation_is_over(const CwAnimation *animation, const CwClip *clip);

/* Current frame, counted from the clip's first. */
int cw_animation_frame(const CwAnimation *animation, const CwClip *clip);

/* The frame that is on, as cw_draw_sprite draws it: sets `sprite` and `frame` of the last. */
void cw_draw_animation(CwDrawList *list, const CwAnimation *animation, const CwSpriteDraw *sprite);
