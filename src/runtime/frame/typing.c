#include "frame/typing.h"

#include "base/frame_services.h"
#include "base/report.h"
#include "ui/ui_actions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double BLINK_S = 0.5;
enum { PASTED_BYTES = 1024, UNSEEN_FRAMES = 60 };

bool typing_is_on(const Typing *typing)
{
    return typing->status == CW_TEXT_ENTRY_TYPING;
}

/* Copies as many whole characters as fit, filtered as if they were typed. */
static void copy_characters(char *to, int size, const char *text)
{
    TextEdit whole;
    text_edit_begin(&whole, text, size - 1);
    memcpy(to, whole.text, (size_t)whole.length + 1);
}

void typing_begin(Typing *typing, const CwTextEntryDesc *desc, TypingOwner owner,
                  const CwMenuRow *row)
{
    text_edit_begin(&typing->edit, desc->text != NULL ? desc->text : "", desc->max_bytes);
    copy_characters(typing->prompt, (int)sizeof typing->prompt,
                    desc->prompt != NULL ? desc->prompt : "");
    typing->composing[0] = '\0';
    typing->owner = owner;
    typing->row = row;
    typing->place = (Box){0};
    typing->status = CW_TEXT_ENTRY_TYPING;
    typing->must_release_keys = typing->was_touched = true;
    typing->pressed = -1;
    typing->is_stale_repeat = false;
    typing->unseen_frames = 0;
}

void typing_end(Typing *typing, CwTextEntryStatus status)
{
    if (typing_is_on(typing) || status == CW_TEXT_ENTRY_NONE) {
        typing->status = status;
        typing->composing[0] = '\0';
    }
}

/* ---- events ---- */

static void copy_selection(const Typing *typing)
{
    char text[CW_TEXT_ENTRY_BYTES_MAX + 1];
    text_edit_copy(&typing->edit, text);
    if (text[0] != '\0' && typing->host->copy_text != NULL) {
        typing->host->copy_text(typing->host->self, text);
    }
}

/* Cuts the selection, or the whole text if nothing is selected. */
static void cut_selection(TextEdit *edit)
{
    if (edit->cursor == edit->anchor) {
        text_edit_select_all(edit);
    }
    text_edit_delete(edit, TEXT_CHARACTER, 1);
}

static void paste_text(Typing *typing)
{
    char text[PASTED_BYTES] = "";
    if (typing->host->paste_text != NULL) {
        typing->host->paste_text(typing->host->self, text, sizeof text);
    }
    text_edit_insert(&typing->edit, text);
}

static void press_key(Typing *typing, const InputEvent *key)
{
    TextEdit *edit = &typing->edit;
    switch (key->text_key) {
    case TEXT_KEY_LEFT:
    case TEXT_KEY_RIGHT:
        text_edit_move(edit, TEXT_CHARACTER, key->text_key == TEXT_KEY_LEFT ? -1 : 1,
                       key->has_shift);
        break;
    case TEXT_KEY_HOME:
    case TEXT_KEY_END:
        text_edit_move(edit, TEXT_LINE, key->text_key == TEXT_KEY_HOME ? -1 : 1, key->has_shift);
        break;
    case TEXT_KEY_BACKSPACE:
    case TEXT_KEY_DELETE:
        text_edit_delete(edit, TEXT_CHARACTER, key->text_key == TEXT_KEY_BACKSPACE ? -1 : 1);
        break;
    case TEXT_KEY_SELECT_ALL:
        text_edit_select_all(edit);
        break;
    case TEXT_KEY_COPY:
    case TEXT_KEY_CUT:
        copy_selection(typing);
        if (key->text_key == TEXT_KEY_CUT) {
            cut_selection(edit);
        }
        break;
    case TEXT_KEY_PASTE:
        paste_text(typing);
        break;
    case TEXT_KEY_CONFIRM:
    case TEXT_KEY_CANCEL:
        if (!key->is_repeat) {
            typing_end(typing, key->text_key == TEXT_KEY_CONFIRM ? CW_TEXT_ENTRY_CONFIRMED
                                                                 : CW_TEXT_ENTRY_CANCELLED);
        }
        break;
    case TEXT_KEY_NONE:
    case TEXT_KEY_FUNCTION:
        break;
    }
}

/* A key that was held before keeps repeating, and SDL makes text from the repeats. */
static bool handle_key(Typing *typing, const InputEvent *key)
{
    if (key->value == 0 || key->text_key == TEXT_KEY_FUNCTION) {
        typing->is_stale_repeat = false;
        return false; /* everybody gets releases, so that nothing stays held */
    }
    typing->is_stale_repeat = key->is_repeat && key->code != typing->pressed;
    typing->pressed = typing->is_stale_repeat ? -1 : key->code;
    if (!typing->is_stale_repeat) {
        press_key(typing, key);
        text_edit_insert(&typing->edit, key->text != NULL ? key->text : "");
        typing->was_touched = true;
    }
    return true;
}

static bool is_bound(const ActionBindings *bindings, const InputEvent *event)
{
    for (int i = 0; i < bindings->count; i++) {
        const Binding *binding = &bindings->items[i];
        if (binding->source == BINDING_PAD_BUTTON && binding->code == event->code) {
            return true;
        }
    }
    return false;
}

static bool handle_pad(Typing *typing, const InputEvent *event, const InputMap *ui)
{
    bool is_confirm =
        is_bound(&ui->actions[UI_CONFIRM], event) || is_bound(&ui->actions[UI_PAUSE], event);
    if (event->value == 0 || (!is_confirm && !is_bound(&ui->actions[UI_BACK], event))) {
        return false;
    }
    typing_end(typing, is_confirm ? CW_TEXT_ENTRY_CONFIRMED : CW_TEXT_ENTRY_CANCELLED);
    return true;
}

void typing_choose_letter(Typing *typing, const CwInputFrame *ui, double dt_s)
{
    static const UiKeys ACROSS = {UI_LEFT, UI_RIGHT, 0.2}, LETTER = {UI_DOWN, UI_UP, 0.08};
    static const char LETTERS[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,-'!?";
    TextEdit *edit = &typing->edit;
    int right = ui_step(&typing->repeat_s, &ACROSS, ui, dt_s);
    int up = ui_step(&typing->repeat_s, &LETTER, ui, dt_s);
    typing->was_touched = typing->was_touched || right != 0 || up != 0;
    if (right > 0) {
        text_edit_insert(edit, edit->length == 0 ? "A" : "a");
    } else if (right < 0) {
        text_edit_delete(edit, TEXT_CHARACTER, -1);
    }
    if (up != 0) {
        text_edit_move(edit, TEXT_CHARACTER, -1, true);
        bool is_first = edit->cursor == edit->anchor;
        const char *now = is_first ? NULL : strchr(LETTERS, edit->text[edit->cursor]);
        size_t next = now != NULL ? (size_t)(now - LETTERS) + strlen(LETTERS) + (size_t)up : 0;
        text_edit_insert(edit, (char[]){LETTERS[next % strlen(LETTERS)], '\0'});
    }
}

bool typing_handle_event(Typing *typing, const InputEvent *event, const InputMap *ui)
{
    if (!typing_is_on(typing)) {
        return false;
    }
    if (event->type == INPUT_KEY) {
        return handle_key(typing, event);
    }
    if (event->type == INPUT_PAD_BUTTON) {
        return handle_pad(typing, event, ui);
    }
    if (event->type == INPUT_FOCUS_LOST) {
        typing->composing[0] = '\0';
    } else if (event->type == INPUT_COMPOSING) {
        copy_characters(typing->composing, (int)sizeof typing->composing, event->text);
    } else if (event->type == INPUT_TEXT && !typing->is_stale_repeat) {
        text_edit_insert(&typing->edit, event->text);
        typing->composing[0] = '\0';
    }
    bool is_text = event->type == INPUT_COMPOSING || event->type == INPUT_TEXT;
    typing->was_touched |= is_text;
    return is_text;
}

void typing_keep(Typing *typing, const InputEvent *event, bool is_used)
{
    size_t at = strlen(typing->typed_ahead);
    if (event->type != INPUT_KEY || event->value == 0 || event->is_repeat) {
        return;
    }
    if (is_used) {
        typing->typed_ahead[0] = '\0';
    } else if (typing->is_key_used && event->text != NULL) {
        snprintf(typing->typed_ahead + at, sizeof typing->typed_ahead - at, "%s", event->text);
    }
    typing->is_key_used |= is_used;
}

/* ---- frames ---- */

void typing_begin_frame(Typing *typing, double real_s, bool allowed)
{
    typing->is_allowed = allowed;
    typing->now_s = real_s;
    if (typing->was_touched) {
        typing->still_since_s = real_s;
    }
    typing->was_touched = false;
}

void typing_end_frame(Typing *typing)
{
    bool is_on = typing_is_on(typing);
    bool has_moved = memcmp(&typing->place, &typing->asked_place, sizeof typing->place) != 0;
    typing->is_key_used = false;
    typing->typed_ahead[0] = '\0';
    typing->status = is_on ? CW_TEXT_ENTRY_TYPING : CW_TEXT_ENTRY_NONE;
    if (is_on && typing->place.width <= 0 && ++typing->unseen_frames == UNSEEN_FRAMES) {
        report("a text entry is open, but nothing draws it: give cw_text_entry_begin a prompt, or "
               "call cw_text_entry_draw in CW_PHASE_RENDER");
    }
    bool must_ask = is_on ? !typing->is_asked || has_moved : typing->is_asked;
    if (must_ask && typing->host->ask_for_text != NULL) {
        typing->host->ask_for_text(typing->host->self, is_on ? &typing->place : NULL);
        typing->asked_place = typing->place;
    }
    typing->is_asked = is_on;
}

CwTextEntry typing_entry(const Typing *typing)
{
    if (typing->status == CW_TEXT_ENTRY_NONE) {
        return (CwTextEntry){.text = "", .composing = ""};
    }
    double still_s = typing->now_s - typing->still_since_s;
    return (CwTextEntry){.status = typing->status,
                         .text = typing->edit.text,
                         .cursor = typing->edit.cursor,
                         .anchor = typing->edit.anchor,
                         .composing = typing->composing,
                         .cursor_shown = fmod(still_s, 2 * BLINK_S) < BLINK_S};
}

static bool is_the_games(const Typing *typing)
{
    return typing != NULL && typing->status != CW_TEXT_ENTRY_NONE && typing->owner == TYPING_GAME;
}

bool cw_text_entry_begin(CwFrame *frame, const CwTextEntryDesc *desc)
{
    ASSERT_NUMBER(desc->max_bytes,
                  desc->max_bytes >= 0 && desc->max_bytes <= CW_TEXT_ENTRY_BYTES_MAX,
                  "ask for at most CW_TEXT_ENTRY_BYTES_MAX bytes of text");
    Typing *typing = services_of(frame)->typing;
    if (typing == NULL || !typing->is_allowed) {
        return false;
    }
    if (typing->status == CW_TEXT_ENTRY_NONE) {
        typing_begin(typing, desc, TYPING_GAME, NULL);
        text_edit_insert(&typing->edit, typing->typed_ahead);
    }
    return is_the_games(typing) && typing_is_on(typing);
}

CwTextEntry cw_text_entry(const CwFrame *frame)
{
    const Typing nothing = {0};
    const Typing *typing = services_of(frame)->typing;
    return typing_entry(is_the_games(typing) ? typing : &nothing);
}

void cw_text_entry_end(CwFrame *frame)
{
    Typing *typing = services_of(frame)->typing;
    if (is_the_games(typing)) {
        typing_end(typing, CW_TEXT_ENTRY_NONE);
    }
}

void cw_text_entry_draw(CwFrame *frame, const CwTextEntryDraw *draw)
{
    Typing *typing = services_of(frame)->typing;
    if (is_the_games(typing)) {
        Box box = {draw->x, draw->y, draw->width, draw->size};
        CwTextEntry entry = typing_entry(typing);
        cw_draw_set_screen(frame->draw);
        text_field_draw(frame->draw, box, &entry, draw->colour);
        typing->place = box;
    }
}
