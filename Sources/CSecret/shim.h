#pragma once
#include <dlfcn.h>
#include <gio/gio.h>

/* What is called of libsecret, as its documentation has it, with pointers for its types. It is loaded when the first password is
   looked up: with GIO, which it needs, it would take a fifth of a short command. */
typedef struct {
    GList *(*search)(
        gpointer service, gconstpointer schema, GHashTable *attributes, int flags, GCancellable *stop, GError **error);
    gpointer (*item_secret)(gpointer item);
    const char *(*value_text)(gpointer value);
    void (*value_unref)(gpointer value);
    gboolean (*store)(
        gconstpointer schema, GHashTable *attributes, const char *collection, const char *label, const char *password,
        GCancellable *stop, GError **error);
    GQuark (*error_quark)(void);
    gpointer (*schema_new)(const char *name, int flags, GHashTable *types);
    void (*schema_unref)(gpointer schema);
    GCancellable *(*cancellable_new)(void);
    void (*cancel)(GCancellable *stop);
    GDestroyNotify object_unref;
} KirokuSecret;

/* SECRET_SEARCH_UNLOCK, SECRET_SEARCH_LOAD_SECRETS, and SECRET_ERROR_IS_LOCKED. */
enum { kiroku_secret_unlock = 1 << 2, kiroku_secret_load = 1 << 3, kiroku_secret_is_locked = 2 };

/* Loads libsecret. Returns why that is not possible, or NULL. */
static inline const char *kiroku_load_secret(KirokuSecret *secret) {
    void *library = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define KIROKU_FIND(member, name) \
    if (!(secret->member = (__typeof__(secret->member))dlsym(library, name))) return dlerror();
    KIROKU_FIND(search, "secret_service_search_sync")
    KIROKU_FIND(item_secret, "secret_item_get_secret")
    KIROKU_FIND(value_text, "secret_value_get_text")
    KIROKU_FIND(value_unref, "secret_value_unref")
    KIROKU_FIND(store, "secret_password_storev_sync")
    KIROKU_FIND(error_quark, "secret_error_get_quark")
    KIROKU_FIND(schema_new, "secret_schema_newv")
    KIROKU_FIND(schema_unref, "secret_schema_unref")
    KIROKU_FIND(cancellable_new, "g_cancellable_new")
    KIROKU_FIND(cancel, "g_cancellable_cancel")
    KIROKU_FIND(object_unref, "g_object_unref")
#undef KIROKU_FIND
    return 0;
}
