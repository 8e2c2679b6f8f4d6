/* SPDX-License-Identifier: MIT */
/* A car for tests: a bicycle without slip, whose reference point is the middle of the rear axle.
 * Its signals exist in several units and frames; modelDescription.xml of a variant lists some of
 * them, the others keep their zeros. It behaves as `resources/fault.txt` of its archive says, see
 * fault.h. */
#pragma once

#include "fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Values by reference. A frame "ahead, left" is that of ISO 8855, "ahead, right" that of SAE J670.
 */
enum real {
    TIME = 0,
    /* Inputs. The demands of all forms are added. */
    ACCELERATOR = 1,
    BRAKE = 2,
    STEER_RAD = 3, /* of the road wheels, positive left */
    ACCELERATOR_PERCENT = 4,
    BRAKE_PERCENT = 5,
    STEER_RIGHT_DEG = 6,
    ACCELERATION_MPS2 = 7,
    /* Outputs, ahead and left. */
    X_M = 10,
    Y_M = 11,
    YAW_RAD = 12,
    SPEED_MPS = 13,
    YAW_RATE_RADPS = 14,
    ACCELERATION_NOW_MPS2 = 15,
    LATERAL_ACCELERATION_MPS2 = 16,
    STEER_NOW_RAD = 17,
    /* Outputs, ahead and right. */
    Y_RIGHT_M = 20,
    YAW_RIGHT_DEG = 21,
    SPEED_KMH = 22,
    YAW_RATE_RIGHT_DEGPS = 23,
    LATERAL_ACCELERATION_RIGHT_G = 24,
    WHEEL_SPEED_RADPS = 30, /* to 33: of the wheels FL, FR, RL, RR; in FMI 3.0 also one array */
    /* Parameters. */
    WHEELBASE_M = 40,
    WHEEL_RADIUS_M = 41,
    FIRST_SPEED_MPS = 42,
    FIRST_X_M = 43,
    FIRST_Y_M = 44,
    FIRST_YAW_RAD = 45,
    REAL_COUNT = 50
};
enum integer {
    FIRST_INTEGER = 100,
    GEAR = 100,     /* input: -1, 0, 1 */
    WRITES = 101,   /* output: descriptors to which the fault could write */
    CHILDREN = 102, /* output: processes that the fault could start */
    END_OF_INTEGERS = 103
};
enum boolean { FIRST_BOOLEAN = 200, HANDBRAKE = 200, STANDSTILL = 201, END_OF_BOOLEANS = 202 };
enum string { NAME = 300 };

enum { wheels = 4, longest_name = 63 };
/* Values of WHEEL_SPEED_RADPS as an array have this reference in FMI 3.0. */
enum { WHEEL_SPEEDS = 60 };

enum mode { INSTANTIATED, INITIALISING, STEPPING, TERMINATED };

/* All that a saved state contains. */
struct car_state {
    enum mode mode;
    double real[REAL_COUNT];
    int32_t integer[END_OF_INTEGERS - FIRST_INTEGER];
    bool boolean[END_OF_BOOLEANS - FIRST_BOOLEAN];
    char name[longest_name + 1];
};

struct car {
    struct car_state state;
    struct fault fault;
    /* Sends a line to the importer. */
    void (*log)(struct car*, int status, const char* text);
    /* What the importer gave for its callbacks. */
    void* environment;
    const void* callbacks;
    char instance[longest_name + 1];
};

/* A car with its start values; NULL if the token is not that of a variant, or without memory.
 * `resources` is the path of the folder with fault.txt, or NULL. */
struct car* car_create(const char* name, const char* token, const char* resources);

/* The start values, as after car_create. */
void car_reset(struct car*);

/* Puts the car to its first position. */
void car_initialise(struct car*, double time_s);

/* Advances in steps of at most 1 ms. Returns a status that has the same number in both versions. */
int car_step(struct car*, double time_s, double step_s);

/* Where a value is stored; NULL for an unknown reference. */
double* car_real(struct car*, uint32_t reference);
int32_t* car_integer(struct car*, uint32_t reference);
bool* car_boolean(struct car*, uint32_t reference);
char* car_string(struct car*, uint32_t reference);

/* A saved state as bytes. */
enum { state_bytes = 8 + sizeof(struct car_state) };
void car_write_state(const struct car_state*, unsigned char bytes[state_bytes]);
/* False if the bytes are not such a state. */
bool car_read_state(const unsigned char* bytes, size_t size, struct car_state*);
