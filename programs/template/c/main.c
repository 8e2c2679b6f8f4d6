/* SPDX-License-Identifier: MIT */
/* my_program: follows a route at a constant speed, and stops at its end. README.md explains how to
 * build and run it. */
#define _POSIX_C_SOURCE 200809L
#include <ddc/ddc.h>

#include <math.h>
#include <stdio.h>
#include <time.h>

static const double target_kmh = 30.0;
static const double cross_track_gain = 2.0; /* 1/s: how fast it goes back to the route */
static const double bend_delay_m =
    3.0; /* curvature_ahead is the mean of the next 10 m: too early */
static const double deceleration_mps2 = 1.5, jerk_mps3 = 1.5;
static const double fading_s = 0.5; /* before a standstill the braking fades over this time */
/* About those of the vehicle. */
static const double wheelbase_m = 2.7, centre_to_rear_axle_m = 1.5;
static const double drift_s2_per_m = 0.008; /* sideslip of the rear axle per lateral acceleration */
static const double full_gas_mps2 = 3.0, full_braking_mps2 = 10.0;

static const double degrees = 57.295779513082320877;

static const int64_t wait_ns = 20000000; /* 20 ms, in which it sees that it has to end */

/* --- The controller: change this. --- */

/* Inputs of a cycle. */
struct inputs {
    double velocity_kmh;
    double cross_track_error_m; /* positive: the vehicle is on the left of its route */
    double heading_error_deg;   /* positive: it looks to the left of it */
    double curvature_per_m;     /* positive: the route turns left */
    double distance_to_end_m;   /* along the route */
};

/* Outputs of a cycle. */
struct outputs {
    double steering_deg; /* at the wheels, -30 to 30, positive to the left */
    double gas;          /* 0 to 1 */
    double braking;      /* 0 to 1 */
};

/* What is kept between cycles. */
struct state {
    double curvature_per_m;
    double acceleration_mps2;
    double integral_mps2; /* what drag and slopes need */
};

static double limited(double value, double low, double high) {
    return fmin(fmax(value, low), high);
}

static void delay_curvature(struct state* state, double curvature_per_m, double driven_m) {
    const double change = curvature_per_m - state->curvature_per_m;
    state->curvature_per_m += change * limited(driven_m / bend_delay_m, 0.0, 1.0);
}

/* Follows the route's curve and corrects the error (G. M. Hoffmann et al., Autonomous Automobile
 * Trajectory Tracking for Off-Road Driving, 2007). */
static double wheel_deg(const struct state* state, double speed_mps, double cross_track_error_m) {
    const double along = atan(wheelbase_m * state->curvature_per_m);
    const double back = atan(cross_track_gain * cross_track_error_m / fmax(speed_mps, 1.0));
    /* In a bend the centre of gravity does not move where the car points to. */
    const double slip_m = centre_to_rear_axle_m - drift_s2_per_m * speed_mps * speed_mps;
    return (along - back - slip_m * state->curvature_per_m) * degrees;
}

/* To the target speed, and to a stop 1 m before the end of the route, without jerk. */
static void accelerate(struct state* state, double speed_mps, double distance_to_end_m,
                       double delta_s) {
    const double target_mps = target_kmh / 3.6, fading_mps = deceleration_mps2 * fading_s;
    const double room_m = fmax(distance_to_end_m - 1.0, 0.0);
    const double end_mps =
        sqrt(fading_mps * fading_mps + 2 * deceleration_mps2 * room_m) - fading_mps;
    const double error_mps = fmin(target_mps, end_mps) - speed_mps;
    double wanted = 1.0 * error_mps, change;
    if (end_mps < target_mps)
        wanted -= deceleration_mps2 * end_mps / (end_mps + fading_mps);
    else if (fabs(wanted) < 0.5)
        state->integral_mps2 = limited(state->integral_mps2 + 0.2 * error_mps * delta_s, 0.0, 1.0);
    if (fmax(end_mps, speed_mps) < 0.05) wanted = -1.5; /* keeps it at standstill */
    change = limited(wanted, -3.0, 1.5) - state->acceleration_mps2;
    state->acceleration_mps2 += limited(change, -jerk_mps3 * delta_s, jerk_mps3 * delta_s);
}

static struct outputs update(const struct inputs* in, double delta_s, struct state* state) {
    const struct outputs full_braking = {0.0, 0.0, 1.0};
    const double speed_mps = limited(in->velocity_kmh / 3.6, -100.0, 100.0);
    struct outputs out;
    double effort_mps2;
    /* Any process may write the table, and a value that is not finite would stay in the state. */
    if (!isfinite(in->velocity_kmh + in->cross_track_error_m + in->heading_error_deg +
                  in->curvature_per_m + in->distance_to_end_m + delta_s))
        return full_braking;
    delta_s = limited(delta_s, 0.0, 1.0);
    accelerate(state, speed_mps, in->distance_to_end_m, delta_s);
    effort_mps2 = state->acceleration_mps2 + state->integral_mps2;
    delay_curvature(state, limited(in->curvature_per_m, -1.0, 1.0), speed_mps * delta_s);
    out.steering_deg = limited(
        wheel_deg(state, speed_mps, in->cross_track_error_m) - in->heading_error_deg, -30.0, 30.0);
    out.gas = limited(effort_mps2 / full_gas_mps2, 0.0, 1.0);
    out.braking = effort_mps2 < 0 ? fmin(-effort_mps2 / full_braking_mps2, 1.0) : 0.0;
    return out;
}

/* --- The table: docs/reference/program-interface.md explains its layout. --- */

/* Entries from the program's reference id on. */
enum {
    running,
    interface_type,
    time_mode,
    run_cycle_switch,
    delta_sec,
    execution_time,
    simulation_running,
    slot_table_start,
    description_size,
    chunks
};

/* The ports, each with one real number, inputs first. Their names determine their meaning. */
enum { input_count = 5, output_count = 3, port_count = input_count + output_count };
static const char* const ports[port_count] = {
    "true_velocity",   "cross_track_error", "heading_error", "curvature_ahead",
    "distance_to_end", "set_steering",      "set_gas",       "set_braking"};

enum {
    chunk_bytes = 195,
    text_bytes = 200 * (port_count + 1), /* enough for names of 100 bytes */
    entry_count = chunks + text_bytes / chunk_bytes + 1 + 2 * port_count
};

struct program {
    ddc_table* table;
    int32_t reference_id;
    ddc_group* inputs;    /* the inputs, delta_sec */
    ddc_group* outputs;   /* the outputs, execution_time */
    ddc_watch watched[3]; /* what asks for a cycle; the last is delta_sec */
    uint64_t taken;       /* write counter of delta_sec when the inputs were taken last */
    struct state state;
    int status; /* of the first operation of the table that failed, else DDC_OK */
};

static void expect(struct program* program, int status) {
    if (program->status == DDC_OK) program->status = status;
}

/* Writes the text that describes the ports. @return its length */
static size_t describe(char* text, size_t size) {
    size_t length =
        (size_t)snprintf(text, size, "{\"name\":\"my_program\",\"version\":\"2.0\",\"ports\":[");
    for (int i = 0; i < port_count; ++i)
        length +=
            (size_t)snprintf(text + length, size - length,
                             "%s{\"name\":\"%s\",\"direction\":\"%s\",\"data_type\":"
                             "{\"type\":\"basic\",\"base_type\":\"Q\"}}",
                             i > 0 ? "," : "", ports[i], i < input_count ? "INPUT" : "OUTPUT");
    return length + (size_t)snprintf(text + length, size - length, "]}");
}

/* Writes the description in chunks, then the slot of each port. @return the id of the first port */
static int32_t write_description(struct program* program) {
    char text[text_bytes], chunk[chunk_bytes + 1];
    const size_t length = describe(text, sizeof text);
    const int32_t count = (int32_t)((length + chunk_bytes - 1) / chunk_bytes);
    const int32_t slot_table = chunks + count, first_port = slot_table + port_count;
    const int32_t id = program->reference_id;
    for (int32_t i = 0; i < count; ++i) {
        snprintf(chunk, sizeof chunk, "%.*s", chunk_bytes, text + (size_t)i * chunk_bytes);
        expect(program, ddc_write_string(program->table, id + chunks + i, chunk));
    }
    for (int32_t i = 0; i < port_count; ++i)
        expect(program, ddc_write_int32(program->table, id + slot_table + i, first_port + i));
    expect(program, ddc_write_int32(program->table, id + description_size, count));
    expect(program, ddc_write_int32(program->table, id + slot_table_start, slot_table));
    return id + first_port;
}

static void add(struct program* program, ddc_group* group, int32_t id) {
    expect(program, ddc_group_add(group, id, DDC_TYPE_DOUBLE, NULL));
}

/* Each group is read and written as one snapshot. */
static void make_groups(struct program* program, int32_t first_port) {
    expect(program, ddc_group_new(&program->inputs));
    expect(program, ddc_group_new(&program->outputs));
    for (int32_t i = 0; i < port_count; ++i)
        add(program, i < input_count ? program->inputs : program->outputs, first_port + i);
    add(program, program->inputs, program->reference_id + delta_sec);
    add(program, program->outputs, program->reference_id + execution_time);
}

/* Writes the header, with `running` last: the gateway reads it from then on. */
static void publish(struct program* program) {
    static const int32_t asking[] = {run_cycle_switch, simulation_running, delta_sec};
    ddc_table* table = program->table;
    const int32_t id = program->reference_id;
    expect(program, ddc_write_no_data(table, id, entry_count));
    expect(program, ddc_write_string(table, id + interface_type, "dynamic"));
    expect(program, ddc_write_string(table, id + time_mode, ""));
    expect(program, ddc_write_bool(table, id + run_cycle_switch, false));
    expect(program, ddc_write_double(table, id + delta_sec, 0));
    expect(program, ddc_write_double(table, id + execution_time, 0));
    expect(program, ddc_write_bool(table, id + simulation_running, false));
    make_groups(program, write_description(program));
    expect(program, ddc_write_group(table, program->inputs));
    expect(program, ddc_write_group(table, program->outputs));
    for (size_t i = 0; i < 3; ++i) program->watched[i].id = id + asking[i];
    if (program->status == DDC_OK) expect(program, ddc_write_bool(table, id + running, true));
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double input(const struct program* program, size_t index) {
    double value = 0;
    ddc_group_get_double(program->inputs, index, &value);
    return value;
}

/* Runs one cycle. `is_asked`: requested by run_cycle_switch, which is cleared at its end. */
static void run_cycle(struct program* program, bool is_asked) {
    expect(program, ddc_read_group(program->table, program->inputs));
    if (program->status != DDC_OK) return;
    const double start_s = seconds();
    const struct inputs in = {input(program, 0), input(program, 1), input(program, 2),
                              input(program, 3), input(program, 4)};
    const struct outputs out = update(&in, input(program, input_count), &program->state);
    ddc_group_set_double(program->outputs, 0, out.steering_deg);
    ddc_group_set_double(program->outputs, 1, out.gas);
    ddc_group_set_double(program->outputs, 2, out.braking);
    ddc_group_set_double(program->outputs, output_count, seconds() - start_s);
    expect(program, ddc_write_group(program->table, program->outputs));
    if (is_asked)
        expect(program,
               ddc_write_bool(program->table, program->reference_id + run_cycle_switch, false));
}

/* Runs a cycle if requested, or if there are new inputs in realtime mode; else waits briefly. */
static void turn(struct program* program) {
    ddc_table* table = program->table;
    const int32_t id = program->reference_id;
    bool is_asked = false, is_streaming = false, is_running = false;
    for (size_t i = 0; i < 3; ++i)
        ddc_read_type(table, program->watched[i].id, NULL, &program->watched[i].sequence);
    ddc_read_bool(table, id + run_cycle_switch, &is_asked);
    ddc_read_bool(table, id + simulation_running, &is_streaming);
    ddc_read_bool(table, id + running, &is_running);
    if (!is_running) expect(program, ddc_write_bool(table, id + running, true));
    if (is_asked || (is_streaming && program->watched[2].sequence != program->taken)) {
        program->taken = program->watched[2].sequence;
        run_cycle(program, is_asked);
    } else {
        const int status = ddc_wait_for_change(table, program->watched, 3, wait_ns, true);
        if (status != DDC_TIMED_OUT && status != DDC_INTERRUPTED) expect(program, status);
    }
}

static int drive(ddc_table* table, int32_t reference_id) {
    struct program program = {0};
    program.table = table;
    program.reference_id = reference_id;
    publish(&program);
    while (!ddc_program_stopped() && program.status == DDC_OK) turn(&program);
    ddc_write_bool(table, reference_id + running, false);
    ddc_group_free(program.inputs);
    ddc_group_free(program.outputs);
    return program.status;
}

int main(int argc, char** argv) {
    return ddc_run_program(argc, argv, "Follows a route at a constant speed.", "1.0", drive);
}
