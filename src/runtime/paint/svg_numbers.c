#include "paint/svg_numbers.h"

#include "clockwork/base.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const char *svg_skip_number(const char *text)
{
    static const char digits[] = "0123456789";
    text += *text == '-' || *text == '+';
    text += strspn(text, digits);
    text += *text == '.' ? 1 + strspn(text + 1, digits) : 0;
    if ((*text == 'e' || *text == 'E') && text[1] != 'm' && text[1] != 'x') {
        text += 1 + (text[1] == '-' || text[1] == '+');
        text += strspn(text, digits);
    }
    return text;
}

SvgNumbers svg_read_numbers(const char *text, int most_count)
{
    SvgNumbers numbers = {0};
    double before[2] = {0};
    char letter = 'M';
    while (*text != '\0' && *text != ')' && numbers.count < most_count) {
        const char *digit = text + (*text == '-' || *text == '+');
        char *end = (char *)(uintptr_t)text + 1;
        if (isdigit((unsigned char)digit[digit[0] == '.'])) {
            bool is_hex = digit[0] == '0' && (digit[1] == 'x' || digit[1] == 'X');
            double number = is_hex ? 0 : strtod(text, &end), *last = &before[numbers.count % 2];
            end = is_hex ? (char *)(uintptr_t)digit + 1 : end;
            if (numbers.count < (int)CW_ARRAY_LENGTH(numbers.first)) {
                numbers.first[numbers.count] = number;
            }
            numbers.count++;
            bool is_pair = letter != 'H' && letter != 'V';
            numbers.sum += fabs(number);
            numbers.most = fmax(numbers.most, fabs(number));
            double step = islower((unsigned char)letter) ? fabs(number)
                          : is_pair                      ? fabs(number - *last)
                                                         : fabs(number) + numbers.most;
            numbers.way += numbers.count > 2 ? step : 0;
            *last = number;
        }
        letter = isalpha((unsigned char)*text) ? *text : letter;
        text = end;
    }
    return numbers;
}

double svg_stretch(const char *transform, const double n[4])
{
    if (strncmp(transform, "skew", 4) == 0) {
        return 1 + fabs(tan(n[0] / 57.29578));
    }
    if (strncmp(transform, "scale", 5) == 0) {
        return fmax(fabs(n[0]), fabs(n[1]));
    }
    double sum = n[0] * n[0] + n[1] * n[1] + n[2] * n[2] + n[3] * n[3];
    double area = n[0] * n[3] - n[1] * n[2];
    return strncmp(transform, "matrix", 6) == 0
               ? sqrt((sum + sqrt(fmax(0, sum * sum - 4 * area * area))) / 2)
               : 1;
}
