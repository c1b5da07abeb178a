/* A game with something of everything that a restore can get wrong: the scene "mixed", couples of
 * boxes that come, fall asleep and are destroyed, and fields of every type. Its input is a function
 * of the tick, so any two runs can be compared. */
#pragma once

#include "sim/session.h"

enum { RICH_KICK, RICH_JOIN, RICH_PART, RICH_ACTION_COUNT };
enum { RICH_KIND_COUPLE = 2 };

typedef struct RichState {
    bool odd;
    int32_t balance;
    uint32_t kick_count;
    int64_t drift;
    uint64_t sum;
    double pressure;
    cpVect places[2];
    CwEntity last_couple;
} RichState;

extern const CwGame *rich_game(void);

/* The sanitized run is several times slower: `many` ticks there would take too long. */
int rich_ticks(int many, int few);

SessionDesc rich_desc(int slot);
void rich_open(Session *session, int slot);

/* The input of a tick: the same in every run of a course. */
CwTickInput rich_input(uint64_t tick, uint64_t course);

void rich_tick(Session *session, uint64_t course);

/* A hash of all bytes of the world, padding and pointers too. */
uint64_t rich_bytes(const Session *session);

int rich_sleepers(const Session *session);

/* Makes a number of the last couple NaN. */
void rich_spoil_couple(Session *session);

int rich_sleeping_joints(const Session *session);
