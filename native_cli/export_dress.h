/* What an export's recording is drawn as: world and look, from scene, recording and command line. */
#ifndef BF_CLI_EXPORT_DRESS_H
#define BF_CLI_EXPORT_DRESS_H

#include "export_drawing.h"

/* Give a drawing its stage and look. Reads from the recording: its place is lost, or of a pipe, kept. */
bfResult dressDrawing(Drawing *drawing, bfError *error);

#endif
