#include "sim/joint_fields.h"

#include <chipmunk/chipmunk_structs.h>

const Field joint_base_fields[] = {
    FIELD(struct cpConstraint, maxForce),
    FIELD(struct cpConstraint, errorBias),
    FIELD(struct cpConstraint, maxBias),
    {"collideBodies", FIELD_BOOL, offsetof(struct cpConstraint, collideBodies), 1}, /* a cpBool */
};
const int joint_base_field_count = (int)ARRAY_LENGTH(joint_base_fields);

static const Field pin_fields[] = {
    FIELD(struct cpPinJoint, anchorA),
    FIELD(struct cpPinJoint, anchorB),
    FIELD(struct cpPinJoint, dist),
    FIELD(struct cpPinJoint, jnAcc),
};

static const Field slide_fields[] = {
    FIELD(struct cpSlideJoint, anchorA), FIELD(struct cpSlideJoint, anchorB),
    FIELD(struct cpSlideJoint, min),     FIELD(struct cpSlideJoint, max),
    FIELD(struct cpSlideJoint, jnAcc),
};

static const Field pivot_fields[] = {
    FIELD(struct cpPivotJoint, anchorA),
    FIELD(struct cpPivotJoint, anchorB),
    FIELD(struct cpPivotJoint, jAcc),
};

static const Field groove_fields[] = {
    FIELD(struct cpGrooveJoint, grv_n), FIELD(struct cpGrooveJoint, grv_a),
    FIELD(struct cpGrooveJoint, grv_b), FIELD(struct cpGrooveJoint, anchorB),
    FIELD(struct cpGrooveJoint, jAcc),
};

static const Field spring_fields[] = {
    FIELD(struct cpDampedSpring, anchorA),    FIELD(struct cpDampedSpring, anchorB),
    FIELD(struct cpDampedSpring, restLength), FIELD(struct cpDampedSpring, stiffness),
    FIELD(struct cpDampedSpring, damping),    FIELD(struct cpDampedSpring, jAcc),
};

static const Field rotary_spring_fields[] = {
    FIELD(struct cpDampedRotarySpring, restAngle),
    FIELD(struct cpDampedRotarySpring, stiffness),
    FIELD(struct cpDampedRotarySpring, damping),
    FIELD(struct cpDampedRotarySpring, jAcc),
};

static const Field rotary_limit_fields[] = {
    FIELD(struct cpRotaryLimitJoint, min),
    FIELD(struct cpRotaryLimitJoint, max),
    FIELD(struct cpRotaryLimitJoint, jAcc),
};

static const Field ratchet_fields[] = {
    FIELD(struct cpRatchetJoint, angle),
    FIELD(struct cpRatchetJoint, phase),
    FIELD(struct cpRatchetJoint, ratchet),
    FIELD(struct cpRatchetJoint, jAcc),
};

static const Field gear_fields[] = {
    FIELD(struct cpGearJoint, phase),
    FIELD(struct cpGearJoint, ratio),
    FIELD(struct cpGearJoint, ratio_inv),
    FIELD(struct cpGearJoint, jAcc),
};

static const Field motor_fields[] = {
    FIELD(struct cpSimpleMotor, rate),
    FIELD(struct cpSimpleMotor, jAcc),
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
