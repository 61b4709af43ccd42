/* What Swift cannot import of GTK and the system by itself: macros and variadic functions. Nothing else belongs in here.
 * All functions are for the main thread and take borrowed pointers, unless they say otherwise. */
#pragma once
#include <gtk/gtk.h>
#include <gtk/gtk-a11y.h>
#include <gio/gunixsocketaddress.h>
#include <glib-unix.h>
#include <cairo-pdf.h>
#include <handy.h>
#include <sys/prctl.h>

/* libdispatch's main queue for foreign main loops: the eventfd that becomes readable when work waits, and the call that
 * does the work. Both are exported by every libdispatch on Linux; CFRunLoop stands on them. */
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *);

/* Connects a handler; `destroy` frees `data` when the handler goes. A misspelt signal name is a programmer's mistake and
 * returns 0, with `data` freed as well, so that there is one way only by which it ever is. */
static inline gulong kiroku_signal_connect(gpointer instance, const char *signal, GCallback handler, gpointer data,
                                           GClosureNotify destroy, gboolean after) {
    guint id;
    GQuark detail;
    if (!g_signal_parse_name(signal, G_OBJECT_TYPE(instance), &id, &detail, TRUE)) {
        destroy(data, NULL);
        return 0;
    }
    return g_signal_connect_data(instance, signal, handler, data, destroy, after ? G_CONNECT_AFTER : (GConnectFlags)0);
}

static inline GType kiroku_object_type(gpointer instance) { return G_OBJECT_TYPE(instance); }

static inline gboolean kiroku_is_a(gpointer instance, GType type) {
    return instance != NULL && G_TYPE_CHECK_INSTANCE_TYPE(instance, type);
}

static inline gpointer kiroku_class_of(gpointer instance) { return G_OBJECT_GET_CLASS(instance); }

/* A new object without any property set; floating if its class is. */
static inline gpointer kiroku_object_new(GType type) { return g_object_new(type, NULL); }

static inline void kiroku_emit_object(gpointer instance, const char *signal, gpointer argument) {
    g_signal_emit_by_name(instance, signal, argument, NULL);
}

static inline void kiroku_emit_rows(gpointer instance, const char *signal, int first, int count) {
    g_signal_emit_by_name(instance, signal, first, count);
}

static inline void kiroku_emit_direction(gpointer instance, const char *signal, GtkDirectionType direction) {
    g_signal_emit_by_name(instance, signal, direction);
}

static inline void kiroku_emit_plain(gpointer instance, const char *signal) { g_signal_emit_by_name(instance, signal); }

/* The stock dialogs of gtk_message_dialog_new() and gtk_file_chooser_dialog_new() are variadic; Kiroku uses neither. */

static inline void kiroku_bool_property(gpointer instance, const char *name, gboolean value) {
    g_object_set(instance, name, value, NULL);
}

static inline void kiroku_color_property(gpointer instance, const char *name, const GdkRGBA *value) {
    g_object_set(instance, name, value, NULL);
}

static inline void kiroku_string_property(gpointer instance, const char *name, const char *value) {
    g_object_set(instance, name, value, NULL);
}

static inline void kiroku_uint_property(gpointer instance, const char *name, guint value) {
    g_object_set(instance, name, value, NULL);
}

static inline gboolean kiroku_get_bool_property(gpointer instance, const char *name) {
    gboolean value = FALSE;
    g_object_get(instance, name, &value, NULL);
    return value;
}

/* A new string, to be freed with g_free(); NULL if the property is not set. */
static inline char *kiroku_get_string_property(gpointer instance, const char *name) {
    char *value = NULL;
    g_object_get(instance, name, &value, NULL);
    return value;
}

static inline int kiroku_get_int_property(gpointer instance, const char *name) {
    int value = 0;
    g_object_get(instance, name, &value, NULL);
    return value;
}

/* Tells screen readers a text, if ATK can. */
static inline void kiroku_announce(AtkObject *accessible, const char *text) {
    if (g_signal_lookup("announcement", G_OBJECT_TYPE(accessible)) != 0)
        g_signal_emit_by_name(accessible, "announcement", text);
}

/* prctl is variadic. The process gets the name that a path ends with. */
static inline void kiroku_name_process(const char *path) {
    const char *slash = strrchr(path, '/');
    prctl(PR_SET_NAME, slash ? slash + 1 : path);
}

/* For a new child, before its program is started, as GLib's spawning has it: the child ends when its parent does, whose
 * number this is, and Ctrl+C in the terminal goes to the parent alone. */
static inline void kiroku_end_with_parent(gpointer parent) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != GPOINTER_TO_INT(parent)) _exit(1);
}
