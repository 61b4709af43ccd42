/* What Swift cannot import of gdk-pixbuf, and of the system for the process that uses it: macros and variadic functions.
 * Nothing else belongs in here. */
#pragma once
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <sys/prctl.h>

/* Nothing that this process starts gets rights that it does not have itself. */
static inline void kiroku_forbid_new_rights(void) { prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

/* The callback gets the loader, the size that was found, and `data`. */
static inline gulong kiroku_loader_connect_size(GdkPixbufLoader *loader, GCallback handler, gpointer data) {
    return g_signal_connect_data(loader, "size-prepared", handler, data, NULL, (GConnectFlags)0);
}
