#define _POSIX_C_SOURCE 200809L

#include "interrupt.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t seen;

static void remember(int signal_number) {
    static const char words[] = "\nfinishing the step under way; Ctrl-C again stops at once\n";
    (void)signal_number;
    seen = 1;
    /* Only for a person who watches: a step of a huge flock may take minutes. */
    if (isatty(STDERR_FILENO) == 1 && write(STDERR_FILENO, words, sizeof words - 1) < 0) {
        return;
    }
}

void interruptCatch(void) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; ++i) {
        struct sigaction action;
        if (signals[i] == SIGHUP && sigaction(SIGHUP, NULL, &action) == 0 && action.sa_handler == SIG_IGN) {
            continue; /* nohup */
        }
        memset(&action, 0, sizeof action);
        action.sa_handler = remember;
        /* Read and write calls go on, so a file under way is not torn. */
        action.sa_flags = SA_RESTART | (int)SA_RESETHAND;
        sigemptyset(&action.sa_mask);
        sigaction(signals[i], &action, NULL);
    }
}

bool interruptSeen(void) {
    return seen != 0;
}
