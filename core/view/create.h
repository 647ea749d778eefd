/* bfCreateView with the target formats to try given, so that tests see what poorer drivers get. */
#ifndef BF_VIEW_CREATE_H
#define BF_VIEW_CREATE_H

#include "boidforge/view.h"
#include "target.h"

bfResult bfCreateViewFrom(const bfTargetFormat *const *candidates, bfView **view, bfError *error);

#endif
