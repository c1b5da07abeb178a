/* Lists the fields of bodies, shapes, entities and contacts, of which a world may have thousands.
 * Each list is an X-table. Dumps turn a list into names. world_hash.c turns it into straight-line
 * code, because loops over named fields would take most of the time. Structs here collect values
 * that are behind pointers.
 *
 * The lists have all members that a later tick can read, except for:
 * - members that each solve writes before it reads them (a contact's `bounce`, `bias`, `jBias`,
 *   `nMass` and `tMass`, a joint's r1 and the like),
 * - pointers, which the order of rows and the numbers of bodies represent,
 * - the two search trees. If they differ, the order of pairs does, too, in the first tick whose
 *   solver is affected. */
#pragma once

#include "sim/world.h"

#include <chipmunk/chipmunk_private.h>

#define BODY_FIELDS(X)                                                                             \
    X(CW_FIELD_F64, m)                                                                             \
    X(CW_FIELD_F64, m_inv)                                                                         \
    X(CW_FIELD_F64, i)                                                                             \
    X(CW_FIELD_F64, i_inv)                                                                         \
    X(CW_FIELD_VECT, cog)                                                                          \
    X(CW_FIELD_VECT, p)                                                                            \
    X(CW_FIELD_VECT, v)                                                                            \
    X(CW_FIELD_VECT, f)                                                                            \
    X(CW_FIELD_F64, a)                                                                             \
    X(CW_FIELD_F64, w)                                                                             \
    X(CW_FIELD_F64, t)                                                                             \
    X(CW_FIELD_F64, transform.a)                                                                   \
    X(CW_FIELD_F64, transform.b)                                                                   \
    X(CW_FIELD_F64, transform.c)                                                                   \
    X(CW_FIELD_F64, transform.d)                                                                   \
    X(CW_FIELD_F64, transform.tx)                                                                  \
    X(CW_FIELD_F64, transform.ty)                                                                  \
    X(CW_FIELD_VECT, v_bias)                                                                       \
    X(CW_FIELD_F64, w_bias)                                                                        \
    X(CW_FIELD_F64, sleeping.idleTime)

/* A body's pose after the last tick. The previous pose is for drawing only. */
typedef struct BodyPose {
    CwEntity owner;
    CwTransform2 current;
} BodyPose;

#define POSE_FIELDS(X)                                                                             \
    X(CW_FIELD_ENTITY, owner)                                                                      \
    X(CW_FIELD_F64, current.x_m)                                                                   \
    X(CW_FIELD_F64, current.y_m)                                                                   \
    X(CW_FIELD_F64, current.angle_rad)

/* A body's pointers as numbers of bodies, from 1; 0: none, or the static body. */
typedef struct BodyLinks {
    uint64_t number;
    uint64_t island; /* the root body of its sleeping island; 0: awake */
    uint64_t next;   /* next body of the island, in the order of waking */
} BodyLinks;

#define BODY_LINK_FIELDS(X)                                                                        \
    X(CW_FIELD_U64, number)                                                                        \
    X(CW_FIELD_U64, island)                                                                        \
    X(CW_FIELD_U64, next)

/* The owner of a shape or joint (cw_world_add_shape). */
typedef struct PartOwner {
    CwEntity owner;
} PartOwner;

/* A shape's fields. The hash mixes the shape's owner between the two lists. */
#define SHAPE_MATTER_FIELDS(X)                                                                     \
    X(CW_FIELD_F64, massInfo.m)                                                                    \
    X(CW_FIELD_F64, massInfo.i)                                                                    \
    X(CW_FIELD_VECT, massInfo.cog)                                                                 \
    X(CW_FIELD_F64, massInfo.area)                                                                 \
    X(CW_FIELD_F64, bb.l)                                                                          \
    X(CW_FIELD_F64, bb.b)                                                                          \
    X(CW_FIELD_F64, bb.r)                                                                          \
    X(CW_FIELD_F64, bb.t)                                                                          \
    X(CW_FIELD_BOOL, sensor)                                                                       \
    X(CW_FIELD_F64, e)                                                                             \
    X(CW_FIELD_F64, u)                                                                             \
    X(CW_FIELD_VECT, surfaceV)

#define SHAPE_MEETING_FIELDS(X)                                                                    \
    X(CW_FIELD_U64, type)                                                                          \
    X(CW_FIELD_U64, filter.group)                                                                  \
    X(CW_FIELD_U32, filter.categories)                                                             \
    X(CW_FIELD_U32, filter.mask)                                                                   \
    X(CW_FIELD_U64, hashid)

#define CIRCLE_FIELDS(X)                                                                           \
    X(CW_FIELD_VECT, c)                                                                            \
    X(CW_FIELD_VECT, tc)                                                                           \
    X(CW_FIELD_F64, r)

#define SEGMENT_FIELDS(X)                                                                          \
    X(CW_FIELD_VECT, a)                                                                            \
    X(CW_FIELD_VECT, b)                                                                            \
    X(CW_FIELD_VECT, n)                                                                            \
    X(CW_FIELD_VECT, ta)                                                                           \
    X(CW_FIELD_VECT, tb)                                                                           \
    X(CW_FIELD_VECT, tn)                                                                           \
    X(CW_FIELD_F64, r)                                                                             \
    X(CW_FIELD_VECT, a_tangent)                                                                    \
    X(CW_FIELD_VECT, b_tangent)

/* A polygon also has 2 * count planes of two vectors: first in world space, then in body space. */
#define POLY_FIELDS(X)                                                                             \
    X(CW_FIELD_F64, r)                                                                             \
    X(CW_FIELD_I32, count)

enum { PLANE_VECTS = 2 };
_Static_assert(sizeof(struct cpSplittingPlane) == PLANE_VECTS * sizeof(cpVect),
               "planes are vectors without gaps");

#define SLOT_FIELDS(X)                                                                             \
    X(CW_FIELD_U32, generation)                                                                    \
    X(CW_FIELD_I32, kind)                                                                          \
    X(CW_FIELD_U32, state)

_Static_assert(sizeof(SlotState) == sizeof(uint32_t), "an enum is hashed as 32 bits");

/* ---- contacts ---- */

enum { CONTACT_POINTS_MAX = 2 }; /* Chipmunk's limit for a pair */

/* A contact's shapes, and for a sleeping body the place in its list; zeros: in the cache. */
typedef struct ContactPlace {
    uint64_t body, place;
    uint64_t shape_a, shape_b;
} ContactPlace;

#define CONTACT_PLACE_FIELDS(X)                                                                    \
    X(CW_FIELD_U64, body)                                                                          \
    X(CW_FIELD_U64, place)

#define CONTACT_SHAPE_FIELDS(X)                                                                    \
    X(CW_FIELD_U64, shape_a)                                                                       \
    X(CW_FIELD_U64, shape_b)

/* X(type, name in lists, member) for a pair that touches, or just parted and keeps its impulses. */
#define ARBITER_FIELDS(X)                                                                          \
    X(CW_FIELD_I32, count, count)                                                                  \
    X(CW_FIELD_U32, state, state)                                                                  \
    X(CW_FIELD_U32, stamp, stamp)                                                                  \
    X(CW_FIELD_BOOL, swapped, swapped)                                                             \
    X(CW_FIELD_F64, friction, u)                                                                   \
    X(CW_FIELD_F64, elasticity, e)                                                                 \
    X(CW_FIELD_VECT, surface_velocity, surface_vr)                                                 \
    X(CW_FIELD_VECT, normal, n)

/* X(type, name in lists, member) for a contact point. `features` tells which corners touch. */
#define CONTACT_POINT_FIELDS(X)                                                                    \
    X(CW_FIELD_VECT, r1, r1)                                                                       \
    X(CW_FIELD_VECT, r2, r2)                                                                       \
    X(CW_FIELD_F64, normal_impulse, jnAcc)                                                         \
    X(CW_FIELD_F64, tangent_impulse, jtAcc)                                                        \
    X(CW_FIELD_U64, features, hash)

/* The owner by the user data of a shape or joint. Zero: none, or the data is from another world. */
static inline CwEntity part_owner(const CwWorld *world, cpDataPointer user_data)
{
    uintptr_t index1 = (uintptr_t)user_data & OWNER_MASK;
    return index1 - 1 < (uintptr_t)world->part_owner_count ? world->part_owners[index1 - 1]
                                                           : (CwEntity){0};
}

static inline uint64_t body_number(const cpBody *body)
{
    return body == NULL ? 0 : (uintptr_t)body->userData;
}

static inline BodyLinks body_links(const cpBody *body)
{
    return (BodyLinks){.number = body_number(body),
                       .island = body_number(body->sleeping.root),
                       .next = body_number(body->sleeping.next)};
}

static inline BodyPose body_pose(const CwWorld *world, int index)
{
    return (BodyPose){world->body_owners[index], world->current_poses[index]};
}

static inline ContactPlace contact_place(const struct cpArbiter *arbiter)
{
    return (ContactPlace){.shape_a = arbiter->a->hashid, .shape_b = arbiter->b->hashid};
}

/* Visits the contacts of sleeping bodies, which are not in the cache. */
typedef void ContactVisitor(void *context, const cpArbiter *arbiter, const ContactPlace *place);
void world_visit_sleeping_contacts(const CwWorld *world, ContactVisitor *each, void *context);
