/* A locale with decimal commas, made for the test: the machine may have none installed. */
#pragma once

#define COMMA_LOCALE "de_DE.ISO-8859-1"

/* From here on all of this process speaks it. Fails the test where it can't be made. */
void comma_locale_begin(void);

void comma_locale_end(void);
