// SPDX-License-Identifier: MIT
// A polling program and, in a separate process, its counterpart; both use only DdcWrapper.
#ifndef USE_DDC
#error "built without libddc"
#endif
#include <ddc/cppwrapper/ddcwrapper.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <string>

using dsa::cpp::ddc::DdcWrapper;

static const int reference = 0x4000;
static const int running = reference, run_cycle_switch = reference + 3, delta_sec = reference + 4;
static const int execution_time = reference + 5, simulation_running = reference + 6;
static const int input = reference + 20, output = reference + 21;
static const int cycles = 300;

static bool read_flag(DdcWrapper& ddc, int id) {
    bool value = false;
    ddc.readDataBool(id, value);
    return value;
}

static void initialise(DdcWrapper& ddc) {
    for (int i = 0; i < 70; ++i) ddc.saveDataNoData(reference + i);
    ddc.saveDataBool(running, true);
    ddc.saveDataString(reference + 1, "dynamic");
    ddc.saveDataString(reference + 2, "");
    ddc.saveDataBool(run_cycle_switch, false);
    ddc.saveDataDouble(delta_sec, 0);
    ddc.saveDataDouble(execution_time, 0);
    ddc.saveDataBool(simulation_running, false);
    const std::uint32_t slot_table = 40;
    ddc.saveDataInt32(reference + 7, slot_table);
    ddc.saveDataDouble(input, 0);
    ddc.saveDataDouble(output, 0);
}

static int run_program(DdcWrapper& ddc) {
    initialise(ddc);
    for (int cycle = 0; cycle < cycles;) {
        const bool run_cycle = read_flag(ddc, run_cycle_switch);
        if (!run_cycle && !read_flag(ddc, simulation_running)) {
            usleep(10 * 1000);
            ddc.saveDataBool(running, true);
            continue;
        }
        double value = 0, delta = 0;
        ddc.readDataDouble(input, value);
        ddc.readDataDouble(delta_sec, delta);
        ddc.saveDataDouble(output, value + delta);
        ddc.saveDataDouble(execution_time, 1e-6);
        ddc.saveDataBool(run_cycle_switch, false);
        ++cycle;
    }
    return 0;
}

static int run_simulator(DdcWrapper& ddc) {
    std::int32_t slots = 0;
    while (!ddc.readDataInt32(reference + 7, slots) || !read_flag(ddc, running)) usleep(100);
    for (int cycle = 0; cycle < cycles; ++cycle) {
        ddc.saveDataDouble(input, cycle);
        ddc.saveDataDouble(delta_sec, 0.25);
        ddc.saveDataBool(run_cycle_switch, true);
        while (read_flag(ddc, run_cycle_switch)) usleep(10);
        double answer = 0;
        ddc.readDataDouble(output, answer);
        if (answer != cycle + 0.25) return 1;
    }
    return 0;
}

int main() {
    alarm(60);
    DdcWrapper ddc;
    if (!ddc.isDdcOpen()) {
        std::printf("Could not open DDC\n");
        return -1;
    }
    const pid_t simulator = fork();
    if (simulator == 0) {
        DdcWrapper own;
        _exit(run_simulator(own));
    }
    const int result = run_program(ddc);
    int status = 1;
    waitpid(simulator, &status, 0);
    return result == 0 && status == 0 ? 0 : 1;
}
