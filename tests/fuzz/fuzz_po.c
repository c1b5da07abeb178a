/* Translations of a stranger: what is read is found, and all of it is text. */
#include "base/po.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Po po;
    CwError error = {0};
    char *bytes = malloc(size + 1);
    memcpy(bytes, data, size);
    bytes[size] = '\0';
    bool was_read = po_read(&po, "x.po", bytes, size, &error);
    CW_ASSERT(was_read == (error.text[0] == '\0'), "refuse with words");
    for (int i = 0; was_read && i < PO_SLOTS; i++) {
        const PoEntry *entry = &po.slots[i];
        if (entry->key == NULL) {
            continue;
        }
        CW_ASSERT(po_find(&po, NULL, entry->key) == entry, "find what was read");
        for (int form = 0; form < PO_FORMS_MAX; form++) {
            CW_ASSERT(entry->forms[form] == NULL || entry->forms[form][0] != '\0', "keep no gaps");
        }
    }
    po_free(&po);
    return 0;
}
