/* Bindings as words of config.ini, which bind parts of devices to an action, for example
 *     key:Right key:Left_Shift mouse:left pad:a pad:righttrigger pad:leftx+ touch:50-100/50-100
 * Names are SDL's in any case, with underscores for blanks. A stick's axis ends in + or -, the half
 * that counts (+ is down for y). A touch zone is x0-x1/y0-y1 in percent of the view. Works before
 * SDL_Init; the caller adds file and line to messages. */
#pragma once

#include "clockwork/base.h"
#include "input/device_state.h"

enum { BINDING_LABEL_BYTES = 32, BINDING_WORD_BYTES = 64 };

/* Parses words between blanks. False names the bad word; out[] holds those before it. */
bool bindings_parse(const char *text, Binding *out, int capacity, int *count, CwError *error);

/* Writes the word that bindings_parse reads as this binding. */
void binding_word(const Binding *binding, char word[BINDING_WORD_BYTES]);

/* Writes the name for people ("Enter", "A"), a key by its label in this machine's layout. */
void binding_label(const Binding *binding, char label[BINDING_LABEL_BYTES]);

/* The first binding of an action for a device; NULL: none. */
const Binding *binding_of_device(const ActionBindings *bindings, Device device);
