/* SPDX-License-Identifier: MIT */
/* my_program: follows a route at a constant speed. README.md explains how to build and run it. */
#define _POSIX_C_SOURCE 200809L
#include <ddc/ddc.h>

#include <math.h>
#include <stdio.h>
#include <time.h>

static const double target_kmh = 30.0;
static const double wheelbase_m = 2.7;
static const double cross_track_gain = 2.0; /* 1/s: how fast it goes back to the route */
static const double degrees = 57.295779513082320877;

static const int64_t wait_ns = 20000000; /* 20 ms, in which it sees that it has to end */

/* --- The controller: change this. --- */

/* Inputs of a cycle. */
struct inputs {
    double velocity_kmh;
    double cross_track_error_m; /* positive: the vehicle is on the left of its route */
    double heading_error_deg;   /* positive: it looks to the left of it */
    double curvature_per_m;     /* positive: the route turns left */
};

/* Outputs of a cycle. */
struct outputs {
    double steering_deg; /* at the wheels, -30 to 30, positive to the left */
    double gas;          /* 0 to 1 */
    double braking;      /* 0 to 1 */
};

static double limited(double value, double low, double high) {
    return fmin(fmax(value, low), high);
}

/* Follows the route's curve and corrects both errors (G. M. Hoffmann et al., Autonomous Automobile
 * Trajectory Tracking for Off-Road Driving, 2007). */
static double steering_deg(const struct inputs* in) {
    const double speed_mps = fmax(in->velocity_kmh / 3.6, 1.0);
    const double along = atan(wheelbase_m * in->curvature_per_m);
    const double back = atan(cross_track_gain * in->cross_track_error_m / speed_mps);
    return limited((along - back) * degrees - in->heading_error_deg, -30.0, 30.0);
}

static struct outputs update(const struct inputs* in, double delta_s, double* held_gas) {
    const struct outputs full_braking = {0.0, 0.0, 1.0};
    const double error_kmh = target_kmh - in->velocity_kmh;
    const double gas = *held_gas + 0.1 * error_kmh;
    struct outputs out;
    /* Any process may write the table. */
    if (!isfinite(in->velocity_kmh + in->cross_track_error_m + in->heading_error_deg +
                  in->curvature_per_m + delta_s))
        return full_braking;
    if (gas < 1) *held_gas = limited(*held_gas + 0.02 * error_kmh * delta_s, 0.0, 0.5);
    out.steering_deg = steering_deg(in);
    out.gas = limited(gas, 0.0, 1.0);
    out.braking = limited(-0.05 * (error_kmh + 2.0), 0.0, 1.0);
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
enum { input_count = 4, output_count = 3, port_count = input_count + output_count };
static const char* const ports[port_count] = {
    "true_velocity", "cross_track_error", "heading_error", "curvature_ahead",
    "set_steering",  "set_gas",           "set_braking"};

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
    double held_gas;
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
                              input(program, 3)};
    const struct outputs out = update(&in, input(program, input_count), &program->held_gas);
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
