/* Prompts of Windup as it is bound at first, with the keyboard in hand. */
#pragma once

#include "program/view_frame.h"

/* Made anew by each call; of no test are two at once. */
Prompts windup_prompts(void);
