/* SPDX-License-Identifier: MIT */
/* A program that controls the time: it steps one simulated car, keeps its speed and steers it
 * through a lane change, with measurements of the car's sensors.
 *
 * usage: external_step DATA_FOLDER        for example: external_step plant/data
 * Prints a table that plot.gp draws. external_step.py is the same program in Python. */
#include <plant/plant_c.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double pi = 3.141592653589793;
static const double step_s = 0.01;
static const double target_mps = 20.0;
enum { steps = 800, steps_a_row = 10, longest_folder = 480, path_bytes = longest_folder + 32 };

static plant_session* create(const char* data) {
    char vehicle[path_bytes], tyre[path_bytes], actuator[path_bytes], sensors[path_bytes];
    plant_config config;
    plant_config_init(&config);
    snprintf(vehicle, sizeof vehicle, "%s/vehicle/sedan.yaml", data);
    snprintf(tyre, sizeof tyre, "%s/tyre/sedan.tir", data);
    snprintf(actuator, sizeof actuator, "%s/actuator/sedan.yaml", data);
    snprintf(sensors, sizeof sensors, "%s/sensor/sedan.yaml", data);
    config.model = "fourteen_dof";
    config.vehicle = vehicle;
    config.tyre = tyre;
    config.actuator = actuator;
    config.sensors = sensors;
    return plant_create(&config);
}

/* The speed measured at the undriven front wheels. */
static double measured_speed(const plant_output* now) {
    return 0.5 * now->wheel_radius_m *
           (now->measured_wheel_speed_radps[0] + now->measured_wheel_speed_radps[1]);
}

/* A proportional and integral controller of the speed, and one period of a sine for the steering.
 */
static plant_command control(const plant_output* now, double t_s, double* integral) {
    plant_command command;
    const double missing_mps = target_mps - measured_speed(now);
    *integral += missing_mps * step_s;
    plant_command_init(&command);
    command.throttle = fmin(fmax(0.2 * missing_mps + 0.1 * *integral, 0.0), 1.0);
    if (t_s >= 2.0 && t_s < 6.0) command.steer_rad = 0.04 * sin(0.5 * pi * (t_s - 2.0));
    return command;
}

static void print_row(const plant_output* now, double steer_rad) {
    printf("%5.2f %8.3f %7.3f %8.4f %8.4f %8.4f %9.4f %9.4f %8.4f %8.3f\n",
           (double)now->sim_time_ns * 1e-9, now->position_m[0], now->position_m[1], steer_rad,
           now->steer_applied_rad, now->angular_velocity_radps[2], now->measured_imu_gyro_radps[2],
           now->ay_mps2, measured_speed(now), now->rack_torque_nm);
}

static int drive(plant_session* session) {
    plant_output now;
    plant_command command;
    double integral = 0.0;
    int status = plant_reset(session, 0.0, 0.0, 0.0, target_mps);
    int i;
    plant_output_init(&now);
    puts("  t_s      x_m     y_m    steer  applied yaw_rate  measured        ay    speed     rack");
    for (i = 0; i < steps && status == PLANT_OK; ++i) {
        plant_get_output(session, &now);
        command = control(&now, i * step_s, &integral);
        if (i % steps_a_row == 0) print_row(&now, command.steer_rad);
        status = plant_set_input(session, &command);
        if (status == PLANT_OK) status = plant_tick(session, (int64_t)(step_s * 1e9));
    }
    return status;
}

int main(int count, char** arguments) {
    plant_session* session;
    int status;
    if (count != 2) {
        fprintf(stderr, "usage: external_step DATA_FOLDER\n");
        return 2;
    }
    if (strlen(arguments[1]) > longest_folder) {
        fprintf(stderr, "external_step: DATA_FOLDER must have at most %d bytes\n", longest_folder);
        return 2;
    }
    session = create(arguments[1]);
    if (session == NULL) {
        fprintf(stderr, "%s\n", plant_last_error());
        return 2;
    }
    status = drive(session);
    if (status != PLANT_OK) fprintf(stderr, "%s\n", plant_last_error());
    plant_destroy(session);
    return status == PLANT_OK ? 0 : 1;
}
