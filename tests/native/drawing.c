#include "drawing.h"

#include "gl_context.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static bfGlContext *context;

int openContext(void **state) {
    (void)state;
    bfError error;
    if (bfCreateGlContext(&context, &error) != BF_OK) {
        fprintf(stderr, "%s\n", error.message);
        return -1;
    }
    return 0;
}

int closeContext(void **state) {
    (void)state;
    bfDestroyGlContext(context);
    return 0;
}

bfView *makeView(int32_t width, int32_t height, const bfLook *look, const bfStage *stage) {
    bfView *view;
    bfError error;
    assert_int_equal(bfCreateView(&view, &error), BF_OK);
    assert_int_equal(bfView_Resize(view, width, height, &error), BF_OK);
    bfView_SetLook(view, look);
    bfView_SetStage(view, stage);
    return view;
}

void push(bfView *view, const bfFrame *frame) {
    bfError error;
    assert_int_equal(bfView_PushFrame(view, frame, &error), BF_OK);
}

uint8_t *readPicture(bfView *view, int32_t width, int32_t height) {
    bfError error;
    uint8_t *pixels = malloc((size_t)width * (size_t)height * 4);
    assert_non_null(pixels);
    assert_int_equal(bfView_ReadPixels(view, pixels, &error), BF_OK);
    return pixels;
}
