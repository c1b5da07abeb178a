/* Finds the thing under the pointer and lists its fields, for the inspector.
 *
 * A thing is an entity with its bodies, shapes, joints and contacts; a shape without an owner; or
 * the game's state. Names are the same as in dumps and `clockwork query`. */
#pragma once

#include "fields/field_path.h"

typedef struct Thing {
    uint32_t entity;      /* number; 0: the thing is a shape or the state */
    uint64_t body, shape; /* numbers, for a shape without an owner */
    bool is_state;        /* the thing is the game's state */
} Thing;

/* Calls `tell` for each field; an entity's own fields come first. */
void world_list_thing(const CwWorld *world, const Thing *thing, FieldListener *tell, void *context);

/* Prints words such as "motor chassis to rear wheel" or "contact wheel with ground 7". */
void field_heading_words(const FieldGroup *group, char *text, size_t size);

/* Prints words such as "buggy 59, Tiled's object 7" or "shape 7". False for a missing entity. */
bool thing_words(const CwWorld *world, const Thing *thing, char *text, size_t size);

/* The next entity with fields after this one (direction 1) or before it (-1); it wraps around. 0
 * means the game's state, which comes before entity 1, or that there is nothing. */
uint32_t world_next_entity(const CwWorld *world, uint32_t entity, int direction);

/* Finds the shape within `reach_m` of a place, at the poses that the picture interpolated with
 * `alpha`. Prefers shapes that contain the place, then the smallest. False: there is none. */
bool world_pick(const CwWorld *world, CwPoint2 place, double reach_m, double alpha, Thing *thing);
