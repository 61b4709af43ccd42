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
