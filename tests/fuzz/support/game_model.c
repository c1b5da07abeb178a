#include "fuzz/support/game_model.h"

#include <chipmunk/chipmunk_private.h>

#include <string.h>

typedef struct Slot {
    CwEntity self;
    enum { GONE, PENDING, ALIVE } life;
    int kind;
    uint64_t born; /* tick */
    uint32_t calls[PLACE_COUNT];
    int owed;  /* events of this tick that it was not told of */
    int dying; /* ticks until it must be gone: 2 if requested in the flush; 0: lives */
} Slot;

typedef struct Part {
    ObjectType type;
    CwEntity owner;
    uint32_t number, bodies[2]; /* 0 is the ground */
    bool requested;             /* to go */
} Part;

typedef struct Touch {
    uint32_t shapes[2];
    CwEntity owners[2];
    bool lasts; /* solid, of a body that moves, and no handler may refuse it */
    bool seen;  /* in the contacts of this tick */
} Touch;

struct Model {
    Slot slots[128];
    Part parts[512];
    Touch touches[2048];
    int part_count, touch_count;
    uint64_t sequence; /* of the last event that was read */
    uint64_t told;     /* the last event and side */
    bool in_flush;
};

Model *model_new(CwWorld *world)
{
    return cw_world_alloc(world, sizeof(Model));
}

/* ---- entities ---- */

static Slot *slot_of(Model *model, CwEntity entity)
{
    CW_ASSERT(entity.index1 > 0 && entity.index1 <= CW_ARRAY_LENGTH(model->slots), "give a handle");
    return &model->slots[entity.index1 - 1];
}

/* NULL: it is gone. */
static Slot *find_slot(Model *model, CwEntity entity)
{
    Slot *slot = entity.index1 == 0 ? NULL : slot_of(model, entity);
    bool is_there = slot != NULL && slot->life != GONE && cw_entity_equal(slot->self, entity);
    return is_there ? slot : NULL;
}

static bool lives(const Slot *slot)
{
    return slot != NULL && slot->life == ALIVE && slot->dying == 0;
}

void model_spawn(Model *model, const CwWorld *world, CwEntity entity, int kind)
{
    Slot *slot = slot_of(model, entity);
    bool never_appeared = slot->life == PENDING && slot->dying > 0; /* no hook told of its end */
    CW_ASSERT(slot->life == GONE || never_appeared, "a new entity has a free slot");
    CW_ASSERT(entity.generation > slot->self.generation, "a handle is never valid again");
    for (const Slot *lower = model->slots; lower < slot; lower++) {
        CW_ASSERT(cw_world_data_const(world, lower->self) != NULL, "it has the lowest free slot");
    }
    *slot = (Slot){.self = entity, .life = PENDING, .kind = kind, .born = cw_world_tick(world)};
}

void model_destroy(Model *model, CwEntity entity)
{
    slot_of(model, entity)->dying = model->in_flush ? 2 : 1;
}

void model_hook(Model *model, CwEntity self, int place, const uint32_t *calls)
{
    Slot *slot = find_slot(model, self);
    CW_ASSERT(slot != NULL, "only what exists is called");
    CW_ASSERT(slot->life == (place == ON_SPAWN ? PENDING : ALIVE), "spawn once, then the others");
    CW_ASSERT((slot->dying > 0) == (place == ON_DESTROY), "the dying are destroyed only");
    slot->life = place == ON_DESTROY ? GONE : ALIVE;
    slot->calls[place]++;
    CW_ASSERT(memcmp(calls, slot->calls, sizeof slot->calls) == 0, "data stays its own");
}

static void check_slot(const CwWorld *world, Slot *slot)
{
    bool is_there = cw_world_data_const(world, slot->self) != NULL;
    if (slot->dying > 0) {
        CW_ASSERT(!is_there || --slot->dying > 0, "what dies is gone after its flush");
        slot->life = !is_there && slot->life == PENDING ? GONE : slot->life;
    }
    CW_ASSERT(is_there == (slot->life != GONE), "what is there has data");
    CW_ASSERT(cw_world_alive(world, slot->self) == lives(slot), "what lives lives");
    CW_ASSERT(cw_world_kind(world, slot->self) == (is_there ? slot->kind : -1), "of its kind");
    for (int place = ON_DRIVE; place <= ON_ANIMATE && lives(slot); place++) {
        CW_ASSERT(place == ON_EVENT || slot->calls[place] == cw_world_tick(world) - slot->born,
                  "once a tick");
    }
    CW_ASSERT(slot->owed == 0 || !lives(slot), "who lives is told of its events");
    slot->owed = 0;
}

/* ---- parts: bodies and joints carry numbers in places where they change next to nothing ---- */

static uint32_t body_number(const cpBody *body)
{
    return (uint32_t)lround(1e6 * (body->m < INFINITY ? body->m - 1 : body->w));
}

static uint32_t part_number(ObjectType type, const void *part)
{
    return type == OBJECT_BODY    ? body_number(part)
           : type == OBJECT_SHAPE ? (uint32_t)((const cpShape *)part)->hashid
                                  : (uint32_t)(((const cpConstraint *)part)->maxForce - 1e4);
}

static Part *find_part(Model *model, ObjectType type, uint32_t number)
{
    for (int i = 0; i < model->part_count; i++) {
        if (model->parts[i].type == type && model->parts[i].number == number) {
            return &model->parts[i];
        }
    }
    return NULL;
}

void model_add(Model *model, ObjectType type, CwEntity owner, const void *part)
{
    CW_ASSERT(model->part_count < (int)CW_ARRAY_LENGTH(model->parts), "raise the parts");
    Part *it = &model->parts[model->part_count++];
    *it = (Part){.type = type, .owner = owner, .number = part_number(type, part)};
    if (type == OBJECT_SHAPE) {
        it->bodies[0] = body_number(((const cpShape *)part)->body);
    } else if (type == OBJECT_CONSTRAINT) {
        it->bodies[0] = body_number(((const cpConstraint *)part)->a);
        it->bodies[1] = body_number(((const cpConstraint *)part)->b);
    }
}

void model_remove(Model *model, ObjectType type, const void *part)
{
    Part *it = find_part(model, type, part_number(type, part));
    CW_ASSERT(it != NULL, "what is removed was there");
    it->requested = true;
}

/* A part goes with its owner, with a body, or on request. */
static bool goes(Model *model, const Part *part)
{
    bool stays = !part->requested && (part->owner.index1 == 0 || find_slot(model, part->owner));
    for (int k = 0; k < 2; k++) {
        stays = stays && (part->bodies[k] == 0 || find_part(model, OBJECT_BODY, part->bodies[k]));
    }
    return !stays;
}

/* Returns 1. */
static int expect_part(Model *model, ObjectType type, const void *part, CwEntity owner)
{
    const Part *it = find_part(model, type, part_number(type, part));
    CW_ASSERT(it != NULL && cw_entity_equal(it->owner, owner), "what went is gone");
    return 1;
}

static int expect_parts_of(Model *model, cpBody *body)
{
    int count = 0;
    CP_BODY_FOREACH_SHAPE(body, shape)
    {
        count += expect_part(model, OBJECT_SHAPE, shape, cw_shape_owner(shape));
    }
    CP_BODY_FOREACH_CONSTRAINT(body, joint)
    {
        bool counts = joint->a == body;
        count += counts && expect_part(model, OBJECT_CONSTRAINT, joint, cw_constraint_owner(joint));
    }
    return count;
}

static void check_parts(Model *model, const CwWorld *world)
{
    for (int pass = 0; pass < 2; pass++) { /* others go with bodies */
        for (int i = model->part_count - 1; i >= 0; i--) {
            if ((model->parts[i].type == OBJECT_BODY) == (pass == 0) &&
                goes(model, &model->parts[i])) {
                model->parts[i] = model->parts[--model->part_count];
            }
        }
    }
    int count = expect_parts_of(model, cpSpaceGetStaticBody(world->space));
    for (int i = 0; i < world->body_count; i++) {
        cpBody *body = world->bodies[i];
        count += expect_part(model, OBJECT_BODY, body, cw_body_owner(body));
        count += expect_parts_of(model, body);
    }
    CW_ASSERT(count == model->part_count, "what was added and not removed is there");
}

/* ---- events ---- */

static Touch *find_touch(Model *model, uint64_t a, uint64_t b)
{
    for (int i = 0; i < model->touch_count; i++) {
        const uint32_t *shapes = model->touches[i].shapes;
        if ((shapes[0] == a && shapes[1] == b) || (shapes[0] == b && shapes[1] == a)) {
            return &model->touches[i];
        }
    }
    return NULL;
}

static void take_touch(Model *model, const CwEvent *event)
{
    Touch *touch = find_touch(model, event->shape_a, event->shape_b);
    bool begins = event->type == CW_EVENT_CONTACT_BEGIN || event->type == CW_EVENT_TRIGGER_ENTER;
    CW_ASSERT((touch == NULL) == begins, "a touch begins, then ends, each once");
    if (!begins) {
        *touch = model->touches[--model->touch_count];
        return;
    }
    CW_ASSERT(model->touch_count < (int)CW_ARRAY_LENGTH(model->touches), "raise the touches");
    bool is_solid = event->type == CW_EVENT_CONTACT_BEGIN && event->impulse_Ns > 0;
    bool is_refusable = event->type_a == 1 || event->type_b == 1;
    model->touches[model->touch_count++] = (Touch){.shapes = {event->shape_a, event->shape_b},
                                                   .owners = {event->a, event->b},
                                                   .lasts = is_solid && !is_refusable};
}

static void read_events(Model *model, const CwWorld *world)
{
    const CwEvent *event;
    while ((event = cw_world_event_after(world, model->sequence)) != NULL) {
        CW_ASSERT(event->sequence == ++model->sequence, "events are numbered, and none is lost");
        CW_ASSERT(event->tick == cw_world_tick(world), "events are of the tick");
        if (event->type < CW_EVENT_FENCED) {
            take_touch(model, event);
        }
        for (int k = 0; k < 2 && event->type != CW_EVENT_GAME; k++) {
            Slot *slot = find_slot(model, k == 0 ? event->a : event->b);
            if (slot != NULL) {
                slot->owed++;
            }
        }
    }
}

void model_event(Model *model, const CwWorld *world, CwEntity self, const CwEvent *event)
{
    read_events(model, world); /* at once: the world keeps the last 256 */
    const CwEvent *it = cw_world_event_after(world, event->sequence - 1);
    CW_ASSERT(it != NULL && it->sequence == event->sequence, "the view has it, too");
    bool is_a = cw_entity_equal(it->a, self) && it->shape_a == event->shape_a;
    CW_ASSERT(is_a ? it->shape_b == event->shape_b
                   : cw_entity_equal(it->b, self) && it->shape_b == event->shape_a,
              "its owner is told, as itself");
    uint64_t order = it->sequence * 2 + !is_a;
    CW_ASSERT(order > model->told, "tell in order, and once");
    model->told = order;
    slot_of(model, self)->owed--;
}

void model_before_flush(Model *model, const CwWorld *world)
{
    CwContact contacts[1024];
    read_events(model, world);
    for (CwEntity e = {0}; (e = cw_world_next(world, e)).index1 != 0;) {
        int count = cw_world_contacts(world, e, contacts, (int)CW_ARRAY_LENGTH(contacts));
        for (int i = 0; i < count && i < (int)CW_ARRAY_LENGTH(contacts); i++) {
            Touch *touch =
                find_touch(model, contacts[i].shape->hashid, contacts[i].other_shape->hashid);
            CW_ASSERT(touch != NULL, "what touches has begun to, and has not ended");
            touch->seen = true;
        }
    }
    for (Touch *it = model->touches; it < model->touches + model->touch_count; it++) {
        for (int k = 0; k < 2; k++) {
            CW_ASSERT(find_part(model, OBJECT_SHAPE, it->shapes[k]) != NULL,
                      "the touch of a shape that went has ended");
            CW_ASSERT(it->seen || !it->lasts || !lives(find_slot(model, it->owners[k])),
                      "what began to touch touches");
        }
        it->seen = false;
    }
    model->in_flush = true;
}

void model_after_flush(Model *model, const CwWorld *world)
{
    read_events(model, world);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(model->slots); i++) {
        if (model->slots[i].self.index1 != 0) {
            check_slot(world, &model->slots[i]);
        }
    }
    for (CwEntity e = {0}; (e = cw_world_next(world, e)).index1 != 0;) {
        CW_ASSERT(lives(find_slot(model, e)), "nothing else lives");
    }
    check_parts(model, world);
    model->in_flush = false;
}
