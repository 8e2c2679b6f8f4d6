/* SPDX-License-Identifier: MIT */
/** @file
 * C99 interface of the simulator, for other languages and co-simulation masters. Link libplant_c.so
 * (CMake target plant::c). Units and axes as in state.hpp: SI, rad, world ENU, body x forward and
 * y left, wheels FL, FR, RL, RR.
 *
 * Functions that return int return a plant_status. No function throws or prints. After
 * PLANT_INVALID, PLANT_NOT_FINITE and PLANT_FAILED the state is as before the call. A session or
 * batch must be used by one thread at a time, except that any thread may call plant_set_input,
 * plant_get_output and plant_get_measured_state while another one calls plant_tick. */
#ifndef PLANT_PLANT_C_H
#define PLANT_PLANT_C_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Marks the exported functions. */
#define PLANT_EXPORT __attribute__((visibility("default")))

/** Incremented when the meaning or arguments of a function change, not when a struct gets members
 * at its end: its `size` is the size that the caller was compiled with. */
#define PLANT_ABI_VERSION 1

/** Result of a function. */
typedef enum plant_status {
    PLANT_OK = 0,         /**< done */
    PLANT_CLAMPED = 1,    /**< done; a value that was out of range was limited */
    PLANT_INVALID = 2,    /**< an argument is NULL, not finite or otherwise invalid */
    PLANT_NOT_FINITE = 3, /**< the state after the step would not be finite */
    PLANT_FAILED = 4,     /**< out of memory */
    PLANT_ROLLED_OVER = 5 /**< the vehicle would have rolled over */
} plant_status;

/** One simulated vehicle, see plant_create. */
typedef struct plant_session plant_session;
/** Several vehicles that are stepped together, see plant_batch_create. */
typedef struct plant_batch plant_batch;

/** Files of a vehicle. Initialize with plant_config_init. A NULL file selects the defaults. */
typedef struct plant_config {
    size_t size;           /**< sizeof(plant_config) of the caller */
    const char* model;     /**< NULL: the one that `actuation` names, else seven_dof */
    const char* vehicle;   /**< masses, drive, brakes; files as in plant/data: YAML */
    const char* tyre;      /**< YAML or .tir; all four wheels */
    const char* ground;    /**< NULL: flat, with friction 1 */
    const char* actuator;  /**< NULL: commands take effect at once */
    const char* sensors;   /**< NULL: readings equal the truth */
    const char* solver;    /**< integrator and step */
    const char* actuation; /**< for an actuation model; must have the key `model` */
} plant_config;

/** A command. Initialize with plant_command_init: no pedal, drive gear. */
typedef struct plant_command {
    size_t size;       /**< sizeof(plant_command) of the caller */
    double steer_rad;  /**< mean of the front road wheels, positive left */
    double throttle;   /**< 0..1 */
    double brake;      /**< 0..1 */
    int32_t gear;      /**< -1 reverse, 0 neutral, 1 drive */
    int32_t handbrake; /**< 0: released */
    /** Command of an actuation model, which ignores steering and pedals: see actuation.md. */
    double actuation_accel, actuation_brake, actuation_steer;
    int32_t abs_off, traction_off, esc_off; /**< other than 0: switched off, if the car has it */
} plant_command;

/** Output after the last tick, all of one instant. Initialize `size` with plant_output_init. The
 * fields are those of plant::Truth and plant::State with the same names, in state.hpp. */
typedef struct plant_output {
    size_t size;          /**< sizeof(plant_output) of the caller */
    int64_t sim_time_ns;  /**< since the last reset */
    double position_m[3]; /**< of the centre of gravity */
    double roll_rad, pitch_rad, yaw_rad;
    double velocity_mps[3]; /**< body frame, as are rates, accelerations and forces */
    double angular_velocity_radps[3];
    double wheel_spin_radps[4];
    double suspension_compression_m[4], suspension_velocity_mps[4];
    double ax_mps2, ay_mps2;
    double wheel_load_n[4];
    double tyre_force_x_n[4], tyre_force_y_n[4];
    double slip_ratio[4], slip_angle_rad[4];
    double friction[4], peak_friction[4];
    double slip_ratio_at_peak[4], slip_angle_at_peak_rad[4];
    double rack_torque_nm; /**< aligning torque at the steering wheel */
    double steer_applied_rad, throttle_applied, brake_applied; /**< after the actuators */
    double wheel_radius_m;
    double actuation_accel, actuation_brake, actuation_steer; /**< status of an actuation model */
    /** Sensor readings, with their rates, delays and errors. */
    double measured_imu_accel_mps2[3];
    double measured_imu_gyro_radps[3];
    double measured_wheel_speed_radps[4];
    double measured_steer_rad;
    double measured_gnss_position_m[3];
    double measured_gnss_roll_rad, measured_gnss_pitch_rad, measured_gnss_yaw_rad;
    double measured_gnss_velocity_mps[3]; /**< world frame */
    double az_mps2;                       /**< normal to the road */
    /** The slips from which the tyre forces are calculated. */
    double relaxed_slip_ratio[4], relaxed_slip_angle_rad[4];
    double brake_torque_nm[4];          /**< of service brake and handbrake */
    double abs_active[4];               /**< 1: anti-lock brakes control this wheel */
    double traction_active, esc_active; /**< 1: it reduces the throttle or brakes */
} plant_output;

/** Pose and motion. Initialize `size` with plant_state_init. The fields are those of plant::State
 * with the same names, in state.hpp. */
typedef struct plant_state {
    size_t size; /**< sizeof(plant_state) of the caller */
    double position_m[3];
    double roll_rad, pitch_rad, yaw_rad;
    double velocity_mps[3];
    double angular_velocity_radps[3];
    double wheel_spin_radps[4];
    double suspension_compression_m[4], suspension_velocity_mps[4];
} plant_state;

/* The init functions are inline, so that `size` is that of the header that the caller was compiled
 * with. */

/** Sets all files to NULL. */
static inline void plant_config_init(plant_config* config) {
    memset(config, 0, sizeof *config);
    config->size = sizeof *config;
}
/** Sets all values to 0 and the gear to 1. */
static inline void plant_command_init(plant_command* command) {
    memset(command, 0, sizeof *command);
    command->size = sizeof *command;
    command->gear = 1;
}
/** Sets all values but `size` to 0. */
static inline void plant_output_init(plant_output* output) {
    memset(output, 0, sizeof *output);
    output->size = sizeof *output;
}
/** Sets all values but `size` to 0. */
static inline void plant_state_init(plant_state* state) {
    memset(state, 0, sizeof *state);
    state->size = sizeof *state;
}

/** PLANT_ABI_VERSION of the loaded library. */
PLANT_EXPORT int plant_abi_version(void);
/** Error of the last call of this thread that did not return PLANT_OK or PLANT_CLAMPED, or that
 * returned NULL. The text is valid until the next call of this thread. */
PLANT_EXPORT const char* plant_last_error(void);
/** Notes on the files of the last session or batch that this thread created, such as a missing
 * coefficient of a .tir file and the value assumed for it: one per line, or empty. */
PLANT_EXPORT const char* plant_last_notes(void);

/** Creates one vehicle, at rest at the origin. config NULL: all defaults. Returns NULL on failure;
 * plant_last_error then lists the errors of files with line and key. The caller owns the session
 * and must pass it to plant_destroy. */
PLANT_EXPORT plant_session* plant_create(const plant_config* config);
/** Destroys a session. NULL has no effect. No other thread may use the session. */
PLANT_EXPORT void plant_destroy(plant_session* session);

/** Resets to time 0 and a zero command, moving straight ahead at vx without wheel slip. */
PLANT_EXPORT int plant_reset(plant_session* session, double x_m, double y_m, double yaw_rad,
                             double vx_mps);
/** Sets the command, which is held until the next call. */
PLANT_EXPORT int plant_set_input(plant_session* session, const plant_command* command);
/** Advances simulated time by duration > 0. After PLANT_NOT_FINITE and PLANT_ROLLED_OVER the
 * session must be reset or restored. */
PLANT_EXPORT int plant_tick(plant_session* session, int64_t duration_ns);
/** Writes the output after the last tick. Its `size` must be set; fields beyond it are not written.
 */
PLANT_EXPORT int plant_get_output(const plant_session* session, plant_output* output);
/** The state as measured by the configured sensors, with their rates, delays and errors, after the
 * last tick: position and angles of gnss_position, velocity of gnss_velocity, angular velocity of
 * imu_gyro, wheel spins of wheel_speed. Values that no configured sensor measures are the truth. */
PLANT_EXPORT int plant_get_measured_state(const plant_session* session, plant_state* state);

/** Takes a snapshot and returns its size in 64-bit words, 0 on failure. It is written to `words`
 * if `capacity` is sufficient; call with capacity 0 to get the size. After it is restored into a
 * session that was created in the same way, the run continues bit-identically. */
PLANT_EXPORT size_t plant_snapshot(const plant_session* session, uint64_t* words, size_t capacity);
/** Restores a snapshot of `count` words. PLANT_INVALID: it is from a session with other files, or
 * damaged. */
PLANT_EXPORT int plant_restore(plant_session* session, const uint64_t* words, size_t count);

/* Several vehicles with the same parameters, stepped together: seven_dof, without actuators and
 * sensors. Arrays have one row per vehicle. */

/** Columns of a row of commands, in the units of plant_command. */
enum {
    PLANT_BATCH_STEER_RAD,
    PLANT_BATCH_THROTTLE,
    PLANT_BATCH_BRAKE,
    PLANT_BATCH_GEAR,      /**< -1, 0, 1 */
    PLANT_BATCH_HANDBRAKE, /**< 0, 1 */
    PLANT_BATCH_COMMANDS   /**< number of columns */
};
/** Columns of a row of states, in the units and axes of plant_state. */
enum {
    PLANT_BATCH_X_M,
    PLANT_BATCH_Y_M,
    PLANT_BATCH_Z_M,
    PLANT_BATCH_YAW_RAD,
    PLANT_BATCH_VX_MPS,
    PLANT_BATCH_VY_MPS,
    PLANT_BATCH_YAW_RATE_RADPS,
    PLANT_BATCH_SPIN_RADPS,                         /**< the first of four: FL, FR, RL, RR */
    PLANT_BATCH_STATES = PLANT_BATCH_SPIN_RADPS + 4 /**< number of columns */
};

/** Creates `count` vehicles at rest at the origin, all with the ground, vehicle, tyre and solver of
 * the configuration. Returns NULL on failure, also if the configuration names a file that a batch
 * does not support. The caller owns the batch and must pass it to plant_batch_destroy. */
PLANT_EXPORT plant_batch* plant_batch_create(const plant_config* config, size_t count);
/** Destroys a batch. NULL has no effect. No other thread may use the batch. */
PLANT_EXPORT void plant_batch_destroy(plant_batch* batch);
/** Resets one vehicle to a zero command, moving straight ahead at vx without wheel slip. */
PLANT_EXPORT int plant_batch_reset(plant_batch* batch, size_t index, double x_m, double y_m,
                                   double yaw_rad, double vx_mps);
/** Sets all commands: count * PLANT_BATCH_COMMANDS numbers. If one is not finite, none is set. */
PLANT_EXPORT int plant_batch_set_input(plant_batch* batch, const double* commands, size_t numbers);
/** As plant_tick. After PLANT_NOT_FINITE the vehicles whose state would not be finite or that would
 * roll over keep their state, the others have advanced; plant_last_error has their number. */
PLANT_EXPORT int plant_batch_tick(plant_batch* batch, int64_t duration_ns);
/** Writes all states: count * PLANT_BATCH_STATES numbers. */
PLANT_EXPORT int plant_batch_get_state(const plant_batch* batch, double* states, size_t numbers);
/** plant_batch_set_input, plant_batch_tick and plant_batch_get_state in one call, which is the
 * fastest. PLANT_CLAMPED: a value was limited, and all vehicles have advanced. PLANT_INVALID:
 * nothing has changed, including `states`. */
PLANT_EXPORT int plant_batch_step(plant_batch* batch, const double* commands,
                                  size_t command_numbers, int64_t duration_ns, double* states,
                                  size_t state_numbers);

#ifdef __cplusplus
}
#endif

#endif
