/* A view for a test, what it is shown, what it shows. Failures end the test. */
#ifndef BF_TEST_DRAWING_H
#define BF_TEST_DRAWING_H

#include "boidforge/view.h"

/* A GL context for all tests of a program: its group's setup and teardown. */
int openContext(void **state);
int closeContext(void **state);

bfView *makeView(int32_t width, int32_t height, const bfLook *look, const bfStage *stage);
void push(bfView *view, const bfFrame *frame);

/* RGBA, top row first, to be freed. */
uint8_t *readPicture(bfView *view, int32_t width, int32_t height);

#endif
