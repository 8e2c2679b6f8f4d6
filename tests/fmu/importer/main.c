/* SPDX-License-Identifier: MIT */
/* An importer of FMUs for tests, written from the standard. It reads a plan from its standard
 * input, a word and its values per line (fmu_importer.py writes it from an archive and its
 * description):
 *
 *   fmi 2|3                               version
 *   library PATH                          of the FMU
 *   token TEXT                            guid or instantiationToken
 *   resources PATH                        absolute folder, ends with /
 *   variable TYPE REFERENCE CAUSALITY NAME
 *   set NAME VALUE                        before initialisation, in each instance
 *   step SECONDS, from SECONDS, stop SECONDS
 *   run INPUTS OUTPUTS                    an instance with CSV files: time and the names of
 * variables save SECONDS FILE                     writes the state of the last instance load FILE
 * it starts from this state calls                                 reports the status of wrong calls
 * instead, see calls.c
 *
 * All instances are stepped in turn. An input has the value of the last row that is not later. Exit
 * code 0: done, 1: the FMU failed, 2: wrong plan. */
#include "plan.h"
#include "run.h"

#include <dlfcn.h>
#include <stdio.h>

static int load_library(const struct plan* plan, struct fmu* fmu) {
    const char* missing = NULL;
    void* library = dlopen(plan->library, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "fmu_importer: %s\n", dlerror());
        return 0;
    }
    missing = plan->version == 2 ? load_functions2(library, fmu) : load_functions3(library, fmu);
    if (missing) fprintf(stderr, "fmu_importer: the library has no %s\n", missing);
    return !missing;
}

int main(void) {
    static struct plan plan;
    static struct fmu fmu;
    if (!read_plan(stdin, &plan)) return 2;
    if (!load_library(&plan, &fmu)) return 1;
    if (plan.reports_calls) return report_calls(&fmu, &plan);
    return run_instances(&fmu, &plan);
}
