// SPDX-License-Identifier: MIT
#pragma once

#include "board/log_board.hpp"
#include "http/router.hpp"
#include "run_view.hpp"

#include <nlohmann/json_fwd.hpp>

#include <chrono>

namespace gateway::data_port {

/// @throws Refusal with the existing vehicles if there is no such vehicle
ViewedVehicle& vehicle_named(const RunView& view, const std::string& id_or_name);
/// The vehicle in a body, by number or name; the first vehicle by default.
ViewedVehicle& vehicle_named(const RunView& view, const nlohmann::json& body);
/// The ids of all vehicles, as a member of a problem.
std::string vehicles_json(const RunView& view);

/// Reads the values of a body into a command; other values remain. @throws Refusal for an invalid
/// value
void read_command(const nlohmann::json& body, IoCommand& command);

/// Sends a manual command: the values of the body, and the previous ones for the rest.
/// @return its number
/// @throws Refusal for an invalid value
std::uint64_t send_command(const RunView& view, ViewedVehicle& vehicle, const nlohmann::json& body);

/// Longest time between events of a stream without new data.
constexpr std::chrono::milliseconds longest_silence_of_stream{500};
/// The rate in `?rate=`, from 1 to 60 events per second; the default is 20. @throws Refusal
double stream_rate_hz(const Target& target);

/// The calls that the data ports of a run and of vdsim_realtime have in common. Called in the
/// port's thread.
class RunCalls {
  public:
    /// All parameters must outlive it.
    RunCalls(RunView& view, const LogBoard& log) : view_(view), log_(log) {}

    void add_to(Router& router);
    /// Adds the calls for the table, which only a run has.
    void add_tables_to(Router& router);

    /// Handles {"do": "reset"}. Empty: the request is rejected.
    std::function<Answer(const nlohmann::json& body)> reset;

  private:
    Answer state(const Call& call);
    Answer stream(const Call& call);
    Answer metrics();
    Answer stats();
    Answer tables() const;
    Answer table_of(const Call& call) const;
    Answer control(const Call& call);
    Answer io(const Call& call);

    ViewedVehicle& chosen(const Call& call) const;
    Answer when_recent(ViewedVehicle& vehicle);
    Answer when_accepted(ViewedVehicle& vehicle, std::uint64_t number);
    Answer handle(const RunRequest& request);

    RunView& view_;
    const LogBoard& log_;
};

}  // namespace gateway::data_port
