/* A stage for prompts of Windup. */
#pragma once

#include "frame/stage.h"

/* Binds Windup's actions as at first, with the keyboard in hand. */
void bind_windup(Stage *stage);
