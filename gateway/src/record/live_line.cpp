// SPDX-License-Identifier: MIT
#include "live_line.hpp"

#include <spdlog/fmt/fmt.h>

namespace gateway {
namespace {

constexpr std::chrono::seconds interval{1};

}  // namespace

LiveLine::LiveLine(const LiveSources& sources, const Log& log)
    : sources_(sources),
      next_(std::chrono::steady_clock::now() + interval),
      teller_([this, log](const Numbers& numbers) {
          log(text(numbers, before_));
          before_ = numbers;
      }) {
    before_.taken_at = std::chrono::steady_clock::now();
}

void LiveLine::after_turn(const TurnRecord& record) {
    const SteadyTime now = std::chrono::steady_clock::now();
    if (now >= next_ && teller_.try_offer(gather(record, now))) next_ = now + interval;
}

LiveLine::Numbers LiveLine::gather(const TurnRecord& record, SteadyTime now) const {
    const RealTimeRunner& runner = sources_.pacer.runner();
    Numbers n;
    n.taken_at = now;
    n.sim_time = record.now;
    n.turns = sources_.statistics.turns();
    n.skipped = runner.counters().skipped;
    n.lateness_p99_us = runner.lateness().percentiles_us().p99;
    const ControllerStatus status = sources_.controller.status();
    if (status.output_age)
        n.output_age_ms = std::chrono::duration<double, std::milli>(*status.output_age).count();
    n.program = status.state;
    n.is_manual = status.is_manual;
    n.is_fresh = record.feedback.is_fresh;
    n.is_failsafe = record.turn.is_failsafe;
    if (sources_.link == nullptr) return n;
    n.is_remote = true;
    n.state_rate_hz = sources_.link->state_rate_hz;
    n.round_trip_p50_us = sources_.link->round_trip.percentiles_us().p50;
    n.states_lost = sources_.link->lost;
    n.states_not_ours = sources_.link->other_vehicle;
    n.is_ignored = sources_.link->is_ignored;
    return n;
}

std::string LiveLine::text(const Numbers& now, const Numbers& before) {
    const double seconds = std::chrono::duration<double>(now.taken_at - before.taken_at).count();
    const std::string not_ours =
        now.states_not_ours > 0 ? fmt::format(", {} not ours", now.states_not_ours) : "";
    const std::string link =
        !now.is_remote
            ? ""
            : fmt::format(", STATE {:.0f}/s, {} lost{}, round trip {:.1f} ms{}", now.state_rate_hz,
                          now.states_lost, not_ours, now.round_trip_p50_us * 1e-3,
                          now.is_ignored ? ", CMDs IGNORED" : "");
    const std::string outputs =
        now.output_age_ms ? fmt::format("{:.1f} ms old", *now.output_age_ms) : "none yet";
    return fmt::format(
        "{:.1f} s, {:.1f} turns/s, late p99 {:.0f} us, {} skipped, program {}, outputs {}{}{}{}{}",
        std::chrono::duration<double>(now.sim_time).count(),
        static_cast<double>(now.turns - before.turns) / seconds, now.lateness_p99_us, now.skipped,
        now.program, outputs, link, now.is_manual ? ", MANUAL" : "",
        now.is_failsafe ? ", FAIL-SAFE" : "", now.is_fresh ? "" : ", operation_mode FAIL");
}

}  // namespace gateway
