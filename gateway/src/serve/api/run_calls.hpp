// SPDX-License-Identifier: MIT
#pragma once

#include "board/log_board.hpp"
#include "http/router.hpp"
#include "run_view.hpp"

#include <nlohmann/json_fwd.hpp>

#include <chrono>

namespace gateway::data_port {

/// @throws Refusal if there is none, with those that there are
ViewedVehicle& vehicle_named(const RunView& view, const std::string& id_or_name);
/// The vehicle that a body names, by its number or its name; without one the first.
ViewedVehicle& vehicle_named(const RunView& view, const nlohmann::json& body);
/// Of all vehicles, to be a part of a problem.
std::string vehicles_json(const RunView& view);

/// Sets what a body names of a command; the rest stays. @throws Refusal for a value that is none
void take_command(const nlohmann::json& body, IoCommand& command);

/// A person's command: what the body names of it, the rest as it was.
/// @return its number
/// @throws Refusal for a value that is none
std::uint64_t give_command(const RunView& view, ViewedVehicle& vehicle, const nlohmann::json& body);

/// How often a stream that has nothing new still tells the time since.
constexpr std::chrono::milliseconds longest_silence_of_stream{500};
/// The events a second that `?rate=` asks for, 1 to 60; without it 20. @throws Refusal
double stream_rate_hz(const Target& target);

/// What the data port of a run or a plant answers. Belongs to the port's thread.
class RunCalls {
  public:
    /// All outlive it.
    RunCalls(RunView& view, const LogBoard& log) : view_(view), log_(log) {}

    void add_to(Router& router);
    /// Those of a run, which has a table.
    void add_tables_to(Router& router);

    /// Answers {"do": "reset"}; empty: it is refused.
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
    Answer when_heard(ViewedVehicle& vehicle, std::uint64_t number);
    Answer obeyed(const RunRequest& request);

    RunView& view_;
    const LogBoard& log_;
};

}  // namespace gateway::data_port
