/* The one place that says where OpenGL ES 3.0 comes from. */
#ifndef BF_VIEW_GL_H
#define BF_VIEW_GL_H

#include <GLES3/gl3.h>

#endif
