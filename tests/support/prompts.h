/* The stage for prompts of Windup as it is bound at first, with the keyboard in hand. */
#pragma once

#include "frame/stage.h"

/* Made anew by each call; of no test are two at once. */
Stage *windup_prompted(void);
