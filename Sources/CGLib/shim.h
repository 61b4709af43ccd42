/* GLib by itself, for what needs no screen: checksums, and the desktop's list of recent files. */
#pragma once
#include <glib.h>
#include <spawn.h>

/* Swift sees the C library without its extensions; this one closes what a new process need not have. */
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
