/* Any bytes as a recording: counted, walked to the end, sought; no crash, no leak, no huge allocation. */
#define _GNU_SOURCE

#include "boidforge/bfs.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    int memory = memfd_create("recording", 0);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
    if (memory < 0 || write(memory, bytes, size) != (ssize_t)size) {
        abort();
    }
    bfReader *reader;
    bfFrame frame;
    if (bfOpenReader(path, &reader, NULL) == BF_OK) {
        while (bfReader_Next(reader, &frame, NULL) == BF_OK) {
            bfFrame_Hash(&frame);
        }
        bfCloseReader(reader);
        if (bfOpenReader(path, &reader, NULL) != BF_OK) {
            abort();
        }
        int64_t counted = bfReader_CountFrames(reader);
        for (int64_t index = counted - 1; index >= 0 && index >= counted - 3; --index) {
            /* A count by division can shrink when a record between the ends turns out different. */
            if (bfReader_Seek(reader, index, NULL) == BF_OK && index < bfReader_CountFrames(reader) &&
                bfReader_Next(reader, &frame, NULL) != BF_OK) {
                abort(); /* what is counted can be read */
            }
        }
        bfCloseReader(reader);
    }
    close(memory);
    return 0;
}
