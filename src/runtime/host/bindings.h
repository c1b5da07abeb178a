/* The words that bind devices to an action in config.ini, for example
 *     key:Right key:Left_Shift mouse:left pad:a pad:righttrigger pad:leftx+ touch:50-100/50-100
 * Names are SDL's, blanks in them written as underscores; a stick's axis ends in the half that
 * counts (y is down positive); a touch zone is x0-x1/y0-y1 in percent of the view. Upper and lower
 * case are the same. Works before SDL_Init; knows nothing of files: the caller adds where. */
#pragma once

#include "clockwork/base.h"
#include "input/binding.h"
#include "input/device_use.h"

enum { BINDING_LABEL_BYTES = 32, BINDING_WORD_BYTES = 64 };

/* Parses words between blanks. False names the bad word; then *count and out[] are those before. */
bool bindings_parse(const char *text, Binding *out, int capacity, int *count, CwError *error);

/* Writes the word that bindings_parse reads as it. */
void binding_word(const Binding *binding, char word[BINDING_WORD_BYTES]);

/* Writes what a person calls it ("Enter", "A"), a key by its label in this machine's layout. */
void binding_label(const Binding *binding, char label[BINDING_LABEL_BYTES]);

/* The first binding of an action that belongs to a device; NULL: none does. */
const Binding *binding_of_device(const ActionBindings *bindings, Device device);
