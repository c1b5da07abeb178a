/* Text entry: the player types a line of text, such as a name. docs/input.md has an example.
 *
 * Use it in frame phases. Ticks can't read the text, so keep it as save data. Text is valid UTF-8
 * without control characters; no character is ever cut in two.
 *
 * While the entry is open, only the keys F1 to F24 reach the game or the engine. A controller
 * chooses letter by letter: up and down change the letter, right adds one, left deletes, A or Start
 * confirms. Time goes on, so a game of skill should pause (cw_flow_pause).
 *
 * A screen of the engine, such as the player's pause, cancels the entry. The end of the run closes
 * it, and its text is lost. An entry never opens headless. In a watched recording and behind the
 * title screen only a menu row (menu.h) can open one. */
#pragma once

#include "clockwork/system.h"
CW_C_BEGIN

enum { CW_TEXT_ENTRY_BYTES_MAX = 255, CW_TEXT_ENTRY_PROMPT_BYTES_MAX = 127 };

/* Describes a text entry. */
typedef struct CwTextEntryDesc {
    const char *text;   /* initial text; NULL: none */
    int max_bytes;      /* without the final zero; 0: CW_TEXT_ENTRY_BYTES_MAX */
    const char *prompt; /* shown over a field in the middle of the picture; NULL: the game draws the
                           entry with cw_text_entry_draw */
} CwTextEntryDesc;

/* The state of a text entry. */
typedef enum CwTextEntryStatus {
    CW_TEXT_ENTRY_NONE,
    CW_TEXT_ENTRY_TYPING,
    CW_TEXT_ENTRY_CONFIRMED, /* confirmed: lasts one frame, as does CANCELLED; NONE follows */
    CW_TEXT_ENTRY_CANCELLED
} CwTextEntryStatus;

/* The text entry of a frame. */
typedef struct CwTextEntry {
    CwTextEntryStatus status;
    const char *text;   /* typed so far, or confirmed; valid for this frame. "" without an entry */
    int cursor, anchor; /* offsets in bytes; the text between them is selected */
    const char *composing; /* text of an input method, shown at the cursor; not yet in `text` */
    bool cursor_shown;     /* false in the dark half of the cursor's blinking */
} CwTextEntry;

/* Opens a text entry; does nothing if one is open. Copies the strings, and cuts long ones after a
 * whole character. Returns false if the entry may not open (see above), and while the player types
 * into a menu row. */
bool cw_text_entry_begin(CwFrame *frame, const CwTextEntryDesc *desc);

/* The text entry of this frame. */
CwTextEntry cw_text_entry(const CwFrame *frame);

/* Closes the entry: the status becomes NONE, and the text is lost. Does nothing if none is open. */
void cw_text_entry_end(CwFrame *frame);

/* Draws text, cursor, selection and composed text, scrolled to show the cursor; nothing without an
 * entry. For CW_PHASE_RENDER. Switches the list to screen space. */
typedef struct CwTextEntryDraw {
    double x, y, width; /* top left, view points */
    double size;        /* height of the line */
    CwColour colour;
} CwTextEntryDraw;
void cw_text_entry_draw(CwFrame *frame, const CwTextEntryDraw *draw);
CW_C_END
