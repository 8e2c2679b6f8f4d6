// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/rules.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace gateway::vehicle_interface {

/// Checks whether requested values are reported in time. Repeating a request does not restart its
/// time. A request for the present value cancels the request before it, and a report of the
/// requested value completes it.
class Transitions {
  public:
    void demand(const VehicleStateCommand& command, const VehicleStateReport& report) noexcept {
        const Values wanted = values_of(command), now = values_of(report);
        for (std::size_t i = 0; i < fields; ++i) {
            const bool is_flag = i >= codes;
            if (!is_flag && wanted[i] == 0) continue;
            if (wanted[i] == now[i])
                pending_[i].reset();
            else if (!pending_[i] || pending_[i]->value != wanted[i])
                pending_[i] = Demand{wanted[i], command.stamp};
        }
    }

    Outcome check(const VehicleStateReport& report, Stamp timeout) noexcept {
        const Values now = values_of(report);
        bool is_late = false;
        for (std::size_t i = 0; i < fields; ++i) {
            if (!pending_[i]) continue;
            if (pending_[i]->value == now[i])
                pending_[i].reset();
            else if (report.stamp - timeout > pending_[i]->stamp)
                is_late = true;
        }
        return is_late ? action(Report::state_transition_timeout) : no_action;
    }

    void forget() noexcept { *this = {}; }

  private:
    static constexpr std::size_t codes = 5, fields = 7;
    using Values = std::array<std::uint8_t, fields>;
    struct Demand {
        std::uint8_t value;
        Stamp stamp;
    };

    template <class State>
    static Values values_of(const State& state) noexcept {
        return {static_cast<std::uint8_t>(state.gear),
                static_cast<std::uint8_t>(state.blinker),
                static_cast<std::uint8_t>(state.headlight),
                static_cast<std::uint8_t>(state.wiper),
                static_cast<std::uint8_t>(state.mode),
                state.horn,
                state.hand_brake};
    }

    std::array<std::optional<Demand>, fields> pending_;
};

}  // namespace gateway::vehicle_interface
