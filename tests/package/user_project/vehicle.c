/* SPDX-License-Identifier: MIT */
/* Drives for one simulated second. */
#include <plant/plant_c.h>

int main(void) {
    plant_config config;
    plant_config_init(&config);
    plant_session* session = plant_create(&config);
    if (session == NULL) return 1;
    plant_command command;
    plant_command_init(&command);
    command.throttle = 1.0;
    plant_output output;
    plant_output_init(&output);
    const int is_driven = plant_set_input(session, &command) == PLANT_OK &&
                          plant_tick(session, 1000000000) == PLANT_OK &&
                          plant_get_output(session, &output) == PLANT_OK &&
                          output.velocity_mps[0] > 0.5;
    plant_destroy(session);
    return is_driven ? 0 : 1;
}
