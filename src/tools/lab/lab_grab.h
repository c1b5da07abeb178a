/* Dragging a body of the lab with the mouse: one hand that holds the same body in every world.
 *
 * The view says where the hand is; each run, before each of its ticks, ties its own body to it or
 * lets go. What the hand makes in a world (a body outside of the space and a joint) is gone with
 * that world. */
#ifndef LAB_LAB_GRAB_H
#define LAB_LAB_GRAB_H

#include "lab/lab_run.h"

/* What the hand has in the world of one arena slot. */
typedef struct LabHand {
    cpBody *hand;
    cpConstraint *joint; /* NULL: holds nothing */
    uint32_t grip;       /* that it belongs to */
} LabHand;

/* Zero-initialise. */
typedef struct LabGrab {
    bool held;
    uint32_t grip; /* counts what was taken */
    int body;      /* its number in the worlds */
    cpVect anchor; /* on the body */
    cpVect at_m;
    LabHand hands[ARENA_SLOT_COUNT];
} LabGrab;

/* Takes the body of `world` that is there or very near; false when there is none. */
bool lab_grab_take(LabGrab *grab, CwWorld *world, cpVect at_m);

void lab_grab_move(LabGrab *grab, cpVect at_m);
void lab_grab_release(LabGrab *grab);

/* The worlds are new: nothing is held, nothing is tied. */
void lab_grab_forget(LabGrab *grab);

/* A LabBefore with the grab as its context. */
void lab_grab_before_tick(LabRun *run, void *grab);

/* Where on the body of this world the hand holds; false when it holds nothing there. */
bool lab_grab_anchor(const LabGrab *grab, const CwWorld *world, double alpha, cpVect *at_m);

#endif
