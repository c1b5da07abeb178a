/* The fingerprint of this build's physics: the hash of a fixed second with a stack, joints,
 * springs, motors and trigonometry. Programs that share it compute the same; replays carry their
 * recorder's. Removals and sleep are not in it: changes to those raise the rules' version. */
#pragma once

#include "clockwork/base.h"

/* In a world of its own in a free slot; some ms. 0 with an error: no memory for it. */
uint64_t fingerprint_compute(int slot, CwError *error);
