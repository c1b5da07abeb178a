/* Whether a draw list holds a text, word for word. */
#pragma once

#include "draw/draw_list.h"

#include <string.h>

static inline bool draws_text(const CwDrawList *list, const char *text)
{
    for (uint32_t i = 0; i < list->command_count; i++) {
        const TextCommand *command = &list->commands[i].text;
        if (list->commands[i].kind == DRAW_TEXT && command->byte_count == strlen(text) &&
            memcmp(list->text + command->first_byte, text, command->byte_count) == 0) {
            return true;
        }
    }
    return false;
}
