/* Parses and names the bindings of config.ini, the words that bind devices to an action, for
 * example */
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
