/* The fingerprint of this build's physics: the hash of a fixed second of a scene with a stack,
 * joints, springs, motors and trigonometry. Two programs of one version with the same
 * fingerprint compute the same simulation; a replay carries that of the program that recorded it.
 * The scene has no removals and no sleep: changes to those raise the rules' version. */
#pragma once

#include "clockwork/base.h"

/* Simulates the scene in a world of its own, in address slot `slot`, which must be free; a few
 * milliseconds. 0 with an error when there is no memory for it. Leaves no world current. */
uint64_t fingerprint_compute(int slot, CwError *error);
