/* An OpenGL ES 3 context without a window, through EGL. */
#ifndef BF_CLI_GL_CONTEXT_H
#define BF_CLI_GL_CONTEXT_H

#include "boidforge/result.h"

typedef struct bfGlContext bfGlContext;

/* Create a context and make it current in this thread. BF_ERROR_GPU, with what to install, when there is no driver. */
bfResult bfCreateGlContext(bfGlContext **context, bfError *error);
void bfDestroyGlContext(bfGlContext *context);

#endif
