/* SPDX-License-Identifier: MIT */
/* A basic program in C that speeds up to 50 km/h: old_program create|open. README.md tells how it
 * is built. It makes the table DDC_NAME itself or uses the one that is there, says "ready" when its
 * header is complete, and ends after SIGTERM. */
#include <ddc/ddc.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>

enum {
    reference = 0x4000,
    running = reference,
    run_cycle_switch = reference + 3,
    execution_time = reference + 5,
    inputs = reference + 10,
    outputs = reference + 40
};

static volatile sig_atomic_t stopped = 0;
static void stop(int number) {
    (void)number;
    stopped = 1;
}

static int publish(ddc_table* table) {
    int failed = ddc_write_no_data(table, reference, 70);
    failed |= ddc_write_string(table, reference + 1, "basic");
    failed |= ddc_write_string(table, reference + 2, "");
    failed |= ddc_write_bool(table, run_cycle_switch, false);
    failed |= ddc_write_double(table, reference + 4, 0);
    failed |= ddc_write_double(table, execution_time, 0);
    failed |= ddc_write_bool(table, reference + 6, false);
    failed |= ddc_write_int32(table, reference + 7, inputs - reference);
    failed |= ddc_write_int32(table, reference + 8, outputs - reference);
    for (int i = 0; i < 3; ++i) failed |= ddc_write_double(table, outputs + i, 0);
    failed |= ddc_write_bool(table, running, true);
    return failed;
}

static int compute(ddc_table* table, ddc_group* in, ddc_group* out) {
    double velocity = 0;
    int failed = ddc_read_group(table, in);
    failed |= ddc_group_get_double(in, 0, &velocity);
    failed |= ddc_group_set_double(out, 1, velocity < 50 ? (50 - velocity) / 50 : 0);
    failed |= ddc_write_group(table, out);
    failed |= ddc_write_double(table, execution_time, 1e-6);
    failed |= ddc_write_bool(table, run_cycle_switch, false);
    return failed;
}

static int drive(ddc_table* table) {
    ddc_group *in = NULL, *out = NULL;
    int failed = ddc_group_new(&in) | ddc_group_new(&out);
    failed |= ddc_group_add(in, inputs, DDC_TYPE_DOUBLE, NULL);
    for (int i = 0; i < 3; ++i) failed |= ddc_group_add(out, outputs + i, DDC_TYPE_DOUBLE, NULL);
    failed |= publish(table);
    puts("ready");
    fflush(stdout);
    while (!failed && !stopped) {
        ddc_watch seen = {run_cycle_switch, 0};
        ddc_type type;
        bool asked = false;
        failed |= ddc_read_type(table, run_cycle_switch, &type, &seen.sequence);
        failed |= ddc_read_bool(table, run_cycle_switch, &asked);
        if (asked) {
            failed |= compute(table, in, out);
        } else {
            failed |= ddc_write_bool(table, running, true);
            ddc_wait_for_change(table, &seen, 1, 20000000, true);
        }
    }
    failed |= ddc_write_bool(table, running, false);
    ddc_group_free(in);
    ddc_group_free(out);
    return failed;
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    struct sigaction action = {.sa_handler = stop};
    sigaction(SIGTERM, &action, NULL);
    ddc_options options;
    ddc_options_init(&options);
    ddc_table* table = NULL;
    const int opened =
        strcmp(argv[1], "create") == 0 ? ddc_create(&options, &table) : ddc_open(&options, &table);
    if (opened != DDC_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], ddc_last_error());
        return 1;
    }
    const int failed = drive(table);
    ddc_close(table);
    return failed ? 1 : 0;
}
