/* Text that the player types (clockwork/text_entry.h): one line at a time, the game's or a menu
 * row's. The stage offers it each event before buttons and players. */
#pragma once

#include "clockwork/menu.h"
#include "clockwork/text_entry.h"
#include "host/host.h"
#include "input/binding.h"
#include "ui/panel.h"
#include "ui/text_edit.h"

enum { COMPOSING_BYTES_MAX = 63 };

typedef enum TypingOwner {
    TYPING_GAME,
    TYPING_MENU_ROW,
    TYPING_FIELD /* a value of the world, in the panel of what was clicked */
} TypingOwner;

typedef struct CwTyping {
    Host *host;
    TextEdit edit;
    char composing[COMPOSING_BYTES_MAX + 1];
    char prompt[CW_TEXT_ENTRY_PROMPT_BYTES_MAX + 1]; /* "": the game shows all of it */
    CwTextEntryStatus status;
    TypingOwner owner;
    const CwMenuRow *row;        /* of TYPING_MENU_ROW */
    bool allowed;                /* to begin, in this frame */
    bool began;                  /* keys that are held from before have yet to be let go */
    int32_t pressed;             /* key that was pressed last; -1: none since it began */
    bool stale;                  /* what is typed repeats a key that was held before */
    bool asked;                  /* the host is asked for text */
    Box place, asked_place;      /* where it was drawn, and what the host knows of it */
    int unseen_frames;           /* of the game's, that it does not draw */
    bool touched;                /* the cursor is to be seen */
    double still_since_s, now_s; /* CwFrame.real_s */
} Typing;

bool typing_is_on(const Typing *typing);

/* `row` is NULL but for TYPING_MENU_ROW. */
void typing_begin(Typing *typing, const CwTextEntryDesc *desc, TypingOwner owner,
                  const CwMenuRow *row);

/* With a status for the coming frame; CW_TEXT_ENTRY_NONE: untold. Nothing when it is off. */
void typing_end(Typing *typing, CwTextEntryStatus status);

/* True when it takes the event. Buttons that choose or go back in menus end the entry. */
bool typing_take(Typing *typing, const InputEvent *event, const InputMap *ui);

CwTextEntry typing_entry(const Typing *typing);

/* A frame begins for its phases, and is over: the host follows then. */
void typing_begin_frame(Typing *typing, double real_s, bool allowed);
void typing_end_frame(Typing *typing);
