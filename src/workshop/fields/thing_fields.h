/* The thing under a pointer, and a thing's fields: of an entity with its own bodies, shapes, joints
 * and contacts, of a shape without an owner, or of the game's state. Tables and names as in dumps
 * and `clockwork query`.
 */
#pragma once

#include "clockwork/world.h"
#include "fields/field_path.h"

typedef struct Thing {
    uint32_t entity; /* number; 0: none, then it is the shape and its body */
    uint64_t body, shape;
    bool is_state; /* it is the game's state instead */
} Thing;

/* Tells its fields, the entity's first. */
void world_list_thing(const CwWorld *world, const Thing *thing, FieldListener *tell, void *context);

/* "rear wheel", "motor chassis to rear wheel", "contact rear wheel with ground 7", "body 3". */
void field_heading_words(const FieldGroup *group, char *text, size_t size);

/* "buggy 59, Tiled's object 7", "shape 7"; "nothing" of an entity that is not there. Returns
 * whether it is. */
bool thing_words(const CwWorld *world, const Thing *thing, char *text, size_t size);

/* The number of the next entity with fields after this one, or before it, round and round. 0: the
 * game's state, which has its turn before the first, or nothing. */
uint32_t world_next_entity(const CwWorld *world, uint32_t entity, int direction);

typedef struct Picked {
    CwEntity owner; /* its own, else its body's; zero: none */
    uint64_t body, shape;
    bool inside;    /* the place is in it, not only near */
    double area_m2; /* of its box */
} Picked;

/* Finds the shape within `reach_m` of a place, by its geometry at the interpolated pose of the
 * picture (`alpha`): rather one that the place is in, and the smallest. False: there is none. */
bool world_pick(const CwWorld *world, CwPoint2 place, double reach_m, double alpha, Picked *picked);
