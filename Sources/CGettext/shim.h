#pragma once
#include <libintl.h>
#include <locale.h>
#include <langinfo.h>
#include <stdint.h>
#include <wchar.h>

// Declared by wchar.h only for programs that ask for X/Open.
extern int wcwidth(wchar_t character);

// How many places of a terminal a character takes in the locale; -1 for what is no character to show.
static inline int kiroku_character_width(uint32_t character) { return wcwidth((wchar_t)character); }

/* Gettext keeps what it has found for as long as this number stays the same. */
extern int _nl_msg_cat_cntr;

/* Has gettext look translations up anew, because LANGUAGE or the locale has changed. */
static inline void kiroku_languages_changed(void) { ++_nl_msg_cat_cntr; }
