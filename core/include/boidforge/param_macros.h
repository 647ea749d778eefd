/* Turning an X-macro list of parameters (BF_PARAMS in sim.h, BF_LOOK in view.h) into its bfParamInfo array. Include
 * it in the one C file that owns the table, with BF_TABLE_STRUCT defined as the struct the list declares. */
#ifndef BOIDFORGE_PARAM_MACROS_H
#define BOIDFORGE_PARAM_MACROS_H

#include "boidforge/param.h"

#define BF_INFO_REAL(name, initial, min, max, unit, group, help)                                                       \
    {#name, BF_REAL, offsetof(BF_TABLE_STRUCT, name), initial, min, max, "", unit, group, help},
#define BF_INFO_WHOLE(name, initial, min, max, unit, group, help)                                                      \
    {#name, BF_WHOLE, offsetof(BF_TABLE_STRUCT, name), initial, min, max, "", unit, group, help},
#define BF_INFO_CHOICE(name, initial, choices, group, help)                                                            \
    {#name, BF_CHOICE, offsetof(BF_TABLE_STRUCT, name), initial, 0, 0, choices, "", group, help},

#endif
