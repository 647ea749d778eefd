/* Ctrl-C, SIGTERM and a closed terminal (SIGHUP) as a question that a long task asks between two items of work. */
#ifndef BF_CLI_INTERRUPT_H
#define BF_CLI_INTERRUPT_H

#include <stdbool.h>

/* From now on the first of these signals only sets a flag; a second one ends the program at once. Under nohup a
 * closed terminal stays ignored. */
void interruptCatch(void);
bool interruptSeen(void);

#endif
