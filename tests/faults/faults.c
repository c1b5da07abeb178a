/* faults SYMBOLS TABLE sites|facts: reads the table that fault.c has filled. SYMBOLS is the output
 * of nm, sorted. For faults.sh. */
#include "fault.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { SYMBOLS_MAX = 32768, ID_BYTES = 256 };

typedef struct Row {
    const FaultSite *site;
    char id[ID_BYTES];
} Row;

static struct {
    uint64_t start;
    char name[64];
} symbols[SYMBOLS_MAX];
static int symbol_count;

static bool read_symbols(const char *path)
{
    FILE *list = fopen(path, "r");
    while (list != NULL && symbol_count < SYMBOLS_MAX &&
           fscanf(list, "%lx %*c %63s", &symbols[symbol_count].start, symbols[symbol_count].name) ==
               2) {
        symbols[symbol_count].name[strcspn(symbols[symbol_count].name, ".")] = '\0';
        symbol_count++;
    }
    return symbol_count > 0 && fclose(list) == 0;
}

static const char *name_of(uint64_t place)
{
    int low = 0, high = symbol_count;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        *(symbols[middle].start < place ? &low : &high) = middle;
    }
    return symbols[low].name;
}

static int compare_rows(const void *a, const void *b)
{
    const Row *left = a, *right = b;
    int order = strcmp(left->id, right->id);
    return order != 0
               ? order
               : memcmp(left->site->callers, right->site->callers, sizeof left->site->callers);
}

/* FUNCTION KEY HITS ID. The same name at another place of the same functions gets a number. */
static void print_sites(const FaultTable *table)
{
    static Row rows[SITES_MAX];
    int count = 0, again = 1;
    for (const FaultSite *site = table->sites; site < table->sites + SITES_MAX; site++) {
        char *id = rows[count].id;
        int length = site->key == 0 ? 0 : snprintf(id, ID_BYTES, "%s", site->name);
        for (int i = 0; i < CALLERS && site->callers[i] != 0 && length < ID_BYTES; i++) {
            length += snprintf(id + length, (size_t)(ID_BYTES - length), "<%s",
                               name_of(site->callers[i]));
        }
        rows[count].site = site;
        count += site->key != 0;
    }
    qsort(rows, (size_t)count, sizeof *rows, compare_rows);
    for (int i = 0; i < count; i++) {
        const FaultSite *site = rows[i].site;
        again = i > 0 && strcmp(rows[i].id, rows[i - 1].id) == 0 ? again + 1 : 1;
        printf("%u %lu %u %s", site->function, site->key, site->hits, rows[i].id);
        printf(again > 1 ? "#%d\n" : "\n", again);
    }
}

/* A function of the program, or a library. */
static void print_trace(const char *name, const FaultTrace *trace)
{
    printf("%s='", name);
    for (const FaultFrame *frame = trace->frames; frame < trace->frames + trace->count; frame++) {
        printf("%s ", frame->module[0] == '\0' ? name_of(frame->offset) : frame->module);
    }
    printf("'\n");
}

int main(int argc, char **argv)
{
    int file = argc < 4 ? -1 : open(argv[2], O_RDONLY);
    const FaultTable *table = mmap(NULL, sizeof *table, PROT_READ, MAP_SHARED, file, 0);
    if (table == MAP_FAILED || !read_symbols(argv[1]) || table->overflowed) {
        fprintf(stderr, "faults SYMBOLS TABLE sites|facts; or the table is full\n");
        return 2;
    }
    if (strcmp(argv[3], "sites") == 0) {
        print_sites(table);
        return 0;
    }
    printf("fired=%u signal=%u\n", table->fired, table->signal);
    print_trace("failed", &table->at_fault);
    print_trace("died", &table->at_death);
    return 0;
}
