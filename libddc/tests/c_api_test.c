/* SPDX-License-Identifier: MIT */
/* A basic program over the C API, with a process in the role of the gateway. */
#define _GNU_SOURCE
#include <ddc/ddc.h>
#include <ddc/version.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    reference = 0x4000,
    running = reference,
    interface_type,
    time_mode,
    run_cycle_switch,
    delta_sec,
    execution_time,
    simulation_running,
    input_start,
    output_start,
    inputs = reference + 10,
    outputs = reference + 40,
    cycles = 200
};
static const int64_t second_ns = 1000000000;

static int failures = 0;

static void expect(int holds, const char* what, int line) {
    if (holds) return;
    fprintf(stderr, "c_api_test.c:%d: %s\n", line, what);
    ++failures;
}
#define EXPECT(condition) expect((condition), #condition, __LINE__)

static ddc_group* make_group(int32_t first, int count) {
    ddc_group* group = NULL;
    EXPECT(ddc_group_new(&group) == DDC_OK);
    for (int i = 0; i < count; ++i)
        EXPECT(ddc_group_add(group, first + i, DDC_TYPE_DOUBLE, NULL) == DDC_OK);
    return group;
}

/* Writes velocity = cycle and expects the output set_gas = velocity / 2. */
static int play_gateway(ddc_table* table) {
    char text[DDC_MAX_STRING + 1] = "";
    EXPECT(ddc_write_bool(table, running, false) == DDC_OK);
    EXPECT(ddc_wait_bool(table, running, true, 10 * second_ns) == DDC_OK);
    EXPECT(ddc_read_string(table, interface_type, text, sizeof text, NULL) == DDC_OK);
    EXPECT(strcmp(text, "basic") == 0);
    EXPECT(ddc_write_string(table, time_mode, "measured") == DDC_OK);
    ddc_group* in = make_group(inputs, 4);
    ddc_group* out = make_group(outputs, 3);
    for (int cycle = 0; cycle < cycles && failures == 0; ++cycle) {
        double gas = 0, time_s = 0;
        for (size_t i = 0; i < ddc_group_size(in); ++i)
            EXPECT(ddc_group_set_double(in, i, cycle) == DDC_OK);
        EXPECT(ddc_write_group(table, in) == DDC_OK);
        EXPECT(ddc_write_double(table, delta_sec, cycle == 0 ? 0 : 0.01) == DDC_OK);
        EXPECT(ddc_write_bool(table, run_cycle_switch, true) == DDC_OK);
        EXPECT(ddc_wait_bool(table, run_cycle_switch, false, 10 * second_ns) == DDC_OK);
        EXPECT(ddc_read_group(table, out) == DDC_OK);
        EXPECT(ddc_group_get_double(out, 1, &gas) == DDC_OK);
        EXPECT(gas == cycle / 2.0);
        EXPECT(ddc_read_double(table, execution_time, &time_s) == DDC_OK && time_s >= 0);
    }
    ddc_group_free(in);
    ddc_group_free(out);
    return failures == 0 ? 0 : 1;
}

static void initialise(ddc_table* table) {
    EXPECT(ddc_write_no_data(table, reference, 70) == DDC_OK);
    EXPECT(ddc_write_string(table, interface_type, "basic") == DDC_OK);
    EXPECT(ddc_write_string(table, time_mode, "") == DDC_OK);
    EXPECT(ddc_write_bool(table, run_cycle_switch, false) == DDC_OK);
    EXPECT(ddc_write_double(table, delta_sec, 0) == DDC_OK);
    EXPECT(ddc_write_double(table, execution_time, 0) == DDC_OK);
    EXPECT(ddc_write_bool(table, simulation_running, false) == DDC_OK);
    EXPECT(ddc_write_int32(table, input_start, inputs - reference) == DDC_OK);
    EXPECT(ddc_write_int32(table, output_start, outputs - reference) == DDC_OK);
    for (int32_t id = 0; id < 3; ++id) EXPECT(ddc_write_double(table, outputs + id, 0) == DDC_OK);
    EXPECT(ddc_write_bool(table, running, true) == DDC_OK);
}

static void run_program(ddc_table* table) {
    ddc_group* in = make_group(inputs, 4);
    ddc_group* out = make_group(outputs, 3);
    for (int cycle = 0; cycle < cycles && failures == 0; ++cycle) {
        double velocity = -1, delta = -1;
        EXPECT(ddc_wait_bool(table, run_cycle_switch, true, 10 * second_ns) == DDC_OK);
        EXPECT(ddc_write_bool(table, running, true) == DDC_OK);
        EXPECT(ddc_read_group(table, in) == DDC_OK);
        EXPECT(ddc_group_get_double(in, 0, &velocity) == DDC_OK);
        EXPECT(ddc_read_double(table, delta_sec, &delta) == DDC_OK);
        EXPECT(delta == (cycle == 0 ? 0 : 0.01));
        EXPECT(ddc_group_set_double(out, 1, velocity / 2) == DDC_OK);
        EXPECT(ddc_write_group(table, out) == DDC_OK);
        EXPECT(ddc_write_double(table, execution_time, 1e-6) == DDC_OK);
        EXPECT(ddc_write_bool(table, run_cycle_switch, false) == DDC_OK);
    }
    EXPECT(ddc_write_bool(table, running, false) == DDC_OK);
    ddc_group_free(in);
    ddc_group_free(out);
}

static void check_outcomes(ddc_table* table) {
    char text[8] = "kept", explanation[200] = "";
    double real = 0.5;
    int32_t number = 7;
    size_t length = 0;
    uint64_t sequence = 0;
    ddc_type type = DDC_TYPE_NO_DATA;
    EXPECT(ddc_read_double(table, 1, &real) == DDC_NO_DATA && real == 0.5);
    EXPECT(ddc_write_string(table, 1, "longer than eight") == DDC_OK);
    EXPECT(ddc_read_int32(table, 1, &number) == DDC_WRONG_TYPE && number == 7);
    EXPECT(ddc_read_string(table, 1, text, sizeof text, &length) == DDC_TOO_LONG);
    EXPECT(length == strlen("longer than eight") && strcmp(text, "kept") == 0);
    EXPECT(ddc_read_string(table, 1, NULL, 0, &length) == DDC_TOO_LONG);
    EXPECT(ddc_read_type(table, 1, &type, &sequence) == DDC_OK && type == DDC_TYPE_STRING);
    EXPECT(ddc_write_bool(table, -1, true) == DDC_OUT_OF_RANGE);
    EXPECT(ddc_write_bool(NULL, 1, true) == DDC_INVALID);
    EXPECT(ddc_read_bool(table, 1, NULL) == DDC_INVALID);

    ddc_watch watch = {1, 0};
    watch.sequence = sequence;
    EXPECT(ddc_wait_for_change(table, &watch, 1, 1000000, false) == DDC_TIMED_OUT);
    EXPECT(ddc_write_int32(table, 1, 5) == DDC_OK);
    EXPECT(ddc_wait_for_change(table, &watch, 1, second_ns, false) == DDC_OK);
    EXPECT(ddc_wait_int32(table, 1, 5, 0) == DDC_OK);
    EXPECT(ddc_wait_int32(table, 1, 6, 0) == DDC_TIMED_OUT);
    EXPECT(ddc_explain(table, DDC_TIMED_OUT, explanation, sizeof explanation) == DDC_OK);
    EXPECT(strstr(explanation, ddc_name(table)) != NULL);
    EXPECT(strcmp(ddc_strerror(DDC_WRONG_TYPE), "wrong type") == 0);
    EXPECT(strcmp(ddc_strerror(4711), "unknown status") == 0);
    EXPECT(ddc_take_overs(table) == 0);
}

static void check_all_values_at_once(ddc_table* table) {
    static const ddc_type types[] = {DDC_TYPE_BOOL, DDC_TYPE_INT32, DDC_TYPE_DOUBLE,
                                     DDC_TYPE_STRING};
    enum { count = 4, first = 100 };
    ddc_group *written = NULL, *read = NULL;
    ddc_value in[count] = {{0}}, out[count];
    ddc_watch watches[count], now = {first, 0};
    EXPECT(ddc_group_new(&written) == DDC_OK && ddc_group_new(&read) == DDC_OK);
    for (int i = 0; i < count; ++i) {
        EXPECT(ddc_group_add(written, first + i, types[i], NULL) == DDC_OK);
        EXPECT(ddc_group_add(read, first + i, types[i], NULL) == DDC_OK);
    }
    memset(out, 0xff, sizeof out);
    EXPECT(ddc_read_group_values(table, read, out, count) == DDC_NO_DATA);
    EXPECT(out[0].bits == 0 && out[1].bits == 0 && out[2].bits == 0 && out[3].bits == 0);
    in[0].as_bool = true;
    in[1].as_int32 = -7;
    in[2].as_double = 0.25;
    EXPECT(ddc_group_set_string(written, 3, "text") == DDC_OK);
    EXPECT(ddc_write_group_values(table, written, in, count) == DDC_OK);
    EXPECT(ddc_read_group_values(table, read, out, count) == DDC_OK);
    EXPECT(out[0].as_bool && out[1].as_int32 == -7 && out[2].as_double == 0.25);
    EXPECT(ddc_read_group_values(table, read, out, count - 1) == DDC_INVALID);
    EXPECT(ddc_read_group_values(table, read, NULL, count) == DDC_INVALID);
    EXPECT(ddc_write_group_values(table, NULL, in, 0) == DDC_INVALID);

    EXPECT(ddc_watch_from_read(read, watches, count) == DDC_OK);
    EXPECT(ddc_watch_from_read(read, watches, count + 1) == DDC_INVALID);
    EXPECT(ddc_wait_for_change(table, watches, count, 0, false) == DDC_TIMED_OUT);
    EXPECT(ddc_write_int32(table, first + 1, 3) == DDC_OK);
    EXPECT(ddc_wait_for_change(table, watches, count, 0, false) == DDC_OK);
    EXPECT(ddc_watch_from_now(table, &now, 1) == DDC_OK && now.sequence == watches[0].sequence);
    EXPECT(ddc_watch_from_now(table, watches, count) == DDC_OK);
    EXPECT(ddc_wait_for_change(table, watches, count, 0, false) == DDC_TIMED_OUT);
    ddc_group_free(written);
    ddc_group_free(read);
}

static void check_status_texts(void) {
    static const struct {
        int status;
        const char* text;
    } texts[] = {{DDC_OK, "ok"},
                 {DDC_NO_DATA, "no data"},
                 {DDC_WRONG_TYPE, "wrong type"},
                 {DDC_OUT_OF_RANGE, "id out of range"},
                 {DDC_HALF_WRITTEN, "half-written by a writer that died"},
                 {DDC_TIMED_OUT, "timed out"},
                 {DDC_TOO_LONG, "string longer than 199 bytes"},
                 {DDC_READ_ONLY, "opened for reading only"},
                 {DDC_INTERRUPTED, "interrupted by a signal"},
                 {DDC_BUSY, "busy: called from within a write of the same thread"},
                 {DDC_TRUNCATED, "the table was cut short"},
                 {DDC_NOT_FOUND, "the table does not exist"},
                 {DDC_EXISTS, "the table exists already"},
                 {DDC_NO_ACCESS, "permission denied"},
                 {DDC_OTHER_LAYOUT, "the table has another layout"},
                 {DDC_HALF_CREATED, "the table is half-created"},
                 {DDC_INVALID, "invalid argument"},
                 {DDC_SYSTEM, "refused by the operating system"},
                 {DDC_LOCKED, "another process keeps all others from opening the table"},
                 {4711, "unknown status"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
        EXPECT(strcmp(ddc_strerror(texts[i].status), texts[i].text) == 0);
}

/* Each type of value can be set and read only at an entry of its type. */
static void check_group_values(void) {
    enum { of_bool, of_int32, of_double, of_string, count };
    ddc_group* group = NULL;
    bool flag = false;
    int32_t number = 0;
    double real = 0;
    const char* text = "";
    char long_text[DDC_MAX_STRING + 2];
    EXPECT(ddc_group_new(&group) == DDC_OK);
    for (int i = 0; i < count; ++i)
        EXPECT(ddc_group_add(group, 200 + i, (ddc_type)(DDC_TYPE_BOOL + i), NULL) == DDC_OK);
    EXPECT(ddc_group_add(group, 200, DDC_TYPE_NO_DATA, NULL) == DDC_INVALID);
    EXPECT(ddc_group_size(group) == count && ddc_group_size(NULL) == 0);

    EXPECT(ddc_group_set_bool(group, of_bool, true) == DDC_OK);
    EXPECT(ddc_group_set_int32(group, of_int32, -7) == DDC_OK);
    EXPECT(ddc_group_set_double(group, of_double, 0.25) == DDC_OK);
    EXPECT(ddc_group_set_string(group, of_string, "kept") == DDC_OK);
    for (size_t i = 0; i <= count; ++i) {
        const int status = i == count ? DDC_OUT_OF_RANGE : DDC_WRONG_TYPE;
        EXPECT(i == of_bool || ddc_group_set_bool(group, i, false) == status);
        EXPECT(i == of_int32 || ddc_group_set_int32(group, i, 1) == status);
        EXPECT(i == of_double || ddc_group_set_double(group, i, 1) == status);
        EXPECT(i == of_string || ddc_group_set_string(group, i, "other") == status);
        EXPECT(i == of_bool || ddc_group_get_bool(group, i, &flag) == status);
        EXPECT(i == of_int32 || ddc_group_get_int32(group, i, &number) == status);
        EXPECT(i == of_double || ddc_group_get_double(group, i, &real) == status);
        EXPECT(i == of_string || ddc_group_get_string(group, i, &text) == status);
    }
    EXPECT(!flag && number == 0 && real == 0 && *text == 0);
    EXPECT(ddc_group_get_bool(group, of_bool, &flag) == DDC_OK && flag);
    EXPECT(ddc_group_get_int32(group, of_int32, &number) == DDC_OK && number == -7);
    EXPECT(ddc_group_get_double(group, of_double, &real) == DDC_OK && real == 0.25);
    EXPECT(ddc_group_get_string(group, of_string, &text) == DDC_OK && strcmp(text, "kept") == 0);

    memset(long_text, 'a', sizeof long_text);
    long_text[DDC_MAX_STRING + 1] = 0;
    EXPECT(ddc_group_set_string(group, of_string, long_text) == DDC_TOO_LONG);
    EXPECT(ddc_group_set_string(group, of_string, NULL) == DDC_INVALID);
    EXPECT(ddc_group_set_bool(NULL, of_bool, true) == DDC_INVALID);
    EXPECT(ddc_group_get_double(group, of_double, NULL) == DDC_INVALID);
    EXPECT(ddc_group_status(group, count) == DDC_OUT_OF_RANGE);
    EXPECT(ddc_group_status(NULL, 0) == DDC_INVALID);
    EXPECT(ddc_group_get_string(group, of_string, &text) == DDC_OK && strcmp(text, "kept") == 0);
    ddc_group_free(group);
}

/* An object that is not a table, or cannot be opened, is reported by its status. */
static void check_reasons(const ddc_options* options) {
    char name[80], object[90], bytes[4096];
    ddc_options odd = *options;
    ddc_table* table = NULL;
    struct rlimit files, none;
    snprintf(name, sizeof name, "%s.odd", options->name);
    snprintf(object, sizeof object, "/ddc.%s", name);
    memset(bytes, 'x', sizeof bytes);
    odd.name = name;
    odd.open_timeout_ns = 0;
    const int made = shm_open(object, O_RDWR | O_CREAT | O_EXCL, 0600);
    EXPECT(made >= 0);
    EXPECT(ddc_open(&odd, &table) == DDC_HALF_CREATED);
    EXPECT(write(made, bytes, sizeof bytes) == sizeof bytes);
    EXPECT(ddc_open(&odd, &table) == DDC_OTHER_LAYOUT);
    EXPECT(strstr(ddc_last_error(), "is not a DDC table") != NULL);
    EXPECT(flock(made, LOCK_EX) == 0);
    EXPECT(ddc_open(&odd, &table) == DDC_LOCKED);
    EXPECT(fchmod(made, 0666) == 0);
    EXPECT(ddc_open(&odd, &table) == DDC_NO_ACCESS);
    EXPECT(getrlimit(RLIMIT_NOFILE, &files) == 0);
    none = files;
    none.rlim_cur = 0;
    EXPECT(setrlimit(RLIMIT_NOFILE, &none) == 0);
    EXPECT(ddc_open(&odd, &table) == DDC_SYSTEM);
    EXPECT(setrlimit(RLIMIT_NOFILE, &files) == 0);
    odd.size = 0;
    EXPECT(ddc_open(&odd, &table) == DDC_INVALID);
    EXPECT(table == NULL);
    close(made);
    shm_unlink(object);
}

static void check_opening(const ddc_options* options) {
    ddc_table* other = NULL;
    ddc_options wrong = *options;
    EXPECT(ddc_create(options, &other) == DDC_EXISTS && other == NULL);
    wrong.name = "no/slash";
    EXPECT(ddc_open(&wrong, &other) == DDC_INVALID);
    EXPECT(strstr(ddc_last_error(), "not a valid table name") != NULL);
    wrong.name = "test.c_api.there_is_none";
    EXPECT(ddc_open(&wrong, &other) == DDC_NOT_FOUND);
    wrong = *options;
    wrong.read_only = true;
    EXPECT(ddc_open(&wrong, &other) == DDC_OK);
    EXPECT(ddc_write_bool(other, 1, true) == DDC_READ_ONLY);
    ddc_close(other);
}

/* A process that may write the object may truncate it. The table is lost then, not the process. */
static void check_truncation(ddc_table* table) {
    char object[100], explanation[300];
    double value = 7;
    snprintf(object, sizeof object, "/dev/shm/ddc.%s", ddc_name(table));
    EXPECT(truncate(object, 0) == 0);
    EXPECT(ddc_read_double(table, delta_sec, &value) == DDC_TRUNCATED && value == 7);
    EXPECT(ddc_write_double(table, delta_sec, value) == DDC_TRUNCATED);
    EXPECT(ddc_wait_bool(table, running, true, 10 * second_ns) == DDC_TRUNCATED);
    EXPECT(ddc_explain(table, DDC_TRUNCATED, explanation, sizeof explanation) == DDC_OK);
    EXPECT(strstr(explanation, "was cut short") != NULL);
    EXPECT(strcmp(ddc_strerror(DDC_TRUNCATED), "the table was cut short") == 0);
}

static int number_of_bodies = 0;

static int stop_in_order(ddc_table* table, int32_t id) {
    ++number_of_bodies;
    EXPECT(id == reference);
    EXPECT(ddc_write_int32(table, id, 7) == DDC_OK);
    EXPECT(!ddc_program_stopped());
    raise(SIGTERM);
    EXPECT(ddc_program_stopped());
    return DDC_OK;
}

static int fail_outside_the_table(ddc_table* table, int32_t id) {
    (void)id;
    ++number_of_bodies;
    return ddc_write_bool(table, -1, true);
}

/* How ddc_run_program handles the arguments and the body of a program. */
static void check_program_main(const char* name) {
    char command[] = "./follower", wrong[] = "zz", id[] = "4000", version[] = "--version";
    char* good[] = {command, id};
    char* bad[] = {command, wrong};
    char* ask[] = {command, version};
    EXPECT(setenv("DDC_NAME", name, 1) == 0);
    EXPECT(!ddc_program_stopped());
    EXPECT(ddc_run_program(2, ask, "Follows.", "1.0", stop_in_order) == 0);
    EXPECT(ddc_run_program(2, bad, "Follows.", "1.0", stop_in_order) == 2);
    EXPECT(ddc_run_program(1, good, "Follows.", "1.0", stop_in_order) == 2);
    EXPECT(ddc_run_program(2, good, "Follows.", NULL, stop_in_order) == 2);
    EXPECT(ddc_run_program(2, good, "Follows.", "1.0", NULL) == 2);
    EXPECT(number_of_bodies == 0);
    EXPECT(ddc_run_program(2, good, "Follows.", "1.0", stop_in_order) == 0);
    EXPECT(ddc_run_program(2, good, "Follows.", "1.0", fail_outside_the_table) == 1);
    EXPECT(number_of_bodies == 2);
    EXPECT(setenv("DDC_NAME", "no/name", 1) == 0);
    EXPECT(ddc_run_program(2, good, "Follows.", "1.0", stop_in_order) == 1);
    EXPECT(number_of_bodies == 2);
}

int main(void) {
    char name[64], object[80];
    ddc_options options;
    ddc_table* table = NULL;
    int status = 1;
    alarm(60);
    snprintf(name, sizeof name, "test.c_api.%d", (int)getpid());
    snprintf(object, sizeof object, "/ddc.%s", name);
    ddc_options_init(&options);
    options.name = name;
    EXPECT(ddc_abi_version() == DDC_ABI_VERSION);
    EXPECT(strcmp(ddc_version(), DDC_VERSION) == 0);
    EXPECT(ddc_create(&options, &table) == DDC_OK);
    check_outcomes(table);
    check_all_values_at_once(table);
    check_status_texts();
    check_group_values();
    check_opening(&options);
    check_reasons(&options);

    const pid_t gateway = fork();
    if (gateway == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        _exit(play_gateway(table));
    }
    bool asked = true; /* the gateway clears `running`; only then does this program begin */
    EXPECT(ddc_wait_bool(table, running, false, 10 * second_ns) == DDC_OK);
    EXPECT(ddc_read_bool(table, running, &asked) == DDC_OK && !asked);
    initialise(table);
    run_program(table);
    EXPECT(waitpid(gateway, &status, 0) == gateway && status == 0);
    check_program_main(name);
    check_truncation(table);
    ddc_close(table);
    shm_unlink(object);
    return failures == 0 ? 0 : 1;
}
