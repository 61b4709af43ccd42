/* What Swift's module of the C library does not have: gettext, and calls that need its extensions. */
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <libintl.h>
#include <linux/stat.h>
#include <locale.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <wchar.h>

// Declared by wchar.h only for programs that ask for X/Open.
extern int wcwidth(wchar_t character);

// How many places of a terminal a character takes in the locale; -1 for what is no character to show.
static inline int kiroku_character_width(uint32_t character) { return wcwidth((wchar_t)character); }

/* Gettext keeps what it has found for as long as this number stays the same. */
extern int _nl_msg_cat_cntr;

/* Has gettext look translations up anew, because LANGUAGE or the locale has changed. */
static inline void kiroku_languages_changed(void) { ++_nl_msg_cat_cntr; }

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
