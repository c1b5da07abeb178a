/* Bindings as text: for people, as a prompt shows them ("Enter", "A", "Left click"), and for
 * config.ini, as host/bindings.h reads them. Works before SDL_Init. */
#ifndef HOST_BINDING_TEXT_H
#define HOST_BINDING_TEXT_H

#include "input/binding.h"
#include "input/device_use.h"

#include <stddef.h>

enum { BINDING_LABEL_BYTES = 32, BINDING_WORD_BYTES = 64 };

/* What a person calls it: a key by what stands on it in the layout of this machine. */
void binding_label(const Binding *binding, char label[BINDING_LABEL_BYTES]);

/* The word that bindings_parse reads as it. */
void binding_word(const Binding *binding, char word[BINDING_WORD_BYTES]);

/* Of the bindings of an action the first that belongs to a device; NULL when none does. */
const Binding *binding_of_device(const ActionBindings *bindings, Device device);

#endif
