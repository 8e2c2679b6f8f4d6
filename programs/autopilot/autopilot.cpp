// SPDX-License-Identifier: MIT
// An autopilot written like existing VCG programs: C++11, only DdcWrapper, a `dynamic` interface
// with manual offsets, polling with 10 ms of sleep.
#include "route_follower.hpp"

#include <ddc/cppwrapper/ddcwrapper.h>
#include <ddc/version.h>
#include <ddc/standard_streams.hpp>

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

using dsa::cpp::ddc::DdcWrapper;

const int lowest_reference_id = 0x4000;
const int highest_reference_id = 0xffffff;
const int cleared_entries = 70;
const std::size_t chunk_size = 195;
const int idle_us = 10 * 1000;

// Offsets of the header from the reference id.
// NOLINTBEGIN(readability-identifier-naming): as in existing programs
enum Header {
    RUNNING = 0,
    INTERFACE_TYPE = 1,
    TIME_MODE = 2,
    RUN_CYCLE_SWITCH = 3,
    DELTA_SEC = 4,
    EXECUTION_TIME = 5,
    SIMULATION_RUNNING = 6,
    SLOT_TABLE_START = 7,
    DESCRIPTION_SIZE = 8,
    INTERFACE_STRING = 9
};

const char* const interface_string = R"({"name":"autopilot","version":"1.0","ports":[
{"name":"true_velocity","data_type":{"type":"basic","base_type":"Q"},"direction":"INPUT","allows_multiple_inputs":false,"optional":false},
{"name":"true_position","data_type":{"type":"basic","base_type":"vec2"},"direction":"INPUT","allows_multiple_inputs":false,"optional":false},
{"name":"true_compass","data_type":{"type":"basic","base_type":"Q"},"direction":"INPUT","allows_multiple_inputs":false,"optional":false},
{"name":"trajectory_length","data_type":{"type":"basic","base_type":"N"},"direction":"INPUT","allows_multiple_inputs":false,"optional":false},
{"name":"trajectory_x","data_type":{"type":"vector","base_type":{"type":"basic","base_type":"Q"},"size":10},"direction":"INPUT","allows_multiple_inputs":false,"optional":false},
{"name":"trajectory_y","data_type":{"type":"vector","base_type":{"type":"basic","base_type":"Q"},"size":10},"direction":"INPUT","allows_multiple_inputs":false,"optional":false},
{"name":"set_steering","data_type":{"type":"basic","base_type":"Q"},"direction":"OUTPUT","allows_multiple_inputs":false,"optional":false},
{"name":"set_gas","data_type":{"type":"basic","base_type":"Q"},"direction":"OUTPUT","allows_multiple_inputs":false,"optional":false},
{"name":"set_braking","data_type":{"type":"basic","base_type":"Q"},"direction":"OUTPUT","allows_multiple_inputs":false,"optional":false}
]})";

// Number of entries of each port, in the order of the interface.
const int port_sizes[] = {1, 2, 1, 1, 10, 10, 1, 1, 1};
const int port_count = sizeof port_sizes / sizeof port_sizes[0];
enum Port {
    VELOCITY,
    POSITION,
    COMPASS,
    LENGTH,
    TRAJECTORY_X,
    TRAJECTORY_Y,
    STEERING,
    GAS,
    BRAKING
};
// NOLINTEND(readability-identifier-naming)

volatile std::sig_atomic_t stopped = 0;

void on_signal(int) {
    stopped = 1;
}

class Program {
  public:
    Program(DdcWrapper& ddc, int reference_id) : ddc_(ddc), reference_id_(reference_id) {}

    void initialise() {
        for (int i = 0; i < cleared_entries; ++i) ddc_.saveDataNoData(id(i));
        ddc_.saveDataBool(id(RUNNING), true);
        ddc_.saveDataString(id(INTERFACE_TYPE), "dynamic");
        ddc_.saveDataString(id(TIME_MODE), "");
        ddc_.saveDataBool(id(RUN_CYCLE_SWITCH), false);
        ddc_.saveDataDouble(id(DELTA_SEC), 0);
        ddc_.saveDataDouble(id(EXECUTION_TIME), 0);
        ddc_.saveDataBool(id(SIMULATION_RUNNING), false);
        const int chunks = write_interface_string();
        write_slots(INTERFACE_STRING + chunks + 2);
    }

    /// Runs one cycle, if one is requested. @return false if none was
    bool poll() {
        bool cycle_requested = false, simulation_running = false;
        ddc_.readDataBool(id(RUN_CYCLE_SWITCH), cycle_requested);
        ddc_.readDataBool(id(SIMULATION_RUNNING), simulation_running);
        if (!cycle_requested && !simulation_running) return false;
        read_inputs();
        double delta_s = 0;
        ddc_.readDataDouble(id(DELTA_SEC), delta_s);
        const auto start = std::chrono::high_resolution_clock::now();
        const autopilot::Outputs outputs = follower_.update(inputs_, delta_s);
        const std::chrono::duration<double> taken =
            std::chrono::high_resolution_clock::now() - start;
        ddc_.saveDataDouble(slots_[STEERING], outputs.steering_deg);
        ddc_.saveDataDouble(slots_[GAS], outputs.gas);
        ddc_.saveDataDouble(slots_[BRAKING], outputs.braking);
        if (cycle_requested) {
            ddc_.saveDataDouble(id(EXECUTION_TIME), taken.count());
            ddc_.saveDataBool(id(RUN_CYCLE_SWITCH), false);
        }
        return true;
    }

    void still_running() { ddc_.saveDataBool(id(RUNNING), true); }
    void leave() { ddc_.saveDataBool(id(RUNNING), false); }

  private:
    int id(int offset) const { return reference_id_ + offset; }

    int write_interface_string() {
        const std::string text = interface_string;
        const int chunks = static_cast<int>((text.size() - 1) / chunk_size + 1);
        ddc_.saveDataInt32(id(DESCRIPTION_SIZE), chunks);
        for (int i = 0; i < chunks; ++i)
            ddc_.saveDataString(id(INTERFACE_STRING + i),
                                text.substr(static_cast<std::size_t>(i) * chunk_size, chunk_size));
        return chunks;
    }

    void write_slots(int slot_table_start) {
        ddc_.saveDataInt32(id(SLOT_TABLE_START), slot_table_start);
        int offset = slot_table_start + port_count + 5;
        for (int port = 0; port < port_count; ++port) {
            ddc_.saveDataInt32(id(slot_table_start + port), offset);
            slots_[port] = id(offset);
            for (int i = 0; i < port_sizes[port]; ++i) {
                if (port == LENGTH)
                    ddc_.saveDataInt32(slots_[port] + i, 0);
                else
                    ddc_.saveDataDouble(slots_[port] + i, 0);
            }
            offset += port_sizes[port];
        }
    }

    void read_inputs() {
        ddc_.readDataDouble(slots_[VELOCITY], inputs_.velocity_kmh);
        ddc_.readDataDouble(slots_[POSITION], inputs_.x_m);
        ddc_.readDataDouble(slots_[POSITION] + 1, inputs_.y_m);
        ddc_.readDataDouble(slots_[COMPASS], inputs_.compass_deg);
        ddc_.readDataInt32(slots_[LENGTH], inputs_.trajectory_length);
        for (int i = 0; i < autopilot::Inputs::max_points; ++i) {
            ddc_.readDataDouble(slots_[TRAJECTORY_X] + i, inputs_.trajectory_x_m[i]);
            ddc_.readDataDouble(slots_[TRAJECTORY_Y] + i, inputs_.trajectory_y_m[i]);
        }
    }

    DdcWrapper& ddc_;
    int reference_id_;
    int slots_[port_count] = {};
    autopilot::Inputs inputs_;
    autopilot::RouteFollower follower_;
};

}  // namespace

int main(int argc, char** argv) {
    ddc::open_standard_streams();
    if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
        std::printf("autopilot %s\n", DDC_VERSION);
        return 0;
    }
    if (argc != 3 || std::strcmp(argv[1], "ddc") != 0) {
        std::printf(
            "Usage: %s ddc REFERENCE_ID\n  REFERENCE_ID is hexadecimal, 4000 or above.\n"
            "Example: DDC_NAME=vcg %s ddc 4000\n",
            argv[0], argv[0]);
        return 0;
    }
    char* rest = nullptr;
    const long reference_id = std::strtol(argv[2], &rest, 16);
    if (*rest != '\0' || reference_id < lowest_reference_id ||
        reference_id > highest_reference_id) {
        std::fprintf(stderr, "The reference id must be hexadecimal, 4000 to ffffff, is '%s'.\n",
                     argv[2]);
        return -1;
    }
    struct sigaction action = {};
    action.sa_handler = on_signal;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);

    DdcWrapper ddc;
    if (!ddc.isDdcOpen()) {
        std::fprintf(stderr, "Could not open the DDC.\n");
        return -1;
    }
    Program program(ddc, static_cast<int>(reference_id));
    program.initialise();
    while (!stopped) {
        if (program.poll()) continue;
        usleep(idle_us);
        program.still_running();
    }
    program.leave();
    return 0;
}
