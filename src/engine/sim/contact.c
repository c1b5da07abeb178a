#include "sim/world.h"

#include <chipmunk/chipmunk_private.h>

typedef struct ContactList {
    CwContact *items;
    int capacity;
    int count;       /* of all, also those beyond the capacity */
    double substeps; /* an impulse is that of one of them */
} ContactList;

static bool comes_before(const CwContact *x, const CwContact *y)
{
    return x->shape->hashid != y->shape->hashid ? x->shape->hashid < y->shape->hashid
                                                : x->other_shape->hashid < y->other_shape->hashid;
}

/* In order of the shapes' numbers; of too many the last ones are dropped. */
static void insert(ContactList *list, const CwContact *contact)
{
    int slot = list->count < list->capacity ? list->count : list->capacity;
    list->count++;
    for (; slot > 0 && comes_before(contact, &list->items[slot - 1]); slot--) {
        if (slot < list->capacity) {
            list->items[slot] = list->items[slot - 1];
        }
    }
    if (slot < list->capacity) {
        list->items[slot] = *contact;
    }
}

static CwContact contact_of(const cpArbiter *arbiter, bool from_a, double substeps)
{
    const cpShape *shape = from_a ? arbiter->a : arbiter->b;
    const cpShape *other = from_a ? arbiter->b : arbiter->a;
    return (CwContact){.other = cw_shape_owner(other),
                       .shape = (cpShape *)shape,
                       .other_shape = (cpShape *)other,
                       .point = cpvadd(arbiter->body_a->p, arbiter->contacts[0].r1),
                       .normal = from_a ? arbiter->n : cpvneg(arbiter->n),
                       .impulse_Ns = arbiter_impulse(arbiter) * substeps};
}

/* Adds the contacts of one shape of a body, or of all that `owner` has there. */
static void add_contacts(ContactList *list, cpBody *body, const cpShape *only, CwEntity owner)
{
    CP_BODY_FOREACH_ARBITER(body, arbiter)
    {
        bool from_a = arbiter->body_a == body;
        const cpShape *shape = from_a ? arbiter->a : arbiter->b;
        if (only == NULL ? cw_entity_equal(cw_shape_owner(shape), owner) : shape == only) {
            CwContact contact = contact_of(arbiter, from_a, list->substeps);
            insert(list, &contact);
        }
    }
}

int cw_world_contacts(const CwWorld *world, CwEntity entity, CwContact *contacts, int capacity)
{
    ContactList list = {contacts, capacity, 0, world->substep_count};
    const EntitySlot *slot = entity_slot(world, entity);
    for (const Owned *owned = slot == NULL ? NULL : slot->owned; owned != NULL;
         owned = owned->next) {
        const cpShape *shape = owned->part;
        if (owned->type == PART_BODY) {
            add_contacts(&list, owned->part, NULL, entity);
        } else if (owned->type == PART_SHAPE) {
            add_contacts(&list, shape->body, shape, entity);
        }
    }
    return list.count;
}
