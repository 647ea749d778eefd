/* Parameter tables. A table describes the fields of one plain struct: name, type, default, range, unit, help.
 * The CLI's options, the scene files, the page's controls and the reference pages are all read off these tables,
 * so a parameter declared in one (see sim.h and view.h) appears everywhere. */
#ifndef BOIDFORGE_PARAM_H
#define BOIDFORGE_PARAM_H

#include "boidforge/result.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum bfParamType {
    BF_REAL,   /* field is a double */
    BF_WHOLE,  /* field is an int64_t */
    BF_CHOICE, /* field is an int32_t index into choices */
} bfParamType;

typedef struct bfParamInfo {
    const char *name;     /* the one spelling used in scene files, in JavaScript and (with '-') on the command line */
    bfParamType type;
    size_t offset;        /* of the field in its struct, bytes */
    double initial;       /* default; for BF_CHOICE the index */
    double min, max;      /* inclusive range; not used for BF_CHOICE */
    const char *choices;  /* BF_CHOICE: "wrap|reflect"; otherwise "" */
    const char *unit;     /* "world units", "seconds", "" where none */
    const char *group;    /* heading under which people look for it */
    const char *help;     /* one line */
} bfParamInfo;

typedef struct bfParamTable {
    const char *title; /* what the table's struct is, for messages: "simulation", "look" */
    const bfParamInfo *infos;
    int count;
    size_t struct_bytes;
} bfParamTable;

/* Write every field's default into the struct at `values`. */
void bfTable_SetDefaults(const bfParamTable *table, void *values);

/* The entry of that name ('-' and '_' are the same), or NULL. */
const bfParamInfo *bfTable_Find(const bfParamTable *table, const char *name);

/* Parse decimal text into the named field. Refuses unknown names, text with anything but one number in it, NaN,
 * infinities, fractions for BF_WHOLE, values out of range, unknown choices; the struct is unchanged then. */
bfResult bfTable_SetText(const bfParamTable *table, void *values, const char *name, const char *text, bfError *error);

/* The named field as text that bfTable_SetText reads back to the same value. Writes at most `capacity` bytes. */
bfResult bfTable_GetText(const bfParamTable *table, const void *values, const char *name, char *text, size_t capacity,
                         bfError *error);

/* The field of an entry as a number, which for a choice is its index; setting it checks nothing. */
double bfParamInfo_Load(const bfParamInfo *info, const void *values);
void bfParamInfo_Store(const bfParamInfo *info, void *values, double number);

/* Check every field against its range, for structs filled by hand. */
bfResult bfTable_Check(const bfParamTable *table, const void *values, bfError *error);

/* The table as a JSON array of {name, type, default, min, max, choices, unit, group, help}; returns the length
 * needed without the terminator, as snprintf does. */
size_t bfTable_WriteJson(const bfParamTable *table, char *json, size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
