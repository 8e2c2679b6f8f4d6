/* SPDX-License-Identifier: MIT */
/* The simulator in C99, for other languages and co-simulation masters. Link libplant_c.so (CMake
 * target plant::c). Units and axes as in state.hpp: SI, rad, world ENU, body x forward and y left,
 * wheels FL, FR, RL, RR.
 *
 * Functions that return int return a plant_status; nothing is thrown and nothing is printed. After
 * PLANT_INVALID, PLANT_NOT_FINITE and PLANT_FAILED everything is as it was before the call. A
 * session or batch belongs to one thread at a time, except that any thread may call
 * plant_set_input, plant_get_output and plant_get_measured_state while another one ticks. */
#ifndef PLANT_PLANT_C_H
#define PLANT_PLANT_C_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PLANT_EXPORT __attribute__((visibility("default")))

/* Grows when a function changes its meaning or its arguments. A struct may grow at its end without
 * it: its `size` says how much of it the caller knows. */
#define PLANT_ABI_VERSION 1

typedef enum plant_status {
    PLANT_OK = 0,
    PLANT_CLAMPED = 1,    /* done, with a value that was out of range taken at its limit */
    PLANT_INVALID = 2,    /* an argument is NULL, not finite or makes no sense */
    PLANT_NOT_FINITE = 3, /* the state after the step would not have been finite */
    PLANT_FAILED = 4,     /* memory ran out */
    PLANT_ROLLED_OVER = 5 /* the vehicle would have rolled over */
} plant_status;

typedef struct plant_session plant_session;
typedef struct plant_batch plant_batch;

/* Fill it with plant_config_init first. A file that is NULL means the defaults. */
typedef struct plant_config {
    size_t size;         /* of this struct */
    const char* model;   /* NULL: the one that `actuation` names, or seven_dof */
    const char* vehicle; /* files as in plant/data, all YAML, a tyre also .tir */
    const char* tyre;
    const char* ground;
    const char* actuator; /* NULL: commands act at once */
    const char* sensors;  /* NULL: they show the truth */
    const char* solver;
    const char* actuation; /* of an actuation model, with its key `model` */
} plant_config;

/* Fill it with plant_command_init first: no pedal, drive gear. */
typedef struct plant_command {
    size_t size;
    double steer_rad; /* mean of the front road wheels, positive left */
    double throttle;  /* 0..1 */
    double brake;     /* 0..1 */
    int32_t gear;     /* -1, 0, 1 */
    int32_t handbrake;
    /* What an actuation model takes instead of steering and pedals, see actuation.md. */
    double actuation_accel, actuation_brake, actuation_steer;
} plant_command;

/* Set `size` with plant_output_init first. All of it is of one moment, after the last tick. */
typedef struct plant_output {
    size_t size;
    int64_t sim_time_ns;
    double position_m[3]; /* of the centre of gravity */
    double roll_rad, pitch_rad, yaw_rad;
    double velocity_mps[3]; /* body frame, as are rates, accelerations and forces */
    double angular_velocity_radps[3];
    double wheel_spin_radps[4];
    double suspension_compression_m[4], suspension_velocity_mps[4];
    double ax_mps2, ay_mps2;
    double wheel_load_n[4];
    double tyre_force_x_n[4], tyre_force_y_n[4];
    double slip_ratio[4], slip_angle_rad[4];
    double friction[4], peak_friction[4];
    double slip_ratio_at_peak[4], slip_angle_at_peak_rad[4];
    double rack_torque_nm; /* aligning torque felt at the hand wheel */
    double steer_applied_rad, throttle_applied, brake_applied; /* behind the actuators */
    double wheel_radius_m;
    double actuation_accel, actuation_brake, actuation_steer; /* status of an actuation model */
    /* The measured state: what the sensors show, with their rate, delay and errors. */
    double measured_imu_accel_mps2[3];
    double measured_imu_gyro_radps[3];
    double measured_wheel_speed_radps[4];
    double measured_steer_rad;
    double measured_gnss_position_m[3];
    double measured_gnss_roll_rad, measured_gnss_pitch_rad, measured_gnss_yaw_rad;
    double measured_gnss_velocity_mps[3]; /* world frame */
    double az_mps2;                       /* away from the road */
    /* Those that the tyres' forces come from. */
    double relaxed_slip_ratio[4], relaxed_slip_angle_rad[4];
} plant_output;

/* Set `size` with plant_state_init first. Units and axes as in plant_output. */
typedef struct plant_state {
    size_t size;
    double position_m[3];
    double roll_rad, pitch_rad, yaw_rad;
    double velocity_mps[3];
    double angular_velocity_radps[3];
    double wheel_spin_radps[4];
    double suspension_compression_m[4], suspension_velocity_mps[4];
} plant_state;

/* In the header, so that `size` is what the caller was compiled with. */
static inline void plant_config_init(plant_config* config) {
    memset(config, 0, sizeof *config);
    config->size = sizeof *config;
}
static inline void plant_command_init(plant_command* command) {
    memset(command, 0, sizeof *command);
    command->size = sizeof *command;
    command->gear = 1;
}
static inline void plant_output_init(plant_output* output) {
    memset(output, 0, sizeof *output);
    output->size = sizeof *output;
}
static inline void plant_state_init(plant_state* state) {
    memset(state, 0, sizeof *state);
    state->size = sizeof *state;
}

PLANT_EXPORT int plant_abi_version(void);
/* Why the last call of this thread was not PLANT_OK or PLANT_CLAMPED, or returned NULL. */
PLANT_EXPORT const char* plant_last_error(void);
/* What is unsaid or not used in the files of this thread's last session or batch, such as a missing
 * coefficient of a .tir file and what is assumed for it: a line each, empty if there is nothing. */
PLANT_EXPORT const char* plant_last_notes(void);

/* One vehicle, at rest at the origin. config NULL: all defaults. Returns NULL when it cannot be
 * made; mistakes in files are told with line and key. plant_destroy takes NULL too. */
PLANT_EXPORT plant_session* plant_create(const plant_config* config);
PLANT_EXPORT void plant_destroy(plant_session* session);

/* Starts at time 0, rolling straight at vx, with a zero command. */
PLANT_EXPORT int plant_reset(plant_session* session, double x_m, double y_m, double yaw_rad,
                             double vx_mps);
/* Holds the command until the next one. */
PLANT_EXPORT int plant_set_input(plant_session* session, const plant_command* command);
/* Moves time on by duration > 0. After PLANT_NOT_FINITE and PLANT_ROLLED_OVER only plant_reset or
 * plant_restore help. */
PLANT_EXPORT int plant_tick(plant_session* session, int64_t duration_ns);
PLANT_EXPORT int plant_get_output(const plant_session* session, plant_output* output);
/* The state that the configured sensors measure, with their rates, delays and errors, after the
 * last tick: position and angles of gnss_position, velocity of gnss_velocity, angular velocity of
 * imu_gyro, wheel spins of wheel_speed. What no configured sensor measures is the truth. */
PLANT_EXPORT int plant_get_measured_state(const plant_session* session, plant_state* state);

/* Takes a snapshot and returns its size in 64-bit words, 0 on failure. It is written to `words`
 * when `capacity` suffices; ask with capacity 0 first. Restored into a session that was created in
 * the same way, it repeats the run to the bit. */
PLANT_EXPORT size_t plant_snapshot(const plant_session* session, uint64_t* words, size_t capacity);
PLANT_EXPORT int plant_restore(plant_session* session, const uint64_t* words, size_t count);

/* Many vehicles of one kind, stepped together: seven_dof, with commands that act at once and
 * without sensors. Arrays have one row a vehicle, with these columns. */
enum {
    PLANT_BATCH_STEER_RAD,
    PLANT_BATCH_THROTTLE,
    PLANT_BATCH_BRAKE,
    PLANT_BATCH_GEAR,      /* -1, 0, 1 */
    PLANT_BATCH_HANDBRAKE, /* 0, 1 */
    PLANT_BATCH_COMMANDS
};
enum {
    PLANT_BATCH_X_M,
    PLANT_BATCH_Y_M,
    PLANT_BATCH_Z_M,
    PLANT_BATCH_YAW_RAD,
    PLANT_BATCH_VX_MPS,
    PLANT_BATCH_VY_MPS,
    PLANT_BATCH_YAW_RATE_RADPS,
    PLANT_BATCH_SPIN_RADPS, /* of four wheels */
    PLANT_BATCH_STATES = PLANT_BATCH_SPIN_RADPS + 4
};

/* `count` vehicles at rest at the origin. The configuration's ground, vehicle, tyre and solver hold
 * for all; NULL when it names anything that a batch has not. */
PLANT_EXPORT plant_batch* plant_batch_create(const plant_config* config, size_t count);
PLANT_EXPORT void plant_batch_destroy(plant_batch* batch);
/* One vehicle starts again, rolling straight at vx, with a zero command. */
PLANT_EXPORT int plant_batch_reset(plant_batch* batch, size_t index, double x_m, double y_m,
                                   double yaw_rad, double vx_mps);
/* count * PLANT_BATCH_COMMANDS numbers. If one is not finite, none is taken. */
PLANT_EXPORT int plant_batch_set_input(plant_batch* batch, const double* commands, size_t numbers);
/* As plant_tick. After PLANT_NOT_FINITE the vehicles that the step would have broken or rolled
 * over stay where they were, the others have moved; plant_last_error tells how many. */
PLANT_EXPORT int plant_batch_tick(plant_batch* batch, int64_t duration_ns);
/* count * PLANT_BATCH_STATES numbers. */
PLANT_EXPORT int plant_batch_get_state(const plant_batch* batch, double* states, size_t numbers);
/* plant_batch_set_input, plant_batch_tick and plant_batch_get_state in one call, which is the
 * fastest. PLANT_CLAMPED if a value was taken at its limit and all have moved. After PLANT_INVALID
 * nothing has happened and states are as they were. */
PLANT_EXPORT int plant_batch_step(plant_batch* batch, const double* commands,
                                  size_t command_numbers, int64_t duration_ns, double* states,
                                  size_t state_numbers);

#ifdef __cplusplus
}
#endif

#endif
