/* The fields of each class of Chipmunk joint that a tick reads: what the game may set, and the
 * impulses that the next solve starts with. For the world hash and for dumps of a world; knows
 * nothing of either. Fields that each solve works out anew (r1, nMass, bias) are left out. */
#ifndef SIM_JOINT_FIELDS_H
#define SIM_JOINT_FIELDS_H

#include "clockwork/field.h"

/* What all classes have. */
extern const CwField joint_base_fields[];
extern const int joint_base_field_count;

/* What this joint's class has beside those; none, and number 0, for a class that Chipmunk doesn't
 * know. */
const CwField *joint_fields(const cpConstraint *joint, int *class_number, int *count);

/* The same by index, from 0; NULL behind the last class. */
const CwField *joint_class_fields(int index, int *count);

#endif
