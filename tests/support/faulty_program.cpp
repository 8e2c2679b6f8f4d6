// SPDX-License-Identifier: MIT
// A VCG program with the fault that its second argument names:
//   faulty_program REFERENCE_ID FAULT
// Faults during the run happen in cycle 10.
#include <ddc/cppwrapper/ddcwrapper.h>

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using dsa::cpp::ddc::DdcWrapper;

enum Header {
    running,
    interface_type,
    time_mode,
    run_cycle_switch,
    delta_sec,
    execution_time,
    simulation_running,
    slot_table_start,
    description_size,
    interface_string
};
enum Slot { velocity, steering, gas, braking, applied_gas };
constexpr int ports = 5, table_at = 20, data_at = 30, room = 2;
constexpr int fault_cycle = 10;
constexpr int gear_drive = 2, gear_park = 22;
constexpr double late_gas = 1.0;  ///< set by a late answer only

constexpr int slot(int port) {
    return data_at + room * port;
}

std::string port(const std::string& name, const std::string& type, const std::string& direction) {
    return "{\"name\":\"" + name + "\",\"data_type\":{\"type\":\"basic\",\"base_type\":\"" + type +
           "\"},\"direction\":\"" + direction + "\"}";
}

struct Program {
    DdcWrapper ddc;
    int reference_id;
    std::string fault;
    int cycles = 0;

    int id(int offset) const { return reference_id + offset; }
    bool is(const char* name) const { return fault == name; }

    std::string gas_port() const {
        if (is("parks")) return port("gear_cmd", "N", "OUTPUT");
        return port(is("unknown_port") ? "set_warp" : "set_gas", "Q", "OUTPUT");
    }

    std::string text() const {
        if (is("not_json")) return "ports: none";
        std::string list = port("true_velocity", "Q", "INPUT") + "," +
                           port("set_steering", "Q", "OUTPUT") + "," + gas_port() + "," +
                           port("set_braking", "Q", "OUTPUT") + "," + port("gas", "Q", "INPUT");
        std::string all = R"({"name":"faulty","version":"2.0","ports":[)" + list + "]}";
        if (is("no_ports")) all = R"({"name":"faulty","version":"2.0"})";
        return all;
    }

    void write_header() {
        for (int i = 0; i < 70; ++i) ddc.saveDataNoData(id(i));
        const std::string all = text();
        const int chunks = static_cast<int>((all.size() - 1) / 195 + 1);
        ddc.saveDataString(id(interface_type), is("bad_kind") ? "static" : "dynamic");
        ddc.saveDataBool(id(run_cycle_switch), false);
        ddc.saveDataDouble(id(delta_sec), 0);
        ddc.saveDataDouble(id(execution_time), 0);
        ddc.saveDataInt32(id(description_size), chunks);
        for (int i = 0; i < chunks; ++i)
            ddc.saveDataString(id(interface_string + i),
                               all.substr(static_cast<std::size_t>(i) * 195, 195));
        ddc.saveDataInt32(id(slot_table_start), table_at);
        for (int i = 0; i < ports; ++i) ddc.saveDataInt32(id(table_at + i), slot(i));
        if (is("slot_range")) ddc.saveDataInt32(id(table_at + gas), 1'000'000);
        if (is("slot_overlap")) ddc.saveDataInt32(id(table_at + gas), slot(steering));
        for (int i = 0; i < ports; ++i) ddc.saveDataDouble(id(slot(i)), 0);
        if (is("output_type")) ddc.saveDataInt32(id(slot(gas)), 1);
        if (is("parks")) ddc.saveDataInt32(id(slot(gas)), gear_drive);
    }

    /// Executes another program at the same reference id.
    [[noreturn]] void restart() const {
        char reference[16];
        std::snprintf(reference, sizeof reference, "%x", static_cast<unsigned>(reference_id));
        ::execl("/proc/self/exe", "faulty_program", reference, "none", nullptr);
        std::abort();
    }

    /// The gateway sets `running` to false when it waits for a program again.
    void wait_until_given_up() {
        for (bool still = true; still;) ddc.readDataBool(id(running), still);
    }

    void go_wrong_in_mid_run(double& gas_value) {
        if (is("restarts_in_cycle")) restart();
        if (is("dies_in_mid_run")) std::raise(SIGKILL);
        if (is("withdraws")) {
            ddc.saveDataBool(id(running), false);
            pause();
        }
        if (is("late_once") || is("late_with_heartbeat")) {
            wait_until_given_up();
            const auto answer_at =
                std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
            while (is("late_with_heartbeat") && std::chrono::steady_clock::now() < answer_at)
                ddc.saveDataBool(id(running), true);
            gas_value = late_gas;
        }
    }

    void cycle() {
        bool requested = false;
        ddc.readDataBool(id(run_cycle_switch), requested);
        if (!requested) return;
        if (is("always_late")) wait_until_given_up();
        if (is("dies_in_cycle")) std::raise(SIGKILL);
        if (is("never_answers")) pause();
        double gas_value = 0.1;
        if (is("nan")) gas_value = std::nan("");
        if (is("too_much_gas")) gas_value = 7;
        const bool is_faulty_cycle = cycles++ == fault_cycle;
        if (is_faulty_cycle) go_wrong_in_mid_run(gas_value);
        if (is("nan_once") && is_faulty_cycle) gas_value = std::nan("");
        if (is("changed_gain") && cycles > fault_cycle) gas_value = 0.2;
        if (is("oscillates")) gas_value = cycles % 2 == 0 ? 0.1 : 0.9;
        double steering_deg = 10;
        if (is("steers_far")) steering_deg = -30;
        if (is("steers_too_far")) steering_deg = -80;
        ddc.saveDataDouble(id(slot(steering)), steering_deg);
        if (is("parks"))
            ddc.saveDataInt32(id(slot(gas)), cycles > fault_cycle + 1 ? gear_park : gear_drive);
        else if (!is("output_type"))
            ddc.saveDataDouble(id(slot(gas)), gas_value);
        ddc.saveDataDouble(id(execution_time), is("negative_time") ? -1.0 : 1e-5);
        ddc.saveDataBool(id(run_cycle_switch), false);
        if (is_faulty_cycle && is("restarts_after_cycle")) restart();
    }
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    Program program{{}, static_cast<int>(std::strtol(argv[1], nullptr, 16)), argv[2]};
    if (program.is("dies_before")) return 3;
    if (program.is("never_runs")) pause();
    program.write_header();
    for (;;) {
        program.ddc.saveDataBool(program.id(running), true);
        program.cycle();
    }
}
