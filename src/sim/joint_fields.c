#include "sim/joint_fields.h"

#include <chipmunk/chipmunk_structs.h>

const Field joint_base_fields[] = {
    FIELD(struct cpConstraint, FIELD_F64, maxForce),
    FIELD(struct cpConstraint, FIELD_F64, errorBias),
    FIELD(struct cpConstraint, FIELD_F64, maxBias),
    FIELD(struct cpConstraint, FIELD_BOOL, collideBodies),
};
const int joint_base_field_count = (int)ARRAY_LENGTH(joint_base_fields);

static const Field pin_fields[] = {
    FIELD(struct cpPinJoint, FIELD_VECT, anchorA),
    FIELD(struct cpPinJoint, FIELD_VECT, anchorB),
    FIELD(struct cpPinJoint, FIELD_F64, dist),
    FIELD(struct cpPinJoint, FIELD_F64, jnAcc),
};

static const Field slide_fields[] = {
    FIELD(struct cpSlideJoint, FIELD_VECT, anchorA),
    FIELD(struct cpSlideJoint, FIELD_VECT, anchorB),
    FIELD(struct cpSlideJoint, FIELD_F64, min),
    FIELD(struct cpSlideJoint, FIELD_F64, max),
    FIELD(struct cpSlideJoint, FIELD_F64, jnAcc),
};

static const Field pivot_fields[] = {
    FIELD(struct cpPivotJoint, FIELD_VECT, anchorA),
    FIELD(struct cpPivotJoint, FIELD_VECT, anchorB),
    FIELD(struct cpPivotJoint, FIELD_VECT, jAcc),
};

static const Field groove_fields[] = {
    FIELD(struct cpGrooveJoint, FIELD_VECT, grv_n),
    FIELD(struct cpGrooveJoint, FIELD_VECT, grv_a),
    FIELD(struct cpGrooveJoint, FIELD_VECT, grv_b),
    FIELD(struct cpGrooveJoint, FIELD_VECT, anchorB),
    FIELD(struct cpGrooveJoint, FIELD_VECT, jAcc),
};

static const Field spring_fields[] = {
    FIELD(struct cpDampedSpring, FIELD_VECT, anchorA),
    FIELD(struct cpDampedSpring, FIELD_VECT, anchorB),
    FIELD(struct cpDampedSpring, FIELD_F64, restLength),
    FIELD(struct cpDampedSpring, FIELD_F64, stiffness),
    FIELD(struct cpDampedSpring, FIELD_F64, damping),
    FIELD(struct cpDampedSpring, FIELD_F64, jAcc),
};

static const Field rotary_spring_fields[] = {
    FIELD(struct cpDampedRotarySpring, FIELD_F64, restAngle),
    FIELD(struct cpDampedRotarySpring, FIELD_F64, stiffness),
    FIELD(struct cpDampedRotarySpring, FIELD_F64, damping),
    FIELD(struct cpDampedRotarySpring, FIELD_F64, jAcc),
};

static const Field rotary_limit_fields[] = {
    FIELD(struct cpRotaryLimitJoint, FIELD_F64, min),
    FIELD(struct cpRotaryLimitJoint, FIELD_F64, max),
    FIELD(struct cpRotaryLimitJoint, FIELD_F64, jAcc),
};

static const Field ratchet_fields[] = {
    FIELD(struct cpRatchetJoint, FIELD_F64, angle),
    FIELD(struct cpRatchetJoint, FIELD_F64, phase),
    FIELD(struct cpRatchetJoint, FIELD_F64, ratchet),
    FIELD(struct cpRatchetJoint, FIELD_F64, jAcc),
};

static const Field gear_fields[] = {
    FIELD(struct cpGearJoint, FIELD_F64, phase),
    FIELD(struct cpGearJoint, FIELD_F64, ratio),
    FIELD(struct cpGearJoint, FIELD_F64, ratio_inv),
    FIELD(struct cpGearJoint, FIELD_F64, jAcc),
};

static const Field motor_fields[] = {
    FIELD(struct cpSimpleMotor, FIELD_F64, rate),
    FIELD(struct cpSimpleMotor, FIELD_F64, jAcc),
};

typedef struct JointClass {
    cpBool (*is)(const cpConstraint *joint);
    const Field *fields;
    int count;
} JointClass;

#define JOINT_CLASS(is_class, class_fields)                                                        \
    {                                                                                              \
        .is = (is_class), .fields = (class_fields), .count = (int)ARRAY_LENGTH(class_fields)       \
    }

/* The frequent ones first; their numbers are in the hash. */
static const JointClass joint_classes[] = {
    JOINT_CLASS(cpConstraintIsPivotJoint, pivot_fields),
    JOINT_CLASS(cpConstraintIsGrooveJoint, groove_fields),
    JOINT_CLASS(cpConstraintIsDampedSpring, spring_fields),
    JOINT_CLASS(cpConstraintIsSimpleMotor, motor_fields),
    JOINT_CLASS(cpConstraintIsRotaryLimitJoint, rotary_limit_fields),
    JOINT_CLASS(cpConstraintIsPinJoint, pin_fields),
    JOINT_CLASS(cpConstraintIsSlideJoint, slide_fields),
    JOINT_CLASS(cpConstraintIsDampedRotarySpring, rotary_spring_fields),
    JOINT_CLASS(cpConstraintIsGearJoint, gear_fields),
    JOINT_CLASS(cpConstraintIsRatchetJoint, ratchet_fields),
};

const Field *joint_fields(const cpConstraint *joint, int *class_number, int *count)
{
    for (size_t i = 0; i < ARRAY_LENGTH(joint_classes); i++) {
        if (joint_classes[i].is(joint)) {
            *class_number = (int)i + 1;
            *count = joint_classes[i].count;
            return joint_classes[i].fields;
        }
    }
    *class_number = *count = 0;
    return NULL;
}
