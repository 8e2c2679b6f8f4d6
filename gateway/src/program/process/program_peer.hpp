// SPDX-License-Identifier: MIT
#pragma once

#include "binding/port_rules.hpp"
#include "child_process.hpp"
#include "program_clock.hpp"

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

/// A program that cannot be worked with. what() says what is wrong and what to do.
class ProgramError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// What a run does when its program ends, leaves, restarts or does not answer in time.
enum class OnLoss {
    fail,      ///< the run ends
    wait,      ///< simulated time stands still until the program is back
    failsafe,  ///< the vehicle is braked, in simulated time, until the program is back
};

struct ProgramOptions {
    ddc::Id reference_id = ddc::first_program_id;
    std::chrono::milliseconds start_timeout{10'000};
    /// Of a cycle in measured mode; nothing: waits without end, for a program in a debugger.
    std::optional<std::chrono::milliseconds> answer_timeout{2'000};
    /// What messages call the two where the user sets them.
    const char* start_timeout_name = "start_timeout_s";
    const char* answer_timeout_name = "answer_timeout_s";
    OnLoss on_loss = OnLoss::fail;
    ddc::interface::EntryOrder order = ddc::interface::EntryOrder::current;
    /// Of a program that asks for torque.
    autohyu::PedalMap pedals;
    /// Of the world that it drives in.
    WorldOrigin origin;
    /// Of ports that are not known by their names.
    PortRules ports;
    /// Outputs that are not finite are not refused here: a filter keeps them from the vehicle.
    bool passes_non_finite = false;
};

class ProgramProxy;
class SocketCarrier;

/// One program as the gateway reaches it.
struct ProgramPeer {
    ddc::Table& table;
    ProgramOptions options;
    /// Null if the gateway does not start the program.
    ChildProcess* child;
    /// Ends every wait when it becomes true.
    const std::atomic<bool>& stop;
    /// Told for whom the gateway waits, about once a second.
    std::function<void(const std::string&)> report;
    /// Of its entries, the header's at first; null if it needs none.
    ddc::Claim* claim = nullptr;
    /// Of its SOCKET ports; null if none is connected to anything.
    SocketCarrier* sockets = nullptr;
    const ProgramClock& clock = real_clock();
    /// Null if the program is behind the DDC itself.
    const ProgramProxy* proxy = nullptr;
    /// is_header_empty() before `child` was started.
    std::optional<bool> was_empty_before_start{};
    /// `child` was kept from the run before: its entries are empty until it has reset itself,
    /// within its answer time-out.
    bool is_kept = false;

    /// Sets the flags as a program that starts must find them. To be called before the program is
    /// started, or the first that it says may be lost; without that the handshake does it.
    void prepare_start();
    ddc::Status reset_flags();

    ddc::Id id(ddc::Id offset) const {
        return options.reference_id + ddc::interface::header_offset(offset, options.order);
    }
    /// How long to wait for it at the start of the run.
    std::chrono::milliseconds start_limit() const {
        return is_kept ? options.answer_timeout.value_or(options.start_timeout)
                       : options.start_timeout;
    }
    /// "the program (pid 7) ended with exit code 3", if the gateway started it and it has ended.
    std::optional<std::string> process_ended() const;
    /// The same, or why its proxy stands for it no more.
    std::optional<std::string> lost() const;
    /// Changes when the header is written anew, which only a program that starts does.
    std::uint64_t header_writes() const;
    /// No program has left one there.
    bool is_header_empty() const;
};

/// Each on a line of its own, indented.
std::string as_lines(const std::vector<std::string>& texts);
/// "1.5 s"
std::string seconds_text(std::chrono::nanoseconds time);
using ddc::interface::hex;

}  // namespace gateway
