/* ffmpeg is started without a shell, in a process group of its own so that Ctrl-C reaches only this program, which
 * then ends the film properly. A thread listens to its messages as long as it lives: they never fill their pipe, and
 * their end is the encoder's end, known at once. */
#define _GNU_SOURCE /* F_SETPIPE_SZ */

#include "ffmpeg_pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORDS_BYTES 4096 /* of ffmpeg's messages, the last are kept */

/* A pipe of the usual 64 KiB makes the two processes take turns hundreds of times a picture. */
#define PIPE_BYTES (1024 * 1024)

extern char **environ;

struct FfmpegPipe {
    char *output, *temporary;
    pid_t process;
    int pictures_fd, messages_fd;
    size_t picture_bytes;

    pthread_t listener;
    void (*died)(void *context);
    void *context;
    atomic_bool closing; /* the encoder may end now */

    char words[WORDS_BYTES];
    size_t words_length;
};

/* ---- Starting ---- */

static bool isExecutable(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

bfResult findFfmpeg(bfError *error) {
    const char *folders = getenv("PATH");
    for (const char *at = folders; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, ":");
        char path[4096];
        if (length > 0 && (size_t)snprintf(path, sizeof path, "%.*s/ffmpeg", (int)length, at) < sizeof path &&
            isExecutable(path)) {
            return BF_OK;
        }
        at += length + (at[length] == ':' ? 1 : 0);
    }
    return bfFail(error, BF_ERROR_OPEN,
                  "ffmpeg: not found on the search path, install it (Debian: apt install ffmpeg) or export a .png");
}

char *ffmpegUrl(const char *path) {
    size_t bytes = strlen(path) + 3;
    char *url = malloc(bytes);
    if (url != NULL) {
        snprintf(url, bytes, "%s%s", path[0] == '/' ? "" : "./", path);
    }
    return url;
}

static void setCloseOnExec(int fd) {
    fcntl(fd, F_SETFD, FD_CLOEXEC);
}

/* Both ends closed in the child, except what the file actions hand on. */
static bool makePipe(int ends[2]) {
    if (pipe(ends) != 0) {
        return false;
    }
    setCloseOnExec(ends[0]);
    setCloseOnExec(ends[1]);
    return true;
}

/* Start ffmpeg with these as its standard input, output and error; -1 is the null device. 0 or an errno. */
static int spawnFfmpeg(const char *const *arguments, const int fds[3], pid_t *process) {
    char *copies[FILM_MAX_ARGUMENTS + 32] = {NULL};
    for (size_t i = 0; arguments[i] != NULL && i + 1 < sizeof copies / sizeof copies[0]; ++i) {
        copies[i] = (char *)(uintptr_t)arguments[i]; /* posix_spawn does not write to them */
    }
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < 3; ++i) {
        if (fds[i] >= 0) {
            posix_spawn_file_actions_adddup2(&actions, fds[i], i);
        } else {
            posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDWR, 0);
        }
    }
    posix_spawnattr_init(&attributes);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGTERM);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    setenv("SVT_LOG", "1", 0); /* this encoder's greetings would drown its errors */
    int code = posix_spawnp(process, "ffmpeg", &actions, &attributes, copies, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return code;
}

static int waitForExit(pid_t process) {
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

int runFfmpeg(const char *const *arguments, int stream, char *heard, size_t capacity) {
    int ends[2];
    pid_t process;
    heard[0] = '\0';
    if (!makePipe(ends)) {
        return -1;
    }
    int fds[3] = {-1, -1, -1};
    fds[stream] = ends[1];
    int code = spawnFfmpeg(arguments, fds, &process);
    close(ends[1]);
    size_t length = 0;
    char beyond[512];
    while (code == 0) {
        bool has_room = length + 1 < capacity;
        ssize_t count =
            read(ends[0], has_room ? heard + length : beyond, has_room ? capacity - 1 - length : sizeof beyond);
        if (count == 0 || (count < 0 && errno != EINTR)) {
            break;
        }
        length += has_room && count > 0 ? (size_t)count : 0;
    }
    heard[length] = '\0';
    close(ends[0]);
    int status = code == 0 ? waitForExit(process) : -1;
    return status != -1 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* 0 or an errno. */
static int spawnEncoder(FfmpegPipe *ffmpeg, const FfmpegJob *job, int stdin_fd, int stderr_fd) {
    char size[32], rate[32];
    snprintf(size, sizeof size, "%dx%d", (int)job->width, (int)job->height);
    snprintf(rate, sizeof rate, "%.10g", job->fps);
    bool is_i420 = filmTakesI420(&job->format);
    const char *arguments[FILM_MAX_ARGUMENTS + 32] = {"ffmpeg",
                                                      "-hide_banner",
                                                      "-loglevel",
                                                      "error",
                                                      "-nostdin",
                                                      "-y",
                                                      "-xerror",
                                                      "-f",
                                                      "rawvideo",
                                                      "-pixel_format",
                                                      is_i420 ? "yuv420p" : "rgba",
                                                      "-video_size",
                                                      size,
                                                      "-framerate",
                                                      rate,
                                                      "-i",
                                                      "pipe:0"};
    int count = 17;
    FilmTexts texts;
    count += filmArguments(&job->format, &texts, arguments + count);
    char *url = ffmpegUrl(ffmpeg->temporary);
    arguments[count] = url;
    int code = url != NULL ? spawnFfmpeg(arguments, (int[3]){stdin_fd, -1, stderr_fd}, &ffmpeg->process) : ENOMEM;
    free(url);
    return code;
}

/* ---- Talking ---- */

/* Keep what ffmpeg says, the last part when it says much. False at its end. */
static bool hear(FfmpegPipe *ffmpeg) {
    char heard[512];
    ssize_t count = read(ffmpeg->messages_fd, heard, sizeof heard);
    if (count <= 0) {
        return count < 0 && (errno == EINTR || errno == EAGAIN);
    }
    size_t length = (size_t)count, room = sizeof ffmpeg->words - 1;
    if (ffmpeg->words_length + length > room) {
        size_t drop = ffmpeg->words_length + length - room;
        memmove(ffmpeg->words, ffmpeg->words + drop, ffmpeg->words_length - drop);
        ffmpeg->words_length -= drop;
    }
    memcpy(ffmpeg->words + ffmpeg->words_length, heard, length);
    ffmpeg->words_length += length;
    ffmpeg->words[ffmpeg->words_length] = '\0';
    return true;
}

static void *runListener(void *argument) {
    FfmpegPipe *ffmpeg = argument;
    while (hear(ffmpeg)) {
    }
    if (!atomic_load(&ffmpeg->closing)) {
        ffmpeg->died(ffmpeg->context);
    }
    return NULL;
}

bool writeToFfmpeg(FfmpegPipe *ffmpeg, const uint8_t *picture) {
    size_t done = 0;
    while (done < ffmpeg->picture_bytes) {
        ssize_t count = write(ffmpeg->pictures_fd, picture + done, ffmpeg->picture_bytes - done);
        if (count < 0 && errno != EINTR) {
            return false;
        }
        done += count > 0 ? (size_t)count : 0;
    }
    return true;
}

/* ---- Life ---- */

static void freePipe(FfmpegPipe *ffmpeg) {
    free(ffmpeg->output);
    free(ffmpeg->temporary);
    free(ffmpeg);
}

static FfmpegPipe *allocatePipe(const FfmpegJob *job) {
    FfmpegPipe *ffmpeg = calloc(1, sizeof *ffmpeg);
    if (ffmpeg == NULL) {
        return NULL;
    }
    size_t name_bytes = strlen(job->output) + 32;
    size_t pixels = (size_t)job->width * (size_t)job->height;
    ffmpeg->picture_bytes = filmTakesI420(&job->format) ? pixels / 2 * 3 : pixels * 4;
    ffmpeg->output = strdup(job->output);
    ffmpeg->temporary = malloc(name_bytes);
    if (ffmpeg->output == NULL || ffmpeg->temporary == NULL) {
        freePipe(ffmpeg);
        return NULL;
    }
    snprintf(ffmpeg->temporary, name_bytes, "%s.%ld.part", job->output, (long)getpid());
    return ffmpeg;
}

/* A folder that cannot be written is better reported here than in ffmpeg's words. */
static bfResult tryOutput(const FfmpegPipe *ffmpeg, bfError *error) {
    int fd = open(ffmpeg->temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) {
        return bfFail(error, BF_ERROR_OPEN, "%s: cannot create: %s", ffmpeg->output, strerror(errno));
    }
    close(fd);
    return BF_OK;
}

static bfResult connectEncoder(FfmpegPipe *ffmpeg, const FfmpegJob *job, bfError *error) {
    int pictures[2] = {-1, -1}, messages[2] = {-1, -1};
    int code = makePipe(pictures) && makePipe(messages) ? 0 : errno;
    if (code == 0) {
        code = spawnEncoder(ffmpeg, job, pictures[0], messages[1]);
    }
    close(pictures[0]);
    close(messages[1]);
    if (code != 0) {
        close(pictures[1]);
        close(messages[0]);
        return bfFail(error, BF_ERROR_OPEN, "ffmpeg: cannot start: %s", strerror(code));
    }
    ffmpeg->pictures_fd = pictures[1];
    ffmpeg->messages_fd = messages[0];
    fcntl(ffmpeg->pictures_fd, F_SETPIPE_SZ, PIPE_BYTES); /* refused by some systems: then it is slower */
    return BF_OK;
}

bfResult startFfmpeg(const FfmpegJob *job, void (*died)(void *context), void *context, FfmpegPipe **pipe_out,
                     bfError *error) {
    *pipe_out = NULL;
    FfmpegPipe *ffmpeg = allocatePipe(job);
    if (ffmpeg == NULL) {
        return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory for the encoder");
    }
    ffmpeg->died = died;
    ffmpeg->context = context;
    bfResult result = tryOutput(ffmpeg, error);
    if (result == BF_OK) {
        result = connectEncoder(ffmpeg, job, error);
        if (result != BF_OK) {
            unlink(ffmpeg->temporary);
        }
    }
    if (result != BF_OK) {
        freePipe(ffmpeg);
        return result;
    }
    signal(SIGPIPE, SIG_IGN); /* a dead encoder is an error of write(), not the end of this program */
    if (pthread_create(&ffmpeg->listener, NULL, runListener, ffmpeg) != 0) {
        kill(ffmpeg->process, SIGKILL);
        waitForExit(ffmpeg->process);
        unlink(ffmpeg->temporary);
        freePipe(ffmpeg);
        return bfFail(error, BF_ERROR_NO_MEMORY, "cannot start a thread for the encoder");
    }
    *pipe_out = ffmpeg;
    return BF_OK;
}

/* Wait for the thread and the process; its wait status. */
static int endEncoder(FfmpegPipe *ffmpeg) {
    atomic_store(&ffmpeg->closing, true);
    close(ffmpeg->pictures_fd); /* the end of the film, for ffmpeg */
    pthread_join(ffmpeg->listener, NULL);
    close(ffmpeg->messages_fd);
    return waitForExit(ffmpeg->process);
}

/* ffmpeg's messages, joined into one line of at most `capacity` bytes. */
static void joinWords(const char *words, char *line, size_t capacity) {
    size_t length = 0;
    while (*words != '\0') {
        words += strspn(words, " \r\n");
        size_t piece = strcspn(words, "\r\n");
        bool is_repeat = strncmp(words, "Last message repeated", 21) == 0;
        if (piece > 0 && !is_repeat && length + 3 < capacity) {
            int put = snprintf(line + length, capacity - length, "%s%.*s", length > 0 ? "; " : "", (int)piece, words);
            length = length + (size_t)put < capacity ? length + (size_t)put : capacity - 1;
        }
        words += piece;
    }
    line[length] = '\0';
}

static bfResult failEncoder(const FfmpegPipe *ffmpeg, int status, bfError *error) {
    const char *advice = "";
    if (strstr(ffmpeg->words, "No space left") != NULL) {
        advice = "; free some space or choose another place";
    } else if (strstr(ffmpeg->words, "Unknown encoder") != NULL) {
        advice = "; install an ffmpeg that was built with it";
    }
    char line[300];
    joinWords(ffmpeg->words, line, sizeof line);
    if (line[0] == '\0' && WIFSIGNALED(status)) {
        snprintf(line, sizeof line, "stopped by signal %d", WTERMSIG(status));
    } else if (line[0] == '\0') {
        snprintf(line, sizeof line, "ended with code %d and no message", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    }
    return bfFail(error, BF_ERROR_WRITE, "%s: not written, ffmpeg failed: %s%s", ffmpeg->output, line, advice);
}

/* An encoder may end content and have written nothing. */
static bool hasFilm(const FfmpegPipe *ffmpeg) {
    struct stat status;
    return stat(ffmpeg->temporary, &status) == 0 && status.st_size > 0;
}

bfResult finishFfmpeg(FfmpegPipe *ffmpeg, bool is_whole, bfError *error) {
    int status = endEncoder(ffmpeg);
    bfResult result = BF_OK;
    if (!is_whole || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        result = failEncoder(ffmpeg, status, error);
    } else if (!hasFilm(ffmpeg)) {
        result = bfFail(error, BF_ERROR_WRITE, "%s: ffmpeg ended without an error and wrote nothing; is it a real one?",
                        ffmpeg->output);
    } else if (rename(ffmpeg->temporary, ffmpeg->output) != 0) {
        result = bfFail(error, BF_ERROR_WRITE, "%s: cannot take its name: %s", ffmpeg->output, strerror(errno));
    }
    if (result != BF_OK) {
        unlink(ffmpeg->temporary);
    }
    freePipe(ffmpeg);
    return result;
}

void stopFfmpeg(FfmpegPipe *ffmpeg) {
    kill(ffmpeg->process, SIGKILL);
}
