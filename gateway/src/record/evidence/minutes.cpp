// SPDX-License-Identifier: MIT
#include "minutes.hpp"

#include "distribution.hpp"

namespace gateway {
namespace {

constexpr std::size_t minutes_of_a_day = 1440;

}  // namespace

void Minutes::add(const Period& period) {
    const std::int64_t minute = period.at / std::chrono::minutes(1);
    if (minute != minute_ && periods_ > 0) {
        ended_.push_back(current());
        if (ended_.size() > minutes_of_a_day) ended_.pop_front();
        periods_ = overruns_ = 0;
        values_ = {};
    }
    minute_ = minute;
    ++periods_;
    if (period.is_overrun) ++overruns_;
    for (std::size_t i = 0; i < measure_count; ++i)
        if (const auto value = period.value(static_cast<Measure>(i))) values_[i].add(*value);
}

nlohmann::ordered_json Minutes::to_json() const {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const auto& minute : ended_) all.push_back(minute);
    if (periods_ > 0) all.push_back(current());
    return all;
}

nlohmann::ordered_json Minutes::current() const {
    nlohmann::ordered_json json{
        {"t_s", minute_ * 60}, {"periods", periods_}, {"overruns", overruns_}};
    for (std::size_t i = 0; i < measure_count; ++i)
        json[key_of(static_cast<Measure>(i))] = percentiles_json(values_[i]);
    return json;
}

}  // namespace gateway
