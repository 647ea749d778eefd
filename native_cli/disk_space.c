#define _POSIX_C_SOURCE 200809L

#include "disk_space.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define PATH_BYTES 4096

static void folderOf(const char *path, char folder[PATH_BYTES]) {
    const char *slash = strrchr(path, '/');
    int length = slash == NULL ? 1 : slash == path ? 1 : (int)(slash - path);
    snprintf(folder, PATH_BYTES, "%.*s", length, slash == NULL ? "." : path);
}

static double freeBytes(const char *path) {
    char folder[PATH_BYTES];
    struct statvfs status;
    folderOf(path, folder);
    return statvfs(folder, &status) == 0 ? (double)status.f_bavail * (double)status.f_frsize : HUGE_VAL;
}

static double largestFile(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? (double)limit.rlim_cur : HUGE_VAL;
}

bfResult checkPlace(const char *path, bfError *error) {
    char folder[PATH_BYTES];
    struct stat status;
    folderOf(path, folder);
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        return bfFail(error, BF_ERROR_OPEN, "%s: is a folder, name a file", path);
    }
    if (access(folder, W_OK | X_OK) != 0) {
        return bfFail(error, BF_ERROR_OPEN, "%s: cannot create: %s", path, strerror(errno));
    }
    return BF_OK;
}

bfResult checkDiskSpace(const char *path, double bytes, double file_bytes, bfError *error) {
    double room = freeBytes(path), largest = largestFile();
    if (bytes > room) {
        return bfFail(error, BF_ERROR_WRITE,
                      "%s: will take about %.1f MB and only %.1f are free: free some, choose another place, or give "
                      "--skip-space-check",
                      path, bytes / 1e6, room / 1e6);
    }
    if (file_bytes > largest) {
        return bfFail(error, BF_ERROR_WRITE,
                      "%s: will take about %.1f MB and a file may grow to %.1f here: raise the limit (ulimit -f) or "
                      "give --skip-space-check",
                      path, file_bytes / 1e6, largest / 1e6);
    }
    return BF_OK;
}
