/* SPDX-License-Identifier: MIT */
#pragma once

#include "functions.h"

#include <stdbool.h>
#include <stdio.h>

enum { longest_word = 512, most_variables = 4096, most_runs = 16 };

struct variable {
    enum type type;
    uint32_t reference;
    char causality[32];
    char name[longest_word];
    char start[longest_word]; /* by `set`; empty: that of the FMU */
};

struct run {
    char inputs[longest_word], outputs[longest_word];
    char save[longest_word], load[longest_word]; /* empty: not */
    double save_s;
};

/* What main.c describes. */
struct plan {
    int version;
    char library[longest_word], token[longest_word], resources[longest_word];
    double step_s, from_s, stop_s;
    struct variable variables[most_variables];
    size_t variable_count;
    struct run runs[most_runs];
    size_t run_count;
    bool reports_calls;
};

/* False, with a message, if a line is wrong. */
bool read_plan(FILE*, struct plan*);

/* NULL, with a message, if there is none. */
struct variable* find_variable(struct plan*, const char* name);
