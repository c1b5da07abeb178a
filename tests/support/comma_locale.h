/* A locale with decimal commas, made for the test: the machine may have none installed. */
#ifndef TESTS_SUPPORT_COMMA_LOCALE_H
#define TESTS_SUPPORT_COMMA_LOCALE_H

#define COMMA_LOCALE "de_DE.UTF-8"

/* From here on all of this process speaks it. Fails the test where it can't be made. */
void comma_locale_begin(void);

void comma_locale_end(void);

#endif
