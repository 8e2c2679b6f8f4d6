// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/protocol/vds1/client.hpp>
#include "board/vehicle_board.hpp"
#include "http/json_text.hpp"

#include <nlohmann/json_fwd.hpp>

namespace gateway::studio {

/// A vehicle in another process, reached over VDS1. It receives STATEs, and sends the last manual
/// command as CMDs until the command times out after half a second. Not thread-safe.
class PeerVehicle {
  public:
    /// @throws std::invalid_argument, std::runtime_error as vds1::Client does
    /// @param is_attached the process was not started by the studio
    PeerVehicle(std::string name, const vds1::ClientOptions& options, bool is_attached);

    /// Receives STATEs, and repeats the current command. Call it often.
    void update(SteadyTime now);
    int descriptor() const { return client_.descriptor(); }
    /// Sends a command with the values of a body of POST /api/io, and the previous ones for the
    /// rest. @throws data_port::Refusal
    void drive(const nlohmann::json& body, SteadyTime now);

    const std::string& name() const { return name_; }
    bool has_state() const { return client_.has_state(); }
    /// Number of STATEs received.
    std::uint64_t count() const { return client_.statistics().taken; }
    /// Writes the members of the reply to GET /api/state.
    /// @param is_paused the process is paused
    void write(data_port::JsonText& json, SteadyTime now, bool is_paused) const;
    /// Writes the members of its entry in `fleet`.
    void write_place(data_port::JsonText& json, SteadyTime now) const;

    bool is_driven(SteadyTime now) const;
    /// Pedals of the last manual command; null if there was none.
    const PedalCommand* held_pedals() const { return held_ ? &held_->pedals : nullptr; }

  private:
    void write_command(data_port::JsonText& json, const vds1::State& state, SteadyTime now) const;
    void write_comms(data_port::JsonText& json, SteadyTime now) const;
    void write_part(data_port::JsonText& json, SteadyTime now, bool is_paused) const;
    void send(SteadyTime now);
    const char* light(SteadyTime now) const;

    std::string name_, host_;
    std::uint16_t cmd_port_;
    bool is_attached_;
    vds1::Client client_;
    std::optional<data_port::IoCommand> held_;  ///< the last manual command
};

}  // namespace gateway::studio
