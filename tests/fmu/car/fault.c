/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "fault.h"

#include "car.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char* const names[FAULT_KINDS] = {
    "none", "crash",   "hang", "exit",    "allocate", "descriptors", "fork",        "fill",
    "log",  "discard", "time", "warning", "fatal",    "nan",         "instantiate", "terminate"};

void fault_read(struct fault* fault, const char* resources) {
    char path[4096], name[32];
    FILE* file = NULL;
    int kind;
    memset(fault, 0, sizeof *fault);
    if (!resources) return;
    snprintf(path, sizeof path, "%s/fault.txt", resources);
    file = fopen(path, "r");
    if (!file) return;
    if (fscanf(file, "%31s %lf", name, &fault->from_s) == 2)
        for (kind = 0; kind < FAULT_KINDS; ++kind)
            if (strcmp(name, names[kind]) == 0) fault->kind = (enum fault_kind)kind;
    fclose(file);
}

int fault_is_active(const struct fault* fault, enum fault_kind kind, double time_s) {
    return fault->kind == kind && time_s >= fault->from_s - 1e-9;
}

void fault_hang(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    for (;;) pause();
}

/* Touches the memory: the system reserves it only then. */
static int allocate(void) {
    const size_t block_bytes = (size_t)16 << 20;
    size_t left;
    for (left = 256; left > 0; --left) {
        char* block = malloc(block_bytes);
        if (!block) break;
        memset(block, 1, block_bytes);
    }
    return STATUS_ERROR;
}

static int write_to_descriptors(struct car* car) {
    int descriptor, count = 0;
    for (descriptor = 3; descriptor <= 100; ++descriptor) count += write(descriptor, "!", 1) == 1;
    *car_integer(car, WRITES) = count;
    return STATUS_OK;
}

static int start_process(struct car* car) {
    const pid_t child = fork();
    if (child == 0) {
        sleep(60);
        _exit(0);
    }
    if (child > 0) ++*car_integer(car, CHILDREN);
    return STATUS_OK;
}

static int fill(void) {
    FILE* file = fopen("filled.bin", "wb");
    if (!file) return STATUS_ERROR;
    if (fseek(file, 1L << 31, SEEK_SET) == 0) fputc('!', file);
    fclose(file);
    return STATUS_ERROR;
}

static int log_much(struct car* car) {
    static char line[1000];
    int i;
    memset(line, '%', sizeof line - 1);
    for (i = 0; i < 10000; ++i) car->log(car, STATUS_OK, line);
    return STATUS_OK;
}

static int lose_position(struct car* car) {
    *car_real(car, X_M) = nan("");
    return STATUS_OK;
}

static int crash(void) {
    static int* volatile nowhere = NULL;
    *nowhere = 1;
    return STATUS_OK;
}

int fault_step(struct car* car, double time_s) {
    if (!fault_is_active(&car->fault, car->fault.kind, time_s)) return STATUS_OK;
    switch (car->fault.kind) {
        case FAULT_CRASH:
            return crash();
        case FAULT_HANG:
            fault_hang();
            return STATUS_OK;
        case FAULT_EXIT:
            exit(3);
        case FAULT_ALLOCATE:
            return allocate();
        case FAULT_DESCRIPTORS:
            return write_to_descriptors(car);
        case FAULT_FORK:
            return start_process(car);
        case FAULT_FILL:
            return fill();
        case FAULT_LOG:
            return log_much(car);
        case FAULT_DISCARD:
            return STATUS_DISCARD;
        case FAULT_WARNING:
            return STATUS_WARNING;
        case FAULT_FATAL:
            return STATUS_FATAL;
        case FAULT_NAN:
            return lose_position(car);
        default:
            return STATUS_OK;
    }
}
