/* The subcommands: each takes its own part of the command line (argv[0] is its name) and returns the exit code. */
#ifndef BF_CLI_COMMANDS_H
#define BF_CLI_COMMANDS_H

int command_simulate(int argc, char **argv);
int command_export(int argc, char **argv);
int command_info(int argc, char **argv);
int command_hash(int argc, char **argv);
int command_stats(int argc, char **argv);
int command_verify(int argc, char **argv);
int command_convert(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_scenes(int argc, char **argv);

#endif
