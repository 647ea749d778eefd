/* Results and messages: every public function that can fail for a reason outside the program returns a
 * bfResult and, where the caller passes a bfError, one line that says what is wrong, where, and what to do. */
#ifndef BOIDFORGE_RESULT_H
#define BOIDFORGE_RESULT_H

#ifdef __cplusplus
extern "C" {
#endif

/* Error ids, listed once: X(id, short text). Tests assert the id, people read the message. */
#define BF_RESULTS(X)                                                      \
    X(BF_OK, "done")                                                       \
    X(BF_ERROR_UNKNOWN_NAME, "no parameter of that name")                  \
    X(BF_ERROR_NOT_A_NUMBER, "not a number")                               \
    X(BF_ERROR_OUT_OF_RANGE, "outside the allowed range")                  \
    X(BF_ERROR_UNKNOWN_CHOICE, "not one of the choices")                   \
    X(BF_ERROR_CONFLICT, "values that cannot go together")                 \
    X(BF_ERROR_SCENE, "not a usable scene")                                \
    X(BF_ERROR_NO_MEMORY, "not enough memory")                             \
    X(BF_ERROR_OPEN, "cannot open")                                        \
    X(BF_ERROR_READ, "cannot read")                                        \
    X(BF_ERROR_WRITE, "cannot write")                                      \
    X(BF_ERROR_FORMAT, "not a .bfs recording this version can read")       \
    X(BF_ERROR_CORRUPT, "damaged recording")                               \
    X(BF_ERROR_END, "no more frames")                                      \
    X(BF_ERROR_GPU, "no usable OpenGL ES 3")

typedef enum bfResult {
#define BF_RESULT_ID(id, text) id,
    BF_RESULTS(BF_RESULT_ID)
#undef BF_RESULT_ID
} bfResult;

#define BF_MESSAGE_BYTES 512

/* What went wrong, for a person: one line, no full stop needed, UTF-8, always terminated. */
typedef struct bfError {
    bfResult id;
    char message[BF_MESSAGE_BYTES];
} bfError;

/* The id's name as written above, for example "BF_ERROR_CORRUPT". */
const char *bfResultName(bfResult id);

/* Fill `error` (may be NULL) printf-fashion and return `id`, so that a failing function can end in one line. */
bfResult bfFail(bfError *error, bfResult id, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

#ifdef __cplusplus
}
#endif
#endif
