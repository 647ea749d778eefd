/* ffmpeg is started without a shell, in a process group of its own so that Ctrl-C reaches only this program, which
 * then ends the film properly. A thread writes the pictures and listens to ffmpeg's messages; the drawing thread and
 * it share two buffers. */
#define _POSIX_C_SOURCE 200809L

#include "ffmpeg_pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SLOTS       2
#define WORDS_BYTES 4096 /* of ffmpeg's messages, the last are kept */

extern char **environ;

struct FfmpegPipe {
    char *output, *temporary;
    pid_t process;
    int pictures_fd, messages_fd;
    size_t picture_bytes;
    uint8_t *slots[SLOTS];

    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int64_t submitted, written; /* pictures so far; picture i lies in slot i mod SLOTS */
    bool closing;               /* no more pictures will come */
    bool died;                  /* the encoder stopped reading */

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

static int spawnWith(FfmpegPipe *ffmpeg, char *const arguments[], int stdin_fd, int stderr_fd) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, stdin_fd, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, stderr_fd, STDERR_FILENO);
    posix_spawnattr_init(&attributes);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGTERM);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    int code = posix_spawnp(&ffmpeg->process, "ffmpeg", &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return code;
}

/* The pixels are made BT.709 limited range, and tagged so: players show the colours of the picture. */
static int spawnEncoder(FfmpegPipe *ffmpeg, const FfmpegJob *job, int stdin_fd, int stderr_fd) {
    char size[32], rate[32], crf[16];
    snprintf(size, sizeof size, "%dx%d", (int)job->width, (int)job->height);
    snprintf(rate, sizeof rate, "%.10g", job->fps);
    snprintf(crf, sizeof crf, "%d", job->crf);
    const char *const arguments[] = {
        "ffmpeg",
        "-hide_banner",
        "-loglevel",
        "error",
        "-nostdin",
        "-y",
        "-xerror",
        "-f",
        "rawvideo",
        "-pixel_format",
        "rgba",
        "-video_size",
        size,
        "-framerate",
        rate,
        "-i",
        "pipe:0",
        "-vf",
        "scale=in_range=pc:out_color_matrix=bt709:out_range=tv:flags=bicubic+accurate_rnd+full_chroma_int,"
        "format=yuv420p",
        "-c:v",
        "libx264",
        "-preset",
        job->preset,
        "-crf",
        crf,
        "-color_range",
        "tv",
        "-color_primaries",
        "bt709",
        "-color_trc",
        "bt709",
        "-colorspace",
        "bt709",
        "-movflags",
        "+faststart",
        "-f",
        "mp4",
        ffmpeg->temporary,
        NULL,
    };
    char *copies[sizeof arguments / sizeof arguments[0]] = {NULL};
    for (size_t i = 0; arguments[i] != NULL; ++i) {
        copies[i] = (char *)(uintptr_t)arguments[i]; /* posix_spawn does not write to them */
    }
    return spawnWith(ffmpeg, copies, stdin_fd, stderr_fd);
}

/* ---- The writing thread ---- */

/* Keep what ffmpeg says, the last part when it says much. False at its end. */
static bool listen(FfmpegPipe *ffmpeg) {
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

/* Write one picture while listening. False when the encoder no longer reads. */
static bool writePicture(FfmpegPipe *ffmpeg, const uint8_t *picture) {
    size_t done = 0;
    bool talks = true;
    while (done < ffmpeg->picture_bytes) {
        struct pollfd fds[2] = {{ffmpeg->pictures_fd, POLLOUT, 0}, {talks ? ffmpeg->messages_fd : -1, POLLIN, 0}};
        if (poll(fds, 2, -1) < 0) {
            if (errno == EINTR) {
                continue;
            }
            return false;
        }
        if ((fds[1].revents & (POLLIN | POLLHUP)) != 0) {
            talks = listen(ffmpeg);
        }
        if ((fds[0].revents & (POLLERR | POLLNVAL)) != 0) {
            return false;
        }
        if ((fds[0].revents & POLLOUT) != 0) {
            ssize_t count = write(ffmpeg->pictures_fd, picture + done, ffmpeg->picture_bytes - done);
            if (count < 0 && errno != EINTR && errno != EAGAIN) {
                return false;
            }
            done += count > 0 ? (size_t)count : 0;
        }
    }
    return true;
}

static void *runWriter(void *argument) {
    FfmpegPipe *ffmpeg = argument;
    bool alive = true;
    pthread_mutex_lock(&ffmpeg->mutex);
    while (alive) {
        while (ffmpeg->written == ffmpeg->submitted && !ffmpeg->closing) {
            pthread_cond_wait(&ffmpeg->changed, &ffmpeg->mutex);
        }
        if (ffmpeg->written == ffmpeg->submitted) {
            break;
        }
        const uint8_t *picture = ffmpeg->slots[ffmpeg->written % SLOTS];
        pthread_mutex_unlock(&ffmpeg->mutex);
        alive = writePicture(ffmpeg, picture);
        pthread_mutex_lock(&ffmpeg->mutex);
        ffmpeg->written += 1;
        ffmpeg->died = !alive;
        pthread_cond_broadcast(&ffmpeg->changed);
    }
    pthread_mutex_unlock(&ffmpeg->mutex);
    close(ffmpeg->pictures_fd); /* the end of the film, for ffmpeg */
    while (listen(ffmpeg)) {
    }
    return NULL;
}

/* ---- Life ---- */

static void freePipe(FfmpegPipe *ffmpeg) {
    for (int i = 0; i < SLOTS; ++i) {
        free(ffmpeg->slots[i]);
    }
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
    ffmpeg->picture_bytes = (size_t)job->width * (size_t)job->height * 4;
    ffmpeg->output = strdup(job->output);
    ffmpeg->temporary = malloc(name_bytes);
    bool whole = ffmpeg->output != NULL && ffmpeg->temporary != NULL;
    for (int i = 0; i < SLOTS; ++i) {
        ffmpeg->slots[i] = malloc(ffmpeg->picture_bytes);
        whole = whole && ffmpeg->slots[i] != NULL;
    }
    if (!whole) {
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
    fcntl(ffmpeg->pictures_fd, F_SETFL, O_NONBLOCK); /* so that a write never keeps it from listening */
    return BF_OK;
}

bfResult startFfmpeg(const FfmpegJob *job, FfmpegPipe **pipe_out, bfError *error) {
    *pipe_out = NULL;
    FfmpegPipe *ffmpeg = allocatePipe(job);
    if (ffmpeg == NULL) {
        return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory for pictures of %dx%d, choose a smaller size",
                      (int)job->width, (int)job->height);
    }
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
    pthread_mutex_init(&ffmpeg->mutex, NULL);
    pthread_cond_init(&ffmpeg->changed, NULL);
    if (pthread_create(&ffmpeg->thread, NULL, runWriter, ffmpeg) != 0) {
        kill(ffmpeg->process, SIGKILL);
        waitpid(ffmpeg->process, NULL, 0);
        unlink(ffmpeg->temporary);
        freePipe(ffmpeg);
        return bfFail(error, BF_ERROR_NO_MEMORY, "cannot start a thread for the encoder");
    }
    *pipe_out = ffmpeg;
    return BF_OK;
}

uint8_t *borrowPicture(FfmpegPipe *ffmpeg) {
    pthread_mutex_lock(&ffmpeg->mutex);
    while (ffmpeg->submitted - ffmpeg->written >= SLOTS && !ffmpeg->died) {
        pthread_cond_wait(&ffmpeg->changed, &ffmpeg->mutex);
    }
    uint8_t *slot = ffmpeg->died ? NULL : ffmpeg->slots[ffmpeg->submitted % SLOTS];
    pthread_mutex_unlock(&ffmpeg->mutex);
    return slot;
}

void submitPicture(FfmpegPipe *ffmpeg) {
    pthread_mutex_lock(&ffmpeg->mutex);
    ffmpeg->submitted += 1;
    pthread_cond_broadcast(&ffmpeg->changed);
    pthread_mutex_unlock(&ffmpeg->mutex);
}

/* Wait for the thread and the process; true when the encoder ended well. */
static bool endEncoder(FfmpegPipe *ffmpeg, int *status) {
    pthread_mutex_lock(&ffmpeg->mutex);
    ffmpeg->closing = true;
    pthread_cond_broadcast(&ffmpeg->changed);
    pthread_mutex_unlock(&ffmpeg->mutex);
    pthread_join(ffmpeg->thread, NULL);
    close(ffmpeg->messages_fd);
    pthread_mutex_destroy(&ffmpeg->mutex);
    pthread_cond_destroy(&ffmpeg->changed);
    while (waitpid(ffmpeg->process, status, 0) < 0 && errno == EINTR) {
    }
    return !ffmpeg->died && WIFEXITED(*status) && WEXITSTATUS(*status) == 0;
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
        advice = "; install an ffmpeg built with libx264";
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

bfResult finishFfmpeg(FfmpegPipe *ffmpeg, bfError *error) {
    int status = 0;
    bfResult result = BF_OK;
    if (!endEncoder(ffmpeg, &status)) {
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

void abandonFfmpeg(FfmpegPipe *ffmpeg) {
    int status;
    kill(ffmpeg->process, SIGKILL);
    endEncoder(ffmpeg, &status);
    unlink(ffmpeg->temporary);
    freePipe(ffmpeg);
}
