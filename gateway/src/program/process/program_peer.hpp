// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include "binding/port_rules.hpp"
#include "child_process.hpp"
#include "program_clock.hpp"
#include "program_faults.hpp"

#include <gateway/vehicle/autohyu/pedal_map.hpp>
#include "geodesy/geodetic.hpp"

#include <ddc/claim.hpp>
#include <ddc/interface/layout.hpp>
#include <ddc/interface/visible.hpp>

#include <atomic>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace gateway {

/// A program that cannot be used. what() says what is wrong and what to do.
class ProgramError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// What a run does when its program ends, leaves, restarts or does not answer in time.
enum class OnLoss {
    fail,      ///< the run ends
    wait,      ///< simulated time is paused until the program is back
    failsafe,  ///< the vehicle brakes, in simulated time, until the program is back
};

struct ProgramOptions {
    ddc::Id reference_id = ddc::first_program_id;
    std::chrono::milliseconds start_timeout{10'000};
    /// For a cycle in measured mode; nothing: no limit, for a program in a debugger.
    std::optional<std::chrono::milliseconds> answer_timeout{2'000};
    /// The names of the two settings, for messages.
    const char* start_timeout_name = "start_timeout_s";
    const char* answer_timeout_name = "answer_timeout_s";
    OnLoss on_loss = OnLoss::fail;
    ddc::interface::EntryOrder order = ddc::interface::EntryOrder::current;
    /// For a program whose command is a torque.
    autohyu::PedalMap pedals;
    /// The origin of the world in which it drives.
    WorldOrigin origin;
    /// For ports whose names are unknown.
    PortRules ports;
    /// Outputs that are not finite are not rejected here: a filter handles them.
    bool passes_non_finite = false;
};

class ProgramProxy;
class SocketCarrier;

/// One program, with what the gateway needs to reach it.
struct ProgramPeer {
    ddc::Table& table;
    ProgramOptions options;
    /// Null if the gateway does not start the program.
    ChildProcess* child;
    /// Every wait ends when it becomes true.
    const std::atomic<bool>& stop;
    /// Called about once a second with what the gateway waits for.
    Log report;
    /// Claim of its entries, at first those of the header; null if it needs none.
    ddc::Claim* claim = nullptr;
    /// Transfers messages of its SOCKET ports; null if none is connected.
    SocketCarrier* sockets = nullptr;
    const ProgramClock& clock = real_clock();
    /// Null if the program itself has the table open.
    const ProgramProxy* proxy = nullptr;
    /// is_header_empty() before `child` was started.
    std::optional<bool> was_empty_before_start{};
    /// `child` was started for the previous run. Its entries are empty until it has reset itself,
    /// within its answer time-out.
    bool is_kept = false;
    /// Null without faults; outlives the connection.
    const ProgramFaults* faults = nullptr;

    /// Sets the flags to the values that a program expects at its start. To be called before the
    /// program is started: it may overwrite them at once. Otherwise the handshake does it.
    void prepare_start();
    ddc::Status reset_flags();

    ddc::Id id(ddc::Id offset) const {
        return options.reference_id + ddc::interface::header_offset(offset, options.order);
    }
    /// Longest wait for the program at the start of the run.
    std::chrono::milliseconds start_limit() const {
        return is_kept ? options.answer_timeout.value_or(options.start_timeout)
                       : options.start_timeout;
    }
    /// "the program (pid 7) ended with exit code 3", if the gateway started it and it has ended.
    std::optional<std::string> process_ended() const;
    /// The same, or the failure of its proxy.
    std::optional<std::string> lost() const;
    /// Changes when the header is written again, which only a program that starts does.
    std::uint64_t header_writes() const;
    /// No program has written a header.
    bool is_header_empty() const;
};

/// Each text on an indented line.
std::string as_lines(const std::vector<std::string>& texts);
/// "1.5 s"
std::string seconds_text(std::chrono::nanoseconds time);
using ddc::interface::hex;

}  // namespace gateway
