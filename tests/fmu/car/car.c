/* SPDX-License-Identifier: MIT */
#include "car.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
static const double g_mps2 = 9.80665;
static const double longest_step_s = 0.001;
static const double full_throttle_mps2 = 4.0;
static const double full_brake_mps2 = 9.0;
static const double handbrake_mps2 = 5.0;
static const char token_start[] = "{ca40";
static const char state_magic[8] = {'T', 'E', 'S', 'T', 'C', 'A', 'R', '1'};

void car_reset(struct car* car) {
    struct car_state* state = &car->state;
    memset(state, 0, sizeof *state);
    state->mode = INSTANTIATED;
    state->real[WHEELBASE_M] = 2.7;
    state->real[WHEEL_RADIUS_M] = 0.3;
    *car_integer(car, GEAR) = 1;
    *car_boolean(car, STANDSTILL) = true;
    strcpy(state->name, "test car");
}

struct car* car_create(const char* name, const char* token, const char* resources) {
    struct car* car = NULL;
    struct fault fault;
    fault_read(&fault, resources);
    if (fault.kind == FAULT_INSTANTIATE) return NULL;
    if (!token || strncmp(token, token_start, sizeof token_start - 1) != 0) return NULL;
    car = calloc(1, sizeof *car);
    if (!car) return NULL;
    car->fault = fault;
    snprintf(car->instance, sizeof car->instance, "%s", name ? name : "");
    car_reset(car);
    return car;
}

static double throttle_of(const double* real) {
    return real[ACCELERATOR] + real[ACCELERATOR_PERCENT] / 100.0;
}

static double brake_of(const double* real) {
    return real[BRAKE] + real[BRAKE_PERCENT] / 100.0;
}

static double steer_of(const double* real) {
    return real[STEER_RAD] - real[STEER_RIGHT_DEG] * pi / 180.0;
}

/* The speed after `step_s`: friction slows the car down to standstill and never moves it. */
static double next_speed(struct car* car, double step_s) {
    const double* real = car->state.real;
    double speed = real[SPEED_MPS] + real[ACCELERATION_MPS2] * step_s +
                   throttle_of(real) * full_throttle_mps2 * *car_integer(car, GEAR) * step_s;
    double friction = brake_of(real) * full_brake_mps2 * step_s;
    if (*car_boolean(car, HANDBRAKE)) friction += handbrake_mps2 * step_s;
    if (fabs(speed) <= friction) return 0.0;
    return speed - copysign(friction, speed);
}

static void move(struct car* car, double step_s) {
    double* real = car->state.real;
    const double speed = next_speed(car, step_s);
    const double yaw_rate = speed * tan(steer_of(real)) / real[WHEELBASE_M];
    real[ACCELERATION_NOW_MPS2] = (speed - real[SPEED_MPS]) / step_s;
    real[SPEED_MPS] = speed;
    real[X_M] += speed * cos(real[YAW_RAD]) * step_s;
    real[Y_M] += speed * sin(real[YAW_RAD]) * step_s;
    real[YAW_RAD] += yaw_rate * step_s;
}

/* The outputs that follow from position and speed. */
static void update_outputs(struct car* car) {
    double* real = car->state.real;
    int wheel;
    real[STEER_NOW_RAD] = steer_of(real);
    real[YAW_RATE_RADPS] = real[SPEED_MPS] * tan(steer_of(real)) / real[WHEELBASE_M];
    real[LATERAL_ACCELERATION_MPS2] = real[SPEED_MPS] * real[YAW_RATE_RADPS];
    real[Y_RIGHT_M] = -real[Y_M];
    real[YAW_RIGHT_DEG] = -real[YAW_RAD] * 180.0 / pi;
    real[SPEED_KMH] = real[SPEED_MPS] * 3.6;
    real[YAW_RATE_RIGHT_DEGPS] = -real[YAW_RATE_RADPS] * 180.0 / pi;
    real[LATERAL_ACCELERATION_RIGHT_G] = -real[LATERAL_ACCELERATION_MPS2] / g_mps2;
    for (wheel = 0; wheel < wheels; ++wheel)
        real[WHEEL_SPEED_RADPS + wheel] = real[SPEED_MPS] / real[WHEEL_RADIUS_M];
    *car_boolean(car, STANDSTILL) = real[SPEED_MPS] == 0.0;
}

void car_initialise(struct car* car, double time_s) {
    double* real = car->state.real;
    real[TIME] = time_s;
    real[X_M] = real[FIRST_X_M];
    real[Y_M] = real[FIRST_Y_M];
    real[YAW_RAD] = real[FIRST_YAW_RAD];
    real[SPEED_MPS] = real[FIRST_SPEED_MPS];
    update_outputs(car);
}

int car_step(struct car* car, double time_s, double step_s) {
    double* real = car->state.real;
    const int count = (int)ceil(step_s / longest_step_s - 1e-6);
    int status, i;
    if (!(step_s > 0.0) || fabs(time_s - real[TIME]) > 1e-6) {
        car->log(car, STATUS_ERROR, "the step does not begin where the last one ended");
        return STATUS_ERROR;
    }
    status = fault_step(car, time_s);
    if (status > STATUS_WARNING) return status;
    for (i = 0; i < count; ++i) move(car, step_s / count);
    real[TIME] = time_s + step_s;
    update_outputs(car);
    return status;
}

double* car_real(struct car* car, uint32_t reference) {
    return reference < REAL_COUNT ? &car->state.real[reference] : NULL;
}

int32_t* car_integer(struct car* car, uint32_t reference) {
    if (reference < FIRST_INTEGER || reference >= END_OF_INTEGERS) return NULL;
    return &car->state.integer[reference - FIRST_INTEGER];
}

bool* car_boolean(struct car* car, uint32_t reference) {
    if (reference < FIRST_BOOLEAN || reference >= END_OF_BOOLEANS) return NULL;
    return &car->state.boolean[reference - FIRST_BOOLEAN];
}

char* car_string(struct car* car, uint32_t reference) {
    return reference == NAME ? car->state.name : NULL;
}

void car_write_state(const struct car_state* state, unsigned char bytes[state_bytes]) {
    memcpy(bytes, state_magic, sizeof state_magic);
    memcpy(bytes + sizeof state_magic, state, sizeof *state);
}

bool car_read_state(const unsigned char* bytes, size_t size, struct car_state* state) {
    if (size != state_bytes || memcmp(bytes, state_magic, sizeof state_magic) != 0) return false;
    memcpy(state, bytes + sizeof state_magic, sizeof *state);
    return true;
}
