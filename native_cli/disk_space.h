/* Whether a file that is to be written will find a place and room. */
#ifndef BF_CLI_DISK_SPACE_H
#define BF_CLI_DISK_SPACE_H

#include "boidforge/result.h"

/* BF_ERROR_OPEN when no file can get that name: a folder has it, or its folder cannot be written to. */
bfResult checkPlace(const char *path, bfError *error);

/* BF_ERROR_WRITE when less than `bytes` are free in the folder of `path`, or files may not grow to `file_bytes`. A
 * folder that cannot be asked has room: writing will tell. */
bfResult checkDiskSpace(const char *path, double bytes, double file_bytes, bfError *error);

#endif
