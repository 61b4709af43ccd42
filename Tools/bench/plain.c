/* What a plain C program with one thread needs for the same work on the same table.
 *
 *     plain work FILE RUNS      a line for each piece of work: name, tab, milliseconds of each run
 *     plain memory FILE         what the table takes
 *
 * It knows the table: five fields, no quotes, LF. Texts stay in the file's bytes; a cell is a pointer and a length.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct text { const char *start; int length; };

static char *file;
static size_t size;
static int count;
static long *numbers;
static double *rates;
static char *members;
static struct text *names, *places;
static int *found;

static void *list(size_t element)
{
    void *made = malloc((size_t)count * element + 1);
    if (!made) exit(1);
    return made;
}

static void read_file(const char *path)
{
    FILE *from = fopen(path, "rb");
    if (!from || fseek(from, 0, SEEK_END)) { perror(path); exit(1); }
    size = (size_t)ftell(from);
    rewind(from);
    file = malloc(size + 1);
    if (!file || fread(file, 1, size, from) != size) { perror(path); exit(1); }
    file[size] = 0;
    fclose(from);
}

static char *text_until(char *start, char end, struct text *cell)
{
    char *stop = strchr(start, end);
    *cell = (struct text){ start, (int)(stop - start) };
    return stop + 1;
}

static void load(const char *path)
{
    read_file(path);
    count = -1;
    for (const char *p = file; (p = memchr(p, '\n', size - (size_t)(p - file))); p++) count++;
    numbers = list(sizeof *numbers), rates = list(sizeof *rates), members = list(1);
    names = list(sizeof *names), places = list(sizeof *places);
    char *p = strchr(file, '\n') + 1;
    for (int i = 0; i < count; i++) {
        numbers[i] = strtol(p, &p, 10);
        rates[i] = strtod(p + 1, &p);
        members[i] = p[1] == 't';
        p = strchr(p + 1, '\t') + 1;
        p = text_until(p, '\t', &names[i]);
        p = text_until(p, '\n', &places[i]);
    }
}

static void unload(void)
{
    free(file), free(numbers), free(rates), free(members), free(names), free(places);
}

static int find_int(void)
{
    int n = 0;
    for (int i = 0; i < count; i++) if (numbers[i] < 500) found[n++] = i;
    return n;
}

static int find_float(void)
{
    int n = 0;
    for (int i = 0; i < count; i++) if (rates[i] > 500) found[n++] = i;
    return n;
}

static int find_prefix(void)
{
    int n = 0;
    for (int i = 0; i < count; i++) if (names[i].length && names[i].start[0] == 'C') found[n++] = i;
    return n;
}

static int find_contains(void)
{
    int n = 0;
    for (int i = 0; i < count; i++) if (memchr(names[i].start, 'g', (size_t)names[i].length)) found[n++] = i;
    return n;
}

static int by_number(const void *left, const void *right)
{
    long a = numbers[*(const int *)left], b = numbers[*(const int *)right];
    return (a > b) - (a < b);
}

static int by_name(const void *left, const void *right)
{
    int i = *(const int *)left, j = *(const int *)right;
    struct text a = names[i], b = names[j];
    int order = memcmp(a.start, b.start, (size_t)(a.length < b.length ? a.length : b.length));
    if (!order) order = a.length - b.length;
    return order ? order : i - j;
}

static int order_by(int (*compare)(const void *, const void *))
{
    for (int i = 0; i < count; i++) found[i] = i;
    qsort(found, (size_t)count, sizeof *found, compare);
    return found[0];
}

static int order_int(void) { return order_by(by_number); }

static int order_string(void) { return order_by(by_name); }

static double milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void measure(const char *work, int runs, int (*body)(void))
{
    volatile int result;
    double all = 0, shortest = 1e9;
    printf("%s\t", work);
    for (int run = 0; run < runs || (shortest < 10 && all < 100); run++) {
        double start = milliseconds();
        result = body();
        double took = milliseconds() - start;
        all += took;
        if (took < shortest) shortest = took;
        printf("%g ", took);
    }
    (void)result;
    putchar('\n');
}

static const char *path;

static int load_again(void)
{
    unload();
    load(path);
    return count;
}

static double status(const char *name)
{
    char line[256];
    double bytes = 0;
    FILE *from = fopen("/proc/self/status", "r");
    while (from && fgets(line, sizeof line, from))
        if (!strncmp(line, name, strlen(name))) bytes = atof(line + strlen(name)) * 1024;
    if (from) fclose(from);
    return bytes;
}

int main(int argc, char **argv)
{
    if (argc < 3) return 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    path = argv[2];
    double before = status("VmRSS:");
    load(path);
    if (!strcmp(argv[1], "memory")) {
        printf("memory per record\t%g\n", (status("VmRSS:") - before) / count);
        printf("peak memory, reading\t%g\n", status("VmHWM:") / 1e6);
        return 0;
    }
    int runs = argc > 3 ? atoi(argv[3]) : 5;
    found = list(sizeof *found);
    memset(found, 1, (size_t)count * sizeof *found);
    measure("find int", runs, find_int);
    measure("find float", runs, find_float);
    measure("find prefix", runs, find_prefix);
    measure("find contains", runs, find_contains);
    measure("read text", runs, load_again);
    measure("order by int", runs, order_int);
    measure("order by string", runs, order_string);
}
