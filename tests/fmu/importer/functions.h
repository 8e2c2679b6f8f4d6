/* SPDX-License-Identifier: MIT */
/* The functions of an FMU, the same for both versions. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The statuses of both versions: OK 0, Warning 1, Discard 2, Error 3, Fatal 4. */
enum { IS_OK = 0, IS_WARNING = 1, IS_DISCARD = 2, IS_ERROR = 3, IS_FATAL = 4 };

enum type { REAL, INTEGER, BOOLEAN, STRING, ENUMERATION };

/* The result of a step. */
struct step {
    int status;
    double last_time_s; /* last successful time */
};

/* The functions that an importer needs. */
struct fmu {
    void* (*instantiate)(const char* name, const char* token, const char* resources);
    void (*free)(void* instance);
    int (*enter_initialisation)(void* instance, double start_s);
    int (*exit_initialisation)(void* instance);
    int (*terminate)(void* instance);
    int (*reset)(void* instance);
    /* Values as text; a real has 17 digits. */
    int (*set)(void* instance, enum type, uint32_t reference, const char* text);
    int (*get)(void* instance, enum type, uint32_t reference, char* text, size_t size);
    struct step (*step)(void* instance, double time_s, double step_s);
    int (*get_state)(void* instance, void** state);
    int (*set_state)(void* instance, void* state);
    int (*free_state)(void* instance, void** state);
    int (*state_size)(void* instance, void* state, size_t* size);
    int (*serialise)(void* instance, void* state, char* bytes, size_t size);
    int (*deserialise)(void* instance, const char* bytes, size_t size, void** state);
};

/* Looks the functions of a version up in a library, one per process. NULL: success, else what is
 * missing. */
const char* load_functions2(void* library, struct fmu*);
const char* load_functions3(void* library, struct fmu*);
