/* SPDX-License-Identifier: MIT */
/* What a car does wrong. `resources/fault.txt` has the name of a fault and the simulated time in
 * seconds from which it is active: "crash 2". */
#pragma once

struct car;

/* Both versions use these numbers. */
enum { STATUS_OK, STATUS_WARNING, STATUS_DISCARD, STATUS_ERROR, STATUS_FATAL };

enum fault_kind {
    FAULT_NONE,
    FAULT_CRASH,       /* "crash": a write through a null pointer */
    FAULT_HANG,        /* "hang": the step never ends, and signals are blocked */
    FAULT_EXIT,        /* "exit": exit(3) */
    FAULT_ALLOCATE,    /* "allocate": memory until there is no more, at most 4 GiB, then an error */
    FAULT_DESCRIPTORS, /* "descriptors": writes to the descriptors 3 to 100 and counts them */
    FAULT_FORK,        /* "fork": starts a process that lives for a minute, and counts it */
    FAULT_FILL,        /* "fill": writes a file into the current folder until there is an error */
    FAULT_LOG,         /* "log": 10,000 long lines in each step */
    FAULT_DISCARD,     /* "discard": returns Discard and does not move */
    FAULT_TIME,        /* "time": OK, but the last successful time is half a step short (3.0) */
    FAULT_WARNING,     /* "warning": a warning, and all is well */
    FAULT_FATAL,       /* "fatal" */
    FAULT_NAN,         /* "nan": the position is not a number */
    FAULT_INSTANTIATE, /* "instantiate": returns no instance */
    FAULT_TERMINATE,   /* "terminate": Terminate is an error, FreeInstance never returns */
    FAULT_KINDS
};

struct fault {
    enum fault_kind kind;
    double from_s;
};

/* Reads fault.txt; without it there is no fault. */
void fault_read(struct fault*, const char* resources);

/* Whether it is active in the step from `time_s`. */
int fault_is_active(const struct fault*, enum fault_kind, double time_s);

/* Acts, and returns the status of the step. */
int fault_step(struct car*, double time_s);

/* Never returns. */
void fault_hang(void);
