// SPDX-License-Identifier: MIT
#pragma once

#include "../support/child.hpp"
#include "../support/scratch_folder.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bench {

/// The program's clock at its last write, as it returns in a CMD.
struct Arrival {
    double written_ns = 0;  ///< wall clock since the scene began, from the program
    double arrived_ns = 0;  ///< the same clock, the kernel's time stamp of the datagram
};

/// A gateway in realtime mode and a waiting program, each a separate process, and a plant that the
/// measurement controls.
class RealtimeScene {
  public:
    /// @param realtime keys of that section
    /// @param with_plant false: the vehicle is simulated in the gateway's process
    /// @param spin_us spin time of the gateway's loop and of the program's waits, if it is not 0
    RealtimeScene(const std::string& realtime, bool with_plant, double duration_s, int spin_us = 0);
    ~RealtimeScene();
    RealtimeScene(const RealtimeScene&) = delete;
    RealtimeScene& operator=(const RealtimeScene&) = delete;

    /// Sends a STATE.
    void show_state();
    /// The next CMD that the program has computed; fail-safe ones are skipped.
    std::optional<Arrival> await_cmd(std::chrono::milliseconds limit);
    /// Waits for the gateway's end. @return its summary
    nlohmann::json finish();

  private:
    int run_gateway() const;
    int run_program() const;

    tests::ScratchFolder folder_;
    std::string table_name_;
    int spin_us_;
    double begin_ns_;
    int socket_ = -1;
    std::uint16_t cmd_port_ = 0, state_port_ = 0;
    std::uint32_t sequence_ = 0;
    std::optional<tests::Child> gateway_, program_;
};

/// Lateness of the periods of a loop that only waits for absolute deadlines, and the number of
/// those that are late by a whole period or more.
struct BareLoop {
    std::vector<double> lateness_us;
    std::uint64_t missed = 0;
};
BareLoop run_bare_loop(std::chrono::nanoseconds period, double duration_s);

}  // namespace bench
