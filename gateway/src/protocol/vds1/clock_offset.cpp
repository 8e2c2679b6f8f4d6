// SPDX-License-Identifier: MIT
#include "clock_offset.hpp"

#include <algorithm>
#include <cmath>

namespace gateway::vds1 {
namespace {

constexpr std::size_t fewest_seconds = 3, fewest_for_drift = 10;
constexpr int late_seconds_of_jump = 5;
constexpr double jump_s = 0.01;
/// Beyond the first one the peer's time has another scale; no clock drifts more than the second.
constexpr double largest_slope = 0.02, largest_drift = 500e-6;
constexpr std::chrono::seconds standstill{1};
/// Keeps all differences finite, whatever a peer sends.
constexpr double longest_s = 1e9;

double in_seconds(SteadyTime::duration duration) {
    return std::chrono::duration<double>(duration).count();
}

}  // namespace

void ClockOffset::restart() noexcept {
    *this = ClockOffset(scale_);
}

std::optional<std::chrono::nanoseconds> ClockOffset::on_packet(double timestamp_s,
                                                               SteadyTime arrival) noexcept {
    const bool is_at_standstill = has_begun_ && arrival - last_at_ >= standstill;
    if (has_begun_ && timestamp_s == last_s_ && is_at_standstill) {
        is_estimating_ = false;
        return std::nullopt;
    }
    if (!has_begun_ || is_jump(timestamp_s, arrival)) begin(timestamp_s, arrival);
    if (timestamp_s != last_s_) last_at_ = arrival;
    last_s_ = timestamp_s;
    add(difference(timestamp_s, arrival));
    if (!is_estimating_) return std::nullopt;
    const double lag_s = newest_.difference_s - line_s(newest_.at_s);
    return std::chrono::nanoseconds(std::llround(std::max(lag_s, 0.0) * 1e9));
}

/// Whether the packet cannot be of the clock that was observed before.
bool ClockOffset::is_jump(double timestamp_s, SteadyTime arrival) const noexcept {
    if (timestamp_s < last_s_) return true;
    const bool was_at_standstill =
        timestamp_s != last_s_ && !is_estimating_ && arrival - last_at_ >= standstill;
    const Minimum packet = difference(timestamp_s, arrival);
    return was_at_standstill ||
           (is_estimating_ &&
            packet.difference_s < estimated_floor_s_ + slope_ * packet.at_s - jump_s);
}

/// Packets that are read together may have arrived in another order; then they count as
/// simultaneous.
ClockOffset::Minimum ClockOffset::difference(double timestamp_s,
                                             SteadyTime arrival) const noexcept {
    const double at_s = std::max(in_seconds(arrival - first_at_), newest_.at_s);
    const double sent_s = (timestamp_s - first_s_) / scale_;
    return {at_s, at_s - std::clamp(sent_s, -longest_s, longest_s)};
}

void ClockOffset::begin(double timestamp_s, SteadyTime arrival) noexcept {
    restart();
    has_begun_ = true;
    first_s_ = last_s_ = timestamp_s;
    first_at_ = last_at_ = arrival;
}

void ClockOffset::add(const Minimum& packet) noexcept {
    newest_ = packet;
    const auto second = static_cast<std::int64_t>(packet.at_s);
    if (second != second_) {
        close_second();
        second_ = second;
        best_ = packet;
    } else if (packet.difference_s < best_.difference_s) {
        best_ = packet;
    }
    if (is_estimating_) floor_s_ = std::min(floor_s_, packet.difference_s - slope_ * packet.at_s);
}

/// A second in which all packets were late is not evidence of the clock, unless many follow.
void ClockOffset::close_second() noexcept {
    const bool is_late = is_estimating_ && best_.difference_s > line_s(best_.at_s) + jump_s;
    late_seconds_ = is_late ? late_seconds_ + 1 : 0;
    if (late_seconds_ >= late_seconds_of_jump) {
        count_ = 0;
        late_seconds_ = 0;
        is_estimating_ = false;
    }
    if (late_seconds_ > 0) return;
    minima_[count_++ % capacity] = best_;
    if (count_ >= fewest_seconds) estimate();
}

void ClockOffset::estimate() noexcept {
    const double slope = median_slope();
    is_estimating_ = std::abs(slope) < largest_slope;
    if (!is_estimating_) {
        count_ = 0;
        return;
    }
    slope_ = count_ < fewest_for_drift ? 0 : std::clamp(slope, -largest_drift, largest_drift);
    const auto end = minima_.begin() + static_cast<std::ptrdiff_t>(std::min(count_, capacity));
    floor_s_ = newest_.difference_s - slope_ * newest_.at_s;
    for (auto minimum = minima_.begin(); minimum != end; ++minimum)
        floor_s_ = std::min(floor_s_, minimum->difference_s - slope_ * minimum->at_s);
    estimated_floor_s_ = floor_s_;
}

double ClockOffset::median_slope() const noexcept {
    std::array<double, capacity*(capacity - 1) / 2> slopes{};
    auto end = slopes.begin();
    const std::size_t size = std::min(count_, capacity);
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = i + 1; j < size; ++j) {
            const Minimum &a = minima_[i], &b = minima_[j];
            *end++ = (b.difference_s - a.difference_s) / (b.at_s - a.at_s);
        }
    const auto median = slopes.begin() + (end - slopes.begin()) / 2;
    std::nth_element(slopes.begin(), median, end);
    return *median;
}

double ClockOffset::offset_s() const noexcept {
    return first_s_ / scale_ - in_seconds(first_at_.time_since_epoch()) - line_s(newest_.at_s);
}

}  // namespace gateway::vds1
