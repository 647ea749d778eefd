#include "boidforge/bfs.h"
#include "commands.h"
#include "options.h"

#include <inttypes.h>
#include <stdio.h>

#define COMMAND "hash"

enum { OPT_JSON = 1, OPT_WHOLE = 2 };

static const CliOption options[] = {
    {OPT_WHOLE, "whole", 'w', NULL, "print the recording's hash only, not each frame's"},
    {OPT_JSON, "json", 0, NULL, "print them as JSON"},
    {CLI_SWITCH_HELP, "help", 'h', NULL, "this text"},
};

static bfResult hashFrames(bfReader *reader, bool json, bool only_whole, bfError *error) {
    bfStreamHash *whole = bfCreateStreamHash();
    if (whole == NULL) {
        return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory");
    }
    bfFrame frame;
    bfResult result;
    int64_t count = 0;
    if (json && !only_whole) {
        fputs("{\"frames\":[", stdout);
    }
    while ((result = bfReader_Next(reader, &frame, error)) == BF_OK) {
        uint64_t hash = bfFrame_Hash(&frame);
        bfStreamHash_Add(whole, hash);
        if (!only_whole && json) {
            printf("%s\"%016" PRIx64 "\"", count > 0 ? "," : "", hash);
        } else if (!only_whole) {
            printf("%016" PRIx64 "  frame %" PRId32 "\n", hash, frame.timestep);
        }
        count += 1;
    }
    uint64_t value = bfStreamHash_Value(whole);
    bfDestroyStreamHash(whole);
    if (json) {
        printf("%s\"whole\":\"%016" PRIx64 "\",\"count\":%" PRId64 "}\n", only_whole ? "{" : "],", value, count);
    } else {
        printf("%016" PRIx64 "  whole, %" PRId64 " frames\n", value, count);
    }
    return result;
}

int command_hash(int argc, char **argv) {
    CliArgs args = CLI_ARGS(COMMAND, options, NULL, argc, argv);
    const char *path;
    int switches;
    int code = cliReadSwitches(&args,
                               "usage: boidforge-cli hash RECORDING.bfs [options]\n"
                               "State hashes (XXH64) of each frame and of the whole recording; - reads a pipe.",
                               "one recording at a time", &switches, &path);
    if (code >= 0) {
        return code;
    }
    if (path == NULL) {
        return cliFail(COMMAND, CLI_EXIT_USAGE, "which recording? name a .bfs file, or - to read a pipe");
    }
    bfError error;
    bfReader *reader;
    if (bfOpenReader(path, &reader, &error) != BF_OK) {
        return cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
    }
    bfResult result = hashFrames(reader, (switches & OPT_JSON) != 0, (switches & OPT_WHOLE) != 0, &error);
    uint64_t missing;
    if (bfReader_WasCut(reader, &missing)) {
        fprintf(stderr, "boidforge-cli hash: %s ends inside a frame, %" PRIu64 " bytes are missing\n", path, missing);
    }
    bfCloseReader(reader);
    return result == BF_ERROR_END ? CLI_EXIT_DONE : cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
}
