/* SPDX-License-Identifier: MIT */
/* Many cars at once: each holds its speed with a different steering angle until it drives in a
 * circle.
 *
 * usage: external_batch DATA_FOLDER        for example: external_batch plant/data
 * Prints the result of each; external_batch.py is the same program in Python. */
#include <plant/plant_c.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { cars = 24, steps = 800, longest_folder = 480, path_bytes = longest_folder + 32 };
static const double target_mps = 15.0;
static const int64_t step_ns = 10000000;

static double commands[cars * PLANT_BATCH_COMMANDS];
static double states[cars * PLANT_BATCH_STATES];

static plant_batch* create(const char* data) {
    char vehicle[path_bytes], tyre[path_bytes];
    plant_config config;
    plant_config_init(&config);
    snprintf(vehicle, sizeof vehicle, "%s/vehicle/sedan.yaml", data);
    snprintf(tyre, sizeof tyre, "%s/tyre/sedan.tir", data);
    config.vehicle = vehicle;
    config.tyre = tyre;
    return plant_batch_create(&config, cars);
}

static double steer_of(int car) {
    return 0.005 * (car + 1);
}

static int drive(plant_batch* batch) {
    int status = PLANT_OK;
    int step, car;
    for (car = 0; car < cars && status == PLANT_OK; ++car)
        status = plant_batch_reset(batch, (size_t)car, 0.0, 0.0, 0.0, target_mps);
    for (step = 0; step < steps && status == PLANT_OK; ++step) {
        plant_batch_get_state(batch, states, cars * PLANT_BATCH_STATES);
        for (car = 0; car < cars; ++car) {
            double* command = commands + car * PLANT_BATCH_COMMANDS;
            const double vx = states[car * PLANT_BATCH_STATES + PLANT_BATCH_VX_MPS];
            command[PLANT_BATCH_STEER_RAD] = steer_of(car);
            command[PLANT_BATCH_THROTTLE] = fmin(fmax(0.5 * (target_mps - vx), 0.0), 1.0);
            command[PLANT_BATCH_GEAR] = 1.0;
        }
        status = plant_batch_set_input(batch, commands, cars * PLANT_BATCH_COMMANDS);
        if (status == PLANT_OK) status = plant_batch_tick(batch, step_ns);
    }
    if (status == PLANT_OK)
        status = plant_batch_get_state(batch, states, cars * PLANT_BATCH_STATES);
    return status;
}

static void print_table(void) {
    int car;
    puts(" steer  speed yaw_rate     ay   radius");
    for (car = 0; car < cars; ++car) {
        const double* state = states + car * PLANT_BATCH_STATES;
        const double vx = state[PLANT_BATCH_VX_MPS];
        const double rate = state[PLANT_BATCH_YAW_RATE_RADPS];
        const double ay = vx * rate;
        printf("%6.3f %6.2f %8.4f %6.2f %8.2f %.*s\n", steer_of(car), vx, rate, ay, vx / rate,
               (int)(4.0 * ay), "****************************************");
    }
}

int main(int count, char** arguments) {
    plant_batch* batch;
    int status;
    if (count != 2) {
        fprintf(stderr, "usage: external_batch DATA_FOLDER\n");
        return 2;
    }
    if (strlen(arguments[1]) > longest_folder) {
        fprintf(stderr, "external_batch: DATA_FOLDER must have at most %d bytes\n", longest_folder);
        return 2;
    }
    batch = create(arguments[1]);
    if (batch == NULL) {
        fprintf(stderr, "%s\n", plant_last_error());
        return 2;
    }
    status = drive(batch);
    if (status == PLANT_OK)
        print_table();
    else
        fprintf(stderr, "%s\n", plant_last_error());
    plant_batch_destroy(batch);
    return status == PLANT_OK ? 0 : 1;
}
