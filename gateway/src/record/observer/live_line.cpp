// SPDX-License-Identifier: MIT
#include "live_line.hpp"

#include <spdlog/fmt/fmt.h>

namespace gateway {
namespace {

constexpr std::chrono::seconds interval{1};

double milliseconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

/// A number with its unit, or "-".
std::string with_unit(std::optional<double> value, int digits, const char* unit) {
    return value ? fmt::format("{:.{}f} {}", *value, digits, unit) : "-";
}

std::string text_of(const LiveVds1& link) {
    const std::string not_ours =
        link.states_not_ours > 0 ? fmt::format(", {} of other vehicles", link.states_not_ours) : "";
    const std::string late = link.states_late > 0 ? fmt::format(", {} late", link.states_late) : "";
    return fmt::format(", STATE {:.0f}/s, {}, lag p99 {}, {} lost{}{}, round trip {}{}",
                       link.states_per_s, with_unit(link.state_age_ms, 1, "ms old"),
                       with_unit(link.state_lag_p99_ms, 1, "ms"), link.states_lost, late, not_ours,
                       with_unit(link.round_trip_p50_ms, 1, "ms"),
                       link.is_ignored ? ", CMDs IGNORED" : "");
}

}  // namespace

std::string live_text(const LiveNumbers& n) {
    return fmt::format(
        "{:.1f} s, {:.1f} cycles/s, late p99 {}, {} skipped, program {}, outputs {}{}{}{}{}",
        std::chrono::duration<double>(n.sim_time).count(), n.cycles_per_s,
        with_unit(n.lateness_p99_us, 0, "us"), n.skipped, name_of(n.program),
        n.output_age_ms ? with_unit(n.output_age_ms, 1, "ms old") : "none yet",
        n.link ? text_of(*n.link) : "", n.is_manual ? ", MANUAL" : "",
        n.is_failsafe ? ", FAIL-SAFE" : "", n.is_fresh ? "" : ", operation_mode FAIL");
}

LiveLine::LiveLine(const LiveSources& sources, const Log& log)
    : sources_(sources),
      next_(std::chrono::steady_clock::now() + interval),
      before_(count(std::chrono::steady_clock::now())),
      log_thread_([log](const LiveNumbers& numbers) {
          log({LogLevel::status, "gateway", live_text(numbers)});
      }) {}

void LiveLine::after_cycle(const CycleRecord& record) {
    const SteadyTime now = std::chrono::steady_clock::now();
    if (now < next_) return;
    const Counts counts = count(now);
    if (!log_thread_.try_offer(compare(counts, record))) return;
    before_ = counts;
    next_ = now + interval;
}

LiveLine::Counts LiveLine::count(SteadyTime now) const {
    Counts counts{now, sources_.statistics.cycles(), 0, sources_.pacer.runner().lateness(), {}, {}};
    if (sources_.link == nullptr) return counts;
    counts.states = sources_.link->statistics().taken;
    counts.round_trip = sources_.link->statistics().round_trip;
    counts.state_lag = sources_.link->statistics().lag;
    return counts;
}

LiveNumbers LiveLine::compare(const Counts& counts, const CycleRecord& record) const {
    const double seconds =
        std::chrono::duration<double>(counts.taken_at - before_.taken_at).count();
    LiveNumbers n;
    n.sim_time = record.now;
    n.cycles_per_s = static_cast<double>(counts.cycles - before_.cycles) / seconds;
    const Percentiles lateness = counts.lateness.since(before_.lateness).percentiles_us();
    if (lateness.count > 0) n.lateness_p99_us = lateness.p99;
    n.skipped = sources_.pacer.runner().counters().skipped;
    const ControllerStatus status = sources_.controller.status();
    if (status.output_age) n.output_age_ms = milliseconds(*status.output_age);
    n.program = status.state;
    n.is_manual = status.is_manual;
    n.is_fresh = record.feedback.is_fresh;
    n.is_failsafe = record.cycle.is_failsafe;
    if (sources_.link != nullptr) n.link = compare_link(counts, seconds);
    return n;
}

LiveVds1 LiveLine::compare_link(const Counts& counts, double seconds) const {
    const vds1::Client& client = *sources_.link;
    LiveVds1 link;
    link.states_per_s = static_cast<double>(counts.states - before_.states) / seconds;
    if (client.has_state()) link.state_age_ms = milliseconds(client.age(counts.taken_at));
    const Percentiles round_trip = counts.round_trip.since(before_.round_trip).percentiles_us();
    if (round_trip.count > 0) link.round_trip_p50_ms = round_trip.p50 * 1e-3;
    const Percentiles lag = counts.state_lag.since(before_.state_lag).percentiles_us();
    if (lag.count > 0) link.state_lag_p99_ms = lag.p99 * 1e-3;
    link.states_late = client.statistics().late;
    link.states_lost = client.statistics().lost;
    link.states_not_ours = client.statistics().other_vehicle;
    link.is_ignored = client.statistics().is_ignored;
    return link;
}

}  // namespace gateway
