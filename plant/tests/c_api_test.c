/* SPDX-License-Identifier: MIT */
/* The C interface in a C99 program. usage: plant_c_test DATA_FOLDER */
#include <plant/plant_c.h>

#include <math.h>
#include <stdio.h>

static int failures = 0;

static void expect(int holds, const char* what, int line) {
    if (holds) return;
    fprintf(stderr, "c_api_test.c:%d: %s\n", line, what);
    ++failures;
}
#define EXPECT(condition) expect((condition), #condition, __LINE__)

static void drives(const char* data) {
    char sensors[1024];
    plant_config config;
    plant_command command;
    plant_output output;
    plant_state measured;
    plant_session* session;
    int i;
    snprintf(sensors, sizeof sensors, "%s/sensor/sedan.yaml", data);
    plant_config_init(&config);
    config.sensors = sensors;
    session = plant_create(&config);
    EXPECT(session != NULL);
    EXPECT(plant_reset(session, 1.0, 2.0, 0.0, 10.0) == PLANT_OK);
    plant_command_init(&command);
    command.throttle = 0.5;
    command.steer_rad = 0.02;
    EXPECT(plant_set_input(session, &command) == PLANT_OK);
    command.throttle = NAN;
    EXPECT(plant_set_input(session, &command) == PLANT_INVALID);
    for (i = 0; i < 100; ++i) EXPECT(plant_tick(session, 10000000) == PLANT_OK);
    plant_output_init(&output);
    EXPECT(plant_get_output(session, &output) == PLANT_OK);
    EXPECT(output.sim_time_ns == 1000000000);
    EXPECT(output.velocity_mps[0] > 10.0);
    EXPECT(output.rack_torque_nm != 0.0);
    EXPECT(output.measured_gnss_position_m[0] != output.position_m[0]);
    plant_state_init(&measured);
    EXPECT(plant_get_measured_state(session, &measured) == PLANT_OK);
    EXPECT(measured.position_m[0] == output.measured_gnss_position_m[0]);
    plant_destroy(session);
}

static void batch_drives(void) {
    double commands[3 * PLANT_BATCH_COMMANDS] = {0};
    double states[3 * PLANT_BATCH_STATES];
    plant_batch* batch = plant_batch_create(NULL, 3);
    size_t i;
    EXPECT(batch != NULL);
    for (i = 0; i < 3; ++i) {
        commands[i * PLANT_BATCH_COMMANDS + PLANT_BATCH_THROTTLE] = 0.3 * (double)i;
        commands[i * PLANT_BATCH_COMMANDS + PLANT_BATCH_GEAR] = 1.0;
    }
    EXPECT(plant_batch_set_input(batch, commands, 3 * PLANT_BATCH_COMMANDS) == PLANT_OK);
    for (i = 0; i < 100; ++i) EXPECT(plant_batch_tick(batch, 10000000) == PLANT_OK);
    EXPECT(plant_batch_get_state(batch, states, 3 * PLANT_BATCH_STATES) == PLANT_OK);
    for (i = 1; i < 3; ++i)
        EXPECT(states[i * PLANT_BATCH_STATES + PLANT_BATCH_VX_MPS] >
               states[(i - 1) * PLANT_BATCH_STATES + PLANT_BATCH_VX_MPS]);
    plant_batch_destroy(batch);
}

int main(int count, char** arguments) {
    if (count != 2) return 2;
    EXPECT(plant_abi_version() == PLANT_ABI_VERSION);
    drives(arguments[1]);
    batch_drives();
    plant_destroy(NULL);
    plant_batch_destroy(NULL);
    return failures == 0 ? 0 : 1;
}
