/* Text that the player types (clockwork/text_entry.h): one line at a time, the game's or a menu
 * row's. The stage offers it each event before buttons and players. */
#pragma once

#include "host/host.h"
#include "ui/panel.h"
#include "ui/text_edit.h"

enum { COMPOSING_BYTES_MAX = 63 };

typedef enum TypingOwner {
    TYPING_GAME,
    TYPING_MENU_ROW,
    TYPING_FIELD /* a value of the world, in the panel of the clicked thing */
} TypingOwner;

typedef struct Typing {
    Host *host;
    TextEdit edit;
    char composing[COMPOSING_BYTES_MAX + 1];
    char prompt[CW_TEXT_ENTRY_PROMPT_BYTES_MAX + 1]; /* "": the game draws everything */
    CwTextEntryStatus status;
    TypingOwner owner;
    const CwMenuRow *row;        /* row for TYPING_MENU_ROW */
    bool is_allowed;             /* typing may begin in this frame */
    bool must_release_keys;      /* keys held from before are not released yet */
    int32_t pressed;             /* last pressed key; -1: none since the beginning */
    bool is_stale_repeat;        /* the text repeats a key that was held before */
    bool is_asked;               /* the host reports text */
    int unseen_frames;           /* frames in which nothing drew the open entry */
    Box place, asked_place;      /* place of the text now, and as the host was told */
    bool is_key_used;            /* the game used a key in this frame */
    char typed_ahead[32];        /* text typed after that, for a field that the key opens */
    bool was_touched;            /* the cursor must be visible */
    double repeat_s;             /* time until a held direction chooses again */
    double still_since_s, now_s; /* CwFrame.real_s */
} Typing;

bool typing_is_on(const Typing *typing);

/* Begins typing; `row` is NULL except for TYPING_MENU_ROW. */
void typing_begin(Typing *typing, const CwTextEntryDesc *desc, TypingOwner owner,
                  const CwMenuRow *row);

/* Ends typing, if it is on, with a status for the coming frame; CW_TEXT_ENTRY_NONE: without one. */
void typing_end(Typing *typing, CwTextEntryStatus status);

/* Lets a controller choose letters by the directions of menus: up and down change the letter before
 * the cursor, right adds one, left deletes. */
void typing_choose_letter(Typing *typing, const CwInputFrame *ui, double dt_s);

/* True if the event is for typing. Buttons that choose or go back in menus end the entry. */
bool typing_handle_event(Typing *typing, const InputEvent *event, const InputMap *ui);

/* Takes note of an event that was not for typing; `is_used`: the game has an action for it. */
void typing_keep(Typing *typing, const InputEvent *event, bool is_used);

CwTextEntry typing_entry(const Typing *typing);

/* Called when a frame begins and ends. The end starts or stops the host's text input. */
void typing_begin_frame(Typing *typing, double real_s, bool allowed);
void typing_end_frame(Typing *typing);
