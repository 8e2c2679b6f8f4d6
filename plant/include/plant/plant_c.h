/* SPDX-License-Identifier: MIT */
#ifndef PLANT_PLANT_C_H
#define PLANT_PLANT_C_H

#include <stddef.h>
#include <stdint.h>

/* The simulator for other languages and co-simulation masters. Units and axes as in state.hpp.
 * Functions that return int return 0 when all went well. A session belongs to one thread at a time,
 * except plant_set_input and plant_get_output, which any thread may call. */

#ifdef __cplusplus
extern "C" {
#endif

#define PLANT_EXPORT __attribute__((visibility("default")))

typedef struct plant_session plant_session;

typedef struct plant_command {
    double steer_rad;
    double throttle;
    double brake;
    int32_t gear; /* -1, 0, 1 */
    int32_t handbrake;
} plant_command;

typedef struct plant_output {
    int64_t sim_time_ns;
    double position_m[3];
    double roll_rad, pitch_rad, yaw_rad;
    double velocity_mps[3];
    double angular_velocity_radps[3];
    double wheel_spin_radps[4]; /* FL, FR, RL, RR */
    double ax_mps2, ay_mps2;
    double steer_applied_rad, throttle_applied, brake_applied;
    double wheel_load_n[4];
    double tyre_force_x_n[4], tyre_force_y_n[4];
    double slip_ratio[4], slip_angle_rad[4];
    double wheel_radius_m;
} plant_output;

/* model: the name of one that pedals move, such as "seven_dof"; for another one `error` lists them.
 * A file that is NULL means the defaults. Returns NULL and a message in `error` (cut to error_size,
 * always ended) on failure. */
PLANT_EXPORT plant_session* plant_create(const char* model, const char* vehicle_yaml,
                                         const char* tyre_file, const char* ground_yaml,
                                         char* error, size_t error_size);
PLANT_EXPORT void plant_destroy(plant_session* session);

/* Starts at time 0, rolling straight at vx. Returns 1 when a number is not finite. */
PLANT_EXPORT int plant_reset(plant_session* session, double x_m, double y_m, double yaw_rad,
                             double vx_mps);

/* Returns 0 accepted, 1 clamped, 2 rejected (the command before is held). */
PLANT_EXPORT int plant_set_input(plant_session* session, const plant_command* command);

/* Returns 0 ok, 1 duration not positive, 2 the state would not have been finite. */
PLANT_EXPORT int plant_tick(plant_session* session, int64_t duration_ns);

PLANT_EXPORT void plant_get_output(const plant_session* session, plant_output* output);

/* Takes a snapshot and returns its size in 64-bit words. It is written to `words` when `capacity`
 * suffices; ask with capacity 0 first. */
PLANT_EXPORT size_t plant_snapshot(const plant_session* session, uint64_t* words, size_t capacity);
/* Returns 1 when the snapshot does not fit this session, which must then be reset. */
PLANT_EXPORT int plant_restore(plant_session* session, const uint64_t* words, size_t count);

#ifdef __cplusplus
}
#endif

#endif
