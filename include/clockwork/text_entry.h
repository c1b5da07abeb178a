/* Text entry: the player types a line of text, such as a name for a ranking or a message to other
 * players.
 *
 *     if (cw_input_pressed(frame->input, SAY)) {
 *         cw_text_entry_begin(frame, &(CwTextEntryDesc){.prompt = "Say", .max_bytes = 79});
 *     }
 *     CwTextEntry entry = cw_text_entry(frame);
 *     if (entry.status == CW_TEXT_ENTRY_CONFIRMED) {
 *         snprintf(view->line, sizeof view->line, "%s", entry.text);
 *     }
 *
 * It is for frame phases, and nothing of it reaches a tick: keep the result as save data. Text is
 * UTF-8, always valid and without control characters; no character is ever cut in two.
 *
 * Return confirms and Escape cancels; on a controller A and B do. Left, Right, Home, End, Backspace
 * and Delete work on whole characters, with Control on words; with Shift the cursor selects.
 * Control and A, C, X or V select all, copy, cut and paste. Input methods and on-screen keyboards
 * learn where the text is drawn. While the entry is open, keys reach neither the game nor the
 * engine, except F1 to F24. Held keys are released, and count again only after a new press.
 * Controllers, mouse and touch keep working. Time goes on, too: a game of skill asks for a pause
 * (cw_flow_pause). The menu at the finish waits.
 *
 * A pause or another screen cancels the entry. The end of the run ends it without a status. It
 * stays open while another window is in front. None opens headless, while a recording is watched or
 * behind the title. For a row of a menu that is typed in see CwMenuRow.typed. */
#pragma once

#include "clockwork/system.h"

enum { CW_TEXT_ENTRY_BYTES_MAX = 255, CW_TEXT_ENTRY_PROMPT_BYTES_MAX = 127 };

/* How a text entry begins. */
typedef struct CwTextEntryDesc {
    const char *text;   /* to begin with; NULL: none */
    int max_bytes;      /* 0: CW_TEXT_ENTRY_BYTES_MAX. The final zero not counted */
    const char *prompt; /* shown over a field in the middle of the picture; NULL: the game shows it
                           all, with cw_text_entry_draw */
} CwTextEntryDesc;

/* The state of a text entry. */
typedef enum CwTextEntryStatus {
    CW_TEXT_ENTRY_NONE,
    CW_TEXT_ENTRY_TYPING,
    CW_TEXT_ENTRY_CONFIRMED, /* this and the next for one frame, then there is none */
    CW_TEXT_ENTRY_CANCELLED
} CwTextEntryStatus;

/* The text as far as it is typed. */
typedef struct CwTextEntry {
    CwTextEntryStatus status;
    const char *text;   /* so far, or as confirmed; holds for this frame. "" when there is none */
    int cursor, anchor; /* bytes; the text between them is selected */
    const char *composing; /* text of an input method at the cursor, not in `text` yet; or "" */
    bool cursor_shown;     /* it blinks */
} CwTextEntry;

/* Copies the strings, cutting long ones after a whole character. Returns false where text entry is
 * impossible (headless, a replay, the title) or a menu row is being edited. While an entry is open
 * another call changes nothing. */
bool cw_text_entry_begin(CwFrame *frame, const CwTextEntryDesc *desc);

/* The text entry of this frame. */
CwTextEntry cw_text_entry(const CwFrame *frame);

/* Closes the entry without a status. Does nothing if none is open. */
void cw_text_entry_end(CwFrame *frame);

/* Draws text, cursor, selection and composition, scrolled to show the cursor. Switches the list to
 * screen space. For CW_PHASE_RENDER. Draws nothing when there is none. */
typedef struct CwTextEntryDraw {
    double x, y, width; /* top left, view points */
    double size;        /* height of the line */
    CwColour colour;
} CwTextEntryDraw;
void cw_text_entry_draw(CwFrame *frame, const CwTextEntryDraw *draw);
