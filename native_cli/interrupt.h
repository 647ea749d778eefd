/* Ctrl-C and SIGTERM as a question that a long task asks between two items of work. */
#ifndef BF_CLI_INTERRUPT_H
#define BF_CLI_INTERRUPT_H

#include <stdbool.h>

/* From now on the first SIGINT or SIGTERM only sets a flag; a second one ends the program at once. */
void interruptCatch(void);
bool interruptSeen(void);

#endif
