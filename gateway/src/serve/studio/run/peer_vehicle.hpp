// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/protocol/vds1/client.hpp>
#include "board/vehicle_board.hpp"
#include "http/json_text.hpp"

#include <nlohmann/json_fwd.hpp>

namespace gateway::studio {

/// A vehicle in another process that speaks VDS1: its STATEs are received, and what a person asks
/// for is sent on as CMDs, until nothing was asked for half a second. Belongs to one thread.
class PeerVehicle {
  public:
    /// @throws std::invalid_argument, std::runtime_error as vds1::Client does
    /// @param is_attached another has started it
    PeerVehicle(std::string name, const vds1::ClientOptions& options, bool is_attached);

    /// Takes STATEs, and sends the command that is in force once more; to be called often.
    void look(SteadyTime now);
    int descriptor() const { return client_.descriptor(); }
    /// What a body of POST /api/io names; the rest stays. @throws data_port::Refusal
    void drive(const nlohmann::json& body, SteadyTime now);

    const std::string& name() const { return name_; }
    bool has_state() const { return client_.has_state(); }
    /// How many STATEs have come.
    std::uint64_t count() const { return client_.statistics().taken; }
    /// Members of the answer to GET /api/state.
    /// @param is_paused time stands still there
    void write(data_port::JsonText& json, SteadyTime now, bool is_paused) const;
    /// Members of its row of the fleet.
    void write_place(data_port::JsonText& json, SteadyTime now) const;

    bool is_driven(SteadyTime now) const;
    /// What was asked for last; null: nothing was.
    const PedalCommand* asked() const { return held_ ? &held_->pedals : nullptr; }

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
    std::optional<data_port::IoCommand> held_;  ///< what was asked for last
};

}  // namespace gateway::studio
