#include "boidforge/result.h"

#include <stdarg.h>
#include <stdio.h>

const char *bfResultName(bfResult id) {
    switch (id) {
#define BF_RESULT_CASE(name, text)                                                                                     \
    case name:                                                                                                         \
        return #name;
        BF_RESULTS(BF_RESULT_CASE)
#undef BF_RESULT_CASE
    }
    return "unknown result";
}

bfResult bfFail(bfError *error, bfResult id, const char *format, ...) {
    if (error != NULL) {
        va_list args;
        va_start(args, format);
        error->id = id;
        vsnprintf(error->message, sizeof error->message, format, args);
        va_end(args);
    }
    return id;
}
