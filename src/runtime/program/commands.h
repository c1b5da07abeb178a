/* The runtime's commands: functions of the rows in options.c, each in a file of its own or in
 * program.c. They return the exit status. */
#pragma once

struct Program;

int command_play(struct Program *program);
int command_replay(struct Program *program);
int command_verify(struct Program *program);
int command_times(struct Program *program);
int command_levels(struct Program *program);
int command_config(struct Program *program);
int command_help(struct Program *program);
int command_version(struct Program *program);
