#pragma once
#include <libsecret/secret.h>

/* A macro. */
static inline SecretItem *kiroku_secret_item(gpointer item) { return SECRET_ITEM(item); }
