/* One export by several processes: each draws and encodes a part of the pictures. */
#ifndef BF_CLI_EXPORT_JOBS_H
#define BF_CLI_EXPORT_JOBS_H

#include "export_options.h"

/* The exit code. */
int exportByJobs(const ExportOptions *options);

#endif
