/* What a plain C program needs with SQLite's own calls.
 *
 *     steps DOCUMENT RUNS      a line for each piece of work: name, tab, milliseconds of each run
 *
 * "open document" steps over all rows and looks at every column. "one edit" sets a cell of one record and commits, in
 * the same journal mode as a document's, until it is durable; the document is changed by it.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static sqlite3 *database;

static void check(int code)
{
    if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
    fprintf(stderr, "steps: %s\n", sqlite3_errmsg(database));
    exit(1);
}

static sqlite3_stmt *prepare(const char *sql)
{
    sqlite3_stmt *statement = NULL;
    check(sqlite3_prepare_v2(database, sql, -1, &statement, NULL));
    return statement;
}

static long look_at(sqlite3_stmt *row, int column)
{
    sqlite3_value *value = sqlite3_column_value(row, column);
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER: return (long)sqlite3_value_int64(value);
    case SQLITE_FLOAT: return (long)sqlite3_value_double(value);
    case SQLITE_TEXT: return sqlite3_value_text(value)[0] + sqlite3_value_bytes(value);
    default: return 0;
    }
}

static long step_over_all(const char *path)
{
    long seen = 0;
    check(sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL));
    sqlite3_stmt *row = prepare("SELECT * FROM records ORDER BY id");
    while (sqlite3_step(row) == SQLITE_ROW)
        for (int column = 0; column < sqlite3_column_count(row); column++) seen += look_at(row, column);
    check(sqlite3_finalize(row));
    check(sqlite3_close(database));
    return seen;
}

static long record_count(void)
{
    sqlite3_stmt *row = prepare("SELECT count(*) FROM records");
    check(sqlite3_step(row));
    long count = (long)sqlite3_column_int64(row, 0);
    check(sqlite3_finalize(row));
    return count;
}

/* The records of a document made from text are numbered from 1; those that were put in later are not. */
static void edit(sqlite3_stmt *update, long count, int round)
{
    do {
        check(sqlite3_bind_int64(update, 1, round));
        check(sqlite3_bind_int64(update, 2, 1 + rand() % count));
        check(sqlite3_step(update));
        check(sqlite3_reset(update));
    } while (!sqlite3_changes(database));
}

static double milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

int main(int argc, char **argv)
{
    if (argc < 3) return 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    int runs = atoi(argv[2]);
    volatile long seen;
    printf("open document\t");
    for (int run = 0; run < runs; run++) {
        double start = milliseconds();
        seen = step_over_all(argv[1]);
        printf("%g ", milliseconds() - start);
    }
    (void)seen;
    printf("\none edit\t");
    check(sqlite3_open_v2(argv[1], &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL));
    check(sqlite3_exec(database, "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL", NULL, NULL, NULL));
    sqlite3_stmt *update = prepare("UPDATE records SET f1 = ? WHERE id = ?");
    long count = record_count();
    /* Other cells than in an earlier run: SQLite writes nothing where a cell holds the value already. */
    srand((unsigned)time(NULL));
    edit(update, count, -1);
    for (int run = 0; run < 25; run++) {
        double start = milliseconds();
        edit(update, count, run);
        printf("%g ", milliseconds() - start);
    }
    putchar('\n');
    check(sqlite3_finalize(update));
    check(sqlite3_close(database));
}
