/* Whether a draw list holds a text, word for word. */
#pragma once

#include "draw/draw_list.h"

#include <string.h>

static inline bool draws_text(const CwDrawList *drawn, const char *text)
{
    for (uint32_t i = 0; i < drawn->command_count; i++) {
        const TextCommand *command = &drawn->commands[i].text;
        if (drawn->commands[i].kind == DRAW_TEXT && command->byte_count == strlen(text) &&
            memcmp(drawn->text + command->first_byte, text, command->byte_count) == 0) {
            return true;
        }
    }
    return false;
}
