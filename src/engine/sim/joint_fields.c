#include "sim/joint_fields.h"

#include <chipmunk/chipmunk_structs.h>

const CwField joint_base_fields[] = {
    CW_FIELD(struct cpConstraint, maxForce),
    CW_FIELD(struct cpConstraint, errorBias),
    CW_FIELD(struct cpConstraint, maxBias),
    {"collideBodies", CW_FIELD_BOOL, offsetof(struct cpConstraint, collideBodies),
     1}, /* a cpBool */
};
const int joint_base_field_count = (int)CW_ARRAY_LENGTH(joint_base_fields);

static const CwField pin_fields[] = {
    CW_FIELD(struct cpPinJoint, anchorA),
    CW_FIELD(struct cpPinJoint, anchorB),
    CW_FIELD(struct cpPinJoint, dist),
    CW_FIELD(struct cpPinJoint, jnAcc),
};

static const CwField slide_fields[] = {
    CW_FIELD(struct cpSlideJoint, anchorA), CW_FIELD(struct cpSlideJoint, anchorB),
    CW_FIELD(struct cpSlideJoint, min),     CW_FIELD(struct cpSlideJoint, max),
    CW_FIELD(struct cpSlideJoint, jnAcc),
};

static const CwField pivot_fields[] = {
    CW_FIELD(struct cpPivotJoint, anchorA),
    CW_FIELD(struct cpPivotJoint, anchorB),
    CW_FIELD(struct cpPivotJoint, jAcc),
};

static const CwField groove_fields[] = {
    CW_FIELD(struct cpGrooveJoint, grv_n), CW_FIELD(struct cpGrooveJoint, grv_a),
    CW_FIELD(struct cpGrooveJoint, grv_b), CW_FIELD(struct cpGrooveJoint, anchorB),
    CW_FIELD(struct cpGrooveJoint, jAcc),
};

static const CwField spring_fields[] = {
    CW_FIELD(struct cpDampedSpring, anchorA),    CW_FIELD(struct cpDampedSpring, anchorB),
    CW_FIELD(struct cpDampedSpring, restLength), CW_FIELD(struct cpDampedSpring, stiffness),
    CW_FIELD(struct cpDampedSpring, damping),    CW_FIELD(struct cpDampedSpring, jAcc),
};

static const CwField rotary_spring_fields[] = {
    CW_FIELD(struct cpDampedRotarySpring, restAngle),
    CW_FIELD(struct cpDampedRotarySpring, stiffness),
    CW_FIELD(struct cpDampedRotarySpring, damping),
    CW_FIELD(struct cpDampedRotarySpring, jAcc),
};

static const CwField rotary_limit_fields[] = {
    CW_FIELD(struct cpRotaryLimitJoint, min),
    CW_FIELD(struct cpRotaryLimitJoint, max),
    CW_FIELD(struct cpRotaryLimitJoint, jAcc),
};

static const CwField ratchet_fields[] = {
    CW_FIELD(struct cpRatchetJoint, angle),
    CW_FIELD(struct cpRatchetJoint, phase),
    CW_FIELD(struct cpRatchetJoint, ratchet),
    CW_FIELD(struct cpRatchetJoint, jAcc),
};

static const CwField gear_fields[] = {
    CW_FIELD(struct cpGearJoint, phase),
    CW_FIELD(struct cpGearJoint, ratio),
    CW_FIELD(struct cpGearJoint, ratio_inv),
    CW_FIELD(struct cpGearJoint, jAcc),
};

static const CwField motor_fields[] = {
    CW_FIELD(struct cpSimpleMotor, rate),
    CW_FIELD(struct cpSimpleMotor, jAcc),
};

typedef struct JointClass {
    cpBool (*is)(const cpConstraint *joint);
    const CwField *fields;
    int count;
} JointClass;

#define JOINT_CLASS(is_class, class_fields)                                                        \
    {                                                                                              \
        .is = (is_class), .fields = (class_fields), .count = (int)CW_ARRAY_LENGTH(class_fields)    \
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

const CwField *joint_fields(const cpConstraint *joint, int *class_number, int *count)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(joint_classes); i++) {
        if (joint_classes[i].is(joint)) {
            *class_number = (int)i + 1;
            *count = joint_classes[i].count;
            return joint_classes[i].fields;
        }
    }
    *class_number = *count = 0;
    return NULL;
}

const CwField *joint_class_fields(int index, int *count)
{
    bool exists = index < (int)CW_ARRAY_LENGTH(joint_classes);
    *count = exists ? joint_classes[index].count : 0;
    return exists ? joint_classes[index].fields : NULL;
}
