/* `play --script FILE`: input for the test of a level, a line for each change:
 *
 *     120 jump          tick 120 presses an action
 *     125 jump up       and releases it
 *     130 right 0.5     how far a stick or trigger is pushed, 0 to 1
 *     140 2:jump        the second player's
 *     150 aim 3.5 -0.2  the pointer's place in the world, m  # a remark */
#include "main/maker.h"

#include "base/number.h"
#include "platform/file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCRIPT_BYTES_MAX = 1 << 20, WORD_BYTES = 48 };

/* The words of a line; empty behind its last one. */
typedef struct Words {
    char tick[WORD_BYTES], action[WORD_BYTES], first[WORD_BYTES], second[WORD_BYTES];
} Words;

/* Reads "aim X Y". */
static bool read_pointer(const CwGame *game, const Words *words, ScriptStep *step, CwError *error)
{
    if (strcmp(words->action, "aim") != 0 || !number_parse(words->first, &step->place_m.x) ||
        !number_parse(words->second, &step->place_m.y)) {
        return cw_error_set(error, "two numbers go with aim: TICK aim X Y, in metres");
    }
    step->action = SCRIPT_POINTER;
    return game->input.pointer_in_world ||
           cw_error_set(error, "ticks of this game don't read the pointer's place: set "
                               "CwGame.input.pointer_in_world");
}

/* Reads "ACTION", "ACTION up" and "ACTION 0.5". */
static bool read_action(const CwGame *game, const Words *words, ScriptStep *step, CwError *error)
{
    double amount = strcmp(words->first, "up") == 0 ? 0 : 1;
    if (words->first[0] != '\0' && amount != 0 &&
        !(number_parse(words->first, &amount) && amount >= 0 && amount <= 1)) {
        return cw_error_set(error, "\"%s\" is neither up nor a number from 0 to 1", words->first);
    }
    step->value = (uint8_t)round(amount * CW_ACTION_VALUE_MAX);
    return program_find_action(game, words->action, strlen(words->action), step, error);
}

static bool read_line(InputScript *script, const CwGame *game, char *line, CwError *error)
{
    Words words = {0};
    ScriptStep step = {0};
    char more[2];
    line[strcspn(line, "#\r")] = '\0';
    int count = sscanf(line, "%47s %47s %47s %47s %1s", words.tick, words.action, words.first,
                       words.second, more);
    if (count <= 0) {
        return true;
    }
    if (count == 1 || count == 5 || !option_parse_number("", words.tick, &step.tick, NULL) ||
        step.tick == 0) {
        return cw_error_set(error, "write TICK ACTION, TICK ACTION up, TICK ACTION AMOUNT or TICK "
                                   "aim X Y; ticks count from 1");
    }
    const ScriptStep *last = &script->steps[script->step_count - 1];
    if (script->step_count > 0 && step.tick < last->tick) {
        return cw_error_set(error, "tick %llu comes after tick %llu: put the lines in order",
                            (unsigned long long)step.tick, (unsigned long long)last->tick);
    }
    bool is_read = count == 4 ? read_pointer(game, &words, &step, error)
                              : read_action(game, &words, &step, error);
    return is_read && (input_script_add_step(script, &step) ||
                       cw_error_set(error, "more than %d steps", SCRIPT_STEPS_MAX));
}

bool input_script_read(InputScript *script, const CwGame *game, const char *path, CwError *error)
{
    size_t size;
    char *text = (char *)file_read(path, 0, SCRIPT_BYTES_MAX, &size);
    if (text == NULL) {
        return cw_error_set(error, "%s: %s", path, file_reason(errno));
    }
    bool ok = true;
    int number = 0;
    for (char *line = text, *next; ok && line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        number++;
        ok = read_line(script, game, line, error) || cw_error_context(error, "%s:%d", path, number);
    }
    free(text);
    return ok;
}
