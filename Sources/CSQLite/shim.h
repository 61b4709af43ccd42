#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/stat.h>
#include <sqlite3.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

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

/* What Swift's module of the C library does not have. */

/* Takes a lock that nobody else can have on the file until its last descriptor is closed; returns 0, or what errno is then.
 * Far beyond the bytes that SQLite locks, and beyond all that is in the file. */
static inline int kiroku_lock_file(int descriptor) {
    struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)1 << 62, .l_len = 1};
    /* F_OFD_SETLK, which glibc names for _GNU_SOURCE only. */
    return fcntl(descriptor, 37, &range) == 0 ? 0 : errno;
}

/* What kind of file system a file or folder is on, as statfs(2) numbers them; 0 if that cannot be said. */
static inline unsigned long kiroku_file_system(const char *path) {
    struct statfs status;
    return statfs(path, &status) == 0 ? (unsigned long)status.f_type : 0;
}

/* When a file was made, in nanoseconds since 1970; 0 if the file system does not say. statx(2) is named for _GNU_SOURCE only. */
static inline long long kiroku_file_birth(const char *path) {
    struct statx status;
    if (syscall(SYS_statx, AT_FDCWD, path, 0, STATX_BTIME, &status) != 0 || !(status.stx_mask & STATX_BTIME)) return 0;
    return status.stx_btime.tv_sec * 1000000000LL + status.stx_btime.tv_nsec;
}
