// SPDX-License-Identifier: MIT
#include "moments.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace gateway {
namespace {

constexpr std::size_t most_moments = 10;
constexpr std::size_t most_counts = 64;
constexpr std::chrono::milliseconds half_width{50};

constexpr const char* columns[] = {"t_s",      "lateness_us", "inputs_us",    "wait_us",
                                   "read_us",  "convert_us",  "observers_us", "act_us",
                                   "sleep_us", "vehicle_us"};

/// Rounded to nanoseconds.
double us(float value) {
    return std::round(static_cast<double>(value) * 1e3) * 1e-3;
}

nlohmann::ordered_json row_of(const Period& period) {
    nlohmann::ordered_json row{std::chrono::duration<double>(period.at).count(),
                               us(period.lateness_us())};
    for (const float phase_us : period.phases_us) row.push_back(us(phase_us));
    return row;
}

nlohmann::ordered_json difference(const ThreadCounts& from, const ThreadCounts& to) {
    return {{"duration_s", std::chrono::duration<double>(to.read_at - from.read_at).count()},
            {"voluntary_switches", to.voluntary_switches - from.voluntary_switches},
            {"involuntary_switches", to.involuntary_switches - from.involuntary_switches},
            {"minor_faults", to.minor_faults - from.minor_faults},
            {"major_faults", to.major_faults - from.major_faults},
            {"run_us", static_cast<double>(to.run_ns - from.run_ns) * 1e-3},
            {"wait_us", static_cast<double>(to.wait_ns - from.wait_ns) * 1e-3}};
}

}  // namespace

void Moments::add(const Period& period) {
    if (open_ && period.began > open_->peak.began + half_width) close();
    while (!recent_.empty() && recent_.front().began < period.began - half_width)
        recent_.pop_front();
    recent_.push_back(period);
    const bool is_later = !open_ || period.lateness_us() > open_->peak.lateness_us();
    if (is_later && is_worst(period))
        open(period);
    else if (open_)
        open_->periods.push_back(period);
}

bool Moments::is_worst(const Period& period) const {
    return worst_.size() < most_moments || period.lateness_us() > worst_.back().peak.lateness_us();
}

void Moments::open(const Period& period) {
    open_ = Moment{period, {recent_.begin(), recent_.end()}, {}, {}};
    open_->before = counts_before(open_->periods.front().began);
}

void Moments::close() {
    const auto place = std::upper_bound(
        worst_.begin(), worst_.end(), *open_, [](const Moment& left, const Moment& right) {
            return left.peak.lateness_us() > right.peak.lateness_us();
        });
    worst_.insert(place, std::move(*open_));
    if (worst_.size() > most_moments) worst_.pop_back();
    open_.reset();
}

void Moments::add(const ThreadCounts& counts) {
    for (Moment& moment : worst_)
        if (!moment.after && counts.read_at >= moment.periods.back().began) moment.after = counts;
    counts_.push_back(counts);
    if (counts_.size() > most_counts) counts_.pop_front();
}

/// The last counts before that time.
std::optional<ThreadCounts> Moments::counts_before(SteadyTime time) const {
    std::optional<ThreadCounts> last;
    for (const ThreadCounts& counts : counts_)
        if (counts.read_at <= time) last = counts;
    return last;
}

void Moments::finish() {
    if (open_) close();
}

nlohmann::ordered_json Moments::to_json() const {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const Moment& moment : worst_) all.push_back(to_json(moment));
    return all;
}

nlohmann::ordered_json Moments::to_json(const Moment& moment) {
    nlohmann::ordered_json json{{"t_s", std::chrono::duration<double>(moment.peak.at).count()},
                                {"lateness_us", us(moment.peak.lateness_us())},
                                {"thread", nullptr},
                                {"columns", columns},
                                {"periods", nlohmann::ordered_json::array()}};
    if (moment.before && moment.after) json["thread"] = difference(*moment.before, *moment.after);
    for (const Period& period : moment.periods) json["periods"].push_back(row_of(period));
    return json;
}

}  // namespace gateway
