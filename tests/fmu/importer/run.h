/* SPDX-License-Identifier: MIT */
#pragma once

#include "plan.h"

/* Steps all instances in turn, as main.c describes. Returns an exit code. */
int run_instances(const struct fmu*, struct plan*);

/* Calls the functions in wrong ways and in wrong states, and prints "NAME STATUS" lines. Returns an
 * exit code: 1 if the FMU cannot even be initialised. */
int report_calls(const struct fmu*, struct plan*);

/* An instance with the values of `set`, in step mode from `start_s`; NULL, with a message, if it
 * fails. */
void* start_instance(const struct fmu*, struct plan*, double start_s);
