#pragma once
#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import. */
static inline int kiroku_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 size) {
    return sqlite3_bind_text64(statement, index, text, size, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/* sqlite3_db_config is variadic. */
static inline int kiroku_db_config(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}

/* sqlite3_config is variadic, too. SQLite counts the memory it uses under one lock for all threads, so that two connections wait
 * for each other. To be called before anything else of SQLite; otherwise it goes on counting. */
static inline void kiroku_stop_counting_memory(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
