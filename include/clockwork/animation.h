/* Frame animation: the current frame of a sprite sheet, kept as state of the simulation.
 *
 * A clip, a row of CwGame.looks.clips, is a series of frames. A running animation is a CwAnimation
 * in an entity's data or the game's state; the game advances it in CW_PHASE_ANIMATION. List its
 * CW_ANIMATION_FIELDS in the table of fields, so that hashes include it.
 *
 *     static const CwClip clips[] = {[IDLE] = {.sprite = HERO, .last = 3, .frame_ms = 200},
 *                                    [HIT] = {.sprite = HERO, .first = 4, .last = 7,
 *                                             .frame_ms = 80, .play = CW_PLAY_ONCE}}; */
#pragma once

#include "clockwork/field.h"
CW_C_BEGIN

typedef struct CwFrame CwFrame; /* system.h */

/* The behaviour of a clip after its last frame. */
typedef enum CwPlay {
    CW_PLAY_LOOP,
    CW_PLAY_ONCE, /* stays at the last frame */
    CW_PLAY_PING_PONG
} CwPlay;

/* A row of CwGame.looks.clips: frames first to last of a sprite with a grid. */
typedef struct CwClip {
    int sprite; /* a sprite with a grid */
    int first, last;
    CwPlay play;
    bool reversed;             /* plays from `last` to `first` */
    uint32_t frame_ms;         /* duration of each frame */
    const uint32_t *frames_ms; /* last - first + 1 durations, which override frame_ms */
} CwClip;

/* A running animation. All zero: clip 0 at its beginning. */
typedef struct CwAnimation {
    uint32_t clip; /* index in CwGame.looks.clips */
    uint32_t ms;   /* time since the animation began, 49 days at most */
    uint32_t rest; /* fraction of a ms that `ms` omits, in 1 / (1000 * tick_rate) ms */
} CwAnimation;

/* The fields of a CwAnimation member, for a table of fields (field.h). */
#define CW_ANIMATION_FIELDS(struct_type, member)                                                   \
    CW_FIELD(struct_type, member.clip), CW_FIELD(struct_type, member.ms),                          \
        CW_FIELD(struct_type, member.rest)

/* Start a clip from its first frame. _play does nothing if that clip plays already. */
void cw_animation_play(CwAnimation *animation, uint32_t clip);
void cw_animation_restart(CwAnimation *animation, uint32_t clip);

/* Advances by one tick; call it in CW_PHASE_ANIMATION. `_by` scales the speed: 1000 is normal. */
void cw_animation_advance(CwAnimation *animation, const CwWorld *world);
void cw_animation_advance_by(CwAnimation *animation, const CwWorld *world,
                             uint32_t speed_thousandths);

/* True once a CW_PLAY_ONCE clip has ended. `clip` is the row of the current clip. */
bool cw_animation_is_over(const CwAnimation *animation, const CwClip *clip);

/* The current frame, counted from the clip's first. `clip` is the row of the current clip. */
int cw_animation_frame(const CwAnimation *animation, const CwClip *clip);

/* Draws the current frame like cw_draw_sprite. The clip sets the members `sprite` and `frame`. */
void cw_draw_animation(CwDrawList *list, const CwAnimation *animation, const CwSpriteDraw *sprite);

/* A table of states chooses the clip, by conditions on fields of an entity's data:
 *
 *     static const CwAnimationState hero_states[] = {
 *         {"rise", RISE, .when = {CW_WHEN(Hero, rising, CW_IS, true)}},
 *         {"run", RUN, .when = {CW_WHEN(Hero, grounded, CW_IS, true),
 *                               CW_WHEN(Hero, vx_mps, CW_BEYOND, 0.5)}, .fade_ms = 80},
 *         {"idle", IDLE, .fade_ms = 120}};
 *     static const CwAnimationStates hero_look = CW_ANIMATION_STATES(hero_states);
 *
 * In each tick the first row whose conditions all hold becomes the state; if none fits, the state
 * stays. Put special states first, and a default without conditions last. */
typedef enum CwComparison {
    CW_IS, /* true and false are 1 and 0 */
    CW_IS_NOT,
    CW_ABOVE,
    CW_BELOW,
    CW_BEYOND /* the field's absolute value is above `value` */
} CwComparison;

/* A comparison: CW_WHEN(Hero, vx_mps, CW_ABOVE, 0.5) compares hero.vx_mps with 0.5. */
typedef struct CwCondition {
    CwField field; /* a number or a bool; for a cpVect its member x or y */
    CwComparison how;
    double value;
} CwCondition;
#define CW_WHEN(struct_type, member, how, value)                                                   \
    {                                                                                              \
        CW_FIELD(struct_type, member), how, value                                                  \
    }

enum { CW_WHEN_MAX = 4 }; /* conditions of a state */

/* A row of a table of states. */
typedef struct CwAnimationState {
    const char *name;              /* shown by the inspector */
    uint32_t clip;                 /* index in CwGame.looks.clips */
    CwCondition when[CW_WHEN_MAX]; /* conditions that must all hold */
    uint32_t fade_ms;              /* length of the fade into this clip; 0: a cut */
    uint32_t least_ms;             /* the state lasts at least this long, whatever the conditions */
    CwField pace;      /* multiplies the clip's speed by |field| / pace_usual; unset: by 1 */
    double pace_usual; /* above 0 */
} CwAnimationState;

/* A table of states with its length. CW_ANIMATION_STATES makes one from an array of rows. */
typedef struct CwAnimationStates {
    const CwAnimationState *rows;
    uint32_t count;
} CwAnimationStates;
#define CW_ANIMATION_STATES(rows)                                                                  \
    {                                                                                              \
        rows, CW_ARRAY_LENGTH(rows)                                                                \
    }

/* The animation state of an entity, kept in its data. Begin with zeros. */
typedef struct CwAnimator {
    uint32_t state;           /* index in the table */
    uint32_t ticks;           /* ticks since the state began; 0: there is no state yet */
    uint32_t fade_ticks;      /* length of the fade into the state */
    uint32_t step_us;         /* advance of the clip in the last tick */
    CwAnimation clip, before; /* the current clip, and the clip that fades out */
} CwAnimator;

/* The fields of a CwAnimator member, for a table of fields. `rows` is the array of states. */
#define CW_ANIMATOR_FIELDS(struct_type, member, rows)                                              \
    {.name = #member ".state",                                                                     \
     .type = CW_FIELD_U32,                                                                         \
     .offset = (uint32_t)offsetof(struct_type, member.state),                                      \
     .count = 1,                                                                                   \
     .words = &(rows)[0].name,                                                                     \
     .word_count = (uint32_t)CW_ARRAY_LENGTH(rows),                                                \
     .word_bytes = (uint32_t)sizeof(rows)[0]},                                                     \
        CW_FIELD(struct_type, member.ticks), CW_FIELD(struct_type, member.fade_ticks),             \
        CW_FIELD(struct_type, member.step_us), CW_ANIMATION_FIELDS(struct_type, member.clip),      \
        CW_ANIMATION_FIELDS(struct_type, member.before)

/* Runs a tick: chooses the first state whose conditions `data` meets, and advances the clips. Call
 * it in `animate` and, for the first picture, at the end of the kind's `spawn`. */
void cw_animator_advance(CwAnimator *animator, const CwAnimationStates *states, const void *data,
                         const CwWorld *world);

/* Like cw_draw_animation, but interpolated by frame->alpha. In a fade it draws both clips. */
void cw_draw_animator(const CwFrame *frame, const CwAnimator *animator, const CwSpriteDraw *sprite);
CW_C_END
