// SPDX-License-Identifier: MIT
#pragma once

#include "log_board.hpp"
#include "router.hpp"
#include "run_view.hpp"

#include <ddc/table.hpp>

#include <nlohmann/json_fwd.hpp>

namespace gateway::data_port {

/// The vehicle that a body names, by its number or its name; without one the first.
std::string vehicle_of(const nlohmann::json& body);
/// @throws Refusal if there is none, with those that there are
ViewedVehicle& vehicle_named(const RunView& view, const std::string& id_or_name);

/// Sets what a body names of a command; the rest stays. @throws Refusal for a value that is none
void take_command(const nlohmann::json& body, IoCommand& command);

/// A person's command: what the body names of it, the rest as it was.
/// @throws Refusal for a value that is none
void give_command(const RunView& view, ViewedVehicle& vehicle, const nlohmann::json& body);

/// What the data port of a run answers. Belongs to the port's thread.
class RunCalls {
  public:
    /// All outlive it.
    RunCalls(RunView& view, const LogBoard& log) : view_(view), log_(log) {}

    void add_to(Router& router);

    /// From the first program's thread on.
    std::atomic<const ddc::Table*> table{nullptr};

  private:
    Answer state(const Call& call);
    Answer stream(const Call& call);
    Answer stats();
    Answer tables() const;
    Answer table_of(const Call& call) const;
    Answer control(const Call& call);
    Answer io(const Call& call);

    ViewedVehicle& chosen(const Call& call) const;
    Answer when_recent(const ViewedVehicle& vehicle);
    Answer obeyed(const std::string& request);

    RunView& view_;
    const LogBoard& log_;
};

}  // namespace gateway::data_port
