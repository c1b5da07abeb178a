/* Conditions of `query --when`: any text is refused with words, or has one value in a world, and
 * its opposite the other one. */
#include "fields/field_condition.h"
#include "fuzz/support/input.h"
#include "sim/session.h"
#include "windup/windup.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_MAX = 1001, TICKS = 30 }; /* one letter more than a condition may have */

static Session session;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const SessionDesc desc = {.game = &windup_game,
                              .settings = cw_sim_settings_default(),
                              .arena_bytes = (size_t)16 << 20,
                              .map_path = "assets/levels/first-wind.tmj",
                              .level = "first-wind"};
    CwError error = {0};
    bool ok = session_open(&session, &desc, &error);
    for (int i = 0; i < TICKS && ok; i++) {
        ok = session_tick(&session, &(CwTickInput){0}, &error);
    }
    CW_ASSERT(ok, error.text);
    return 0;
}

/* -1: refused. */
static int value_of(const char *text)
{
    static FieldCondition condition;
    CwError error = {0};
    bool ok = field_condition_open(&condition, session.world, text, &error);
    CW_ASSERT(ok == (error.text[0] == '\0'), "refuse with words");
    bool holds = ok && field_condition_holds(&condition, session.world);
    CW_ASSERT(!ok || holds == field_condition_holds(&condition, session.world), "stay so");
    return ok ? holds : -1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char opposite[TEXT_MAX + 4];
    char *text = size > TEXT_MAX ? NULL : strndup((const char *)data, size); /* ASan sees its end */
    int value = text == NULL ? -1 : value_of(text);
    if (value >= 0 && strlen(text) + 3 < TEXT_MAX) {
        snprintf(opposite, sizeof opposite, "!(%s)", text);
        CW_ASSERT(value_of(opposite) == !value, "be false where its opposite is true");
    }
    free(text);
    return 0;
}
