// SPDX-License-Identifier: MIT
#include "value_kinds.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

namespace gateway {
namespace {

constexpr std::size_t most_samples = 100'000;

/// Keeps the samples of the last `delay`, at most most_samples.
class Delay : public ValueFault {
  public:
    Delay(SimTime delay, const ValueTarget& target) : delay_(delay), elements_(target.elements) {
        const auto needed = delay / target.shortest_cycle + 2;
        const auto samples = std::min<std::size_t>(static_cast<std::size_t>(needed), most_samples);
        times_.resize(samples);
        values_.resize(samples * elements_);
    }

    double faulty(const ValueMoment& at, std::size_t element, double true_value) noexcept override {
        if (element == 0) begin_sample(at.now);
        values_[newest_ * elements_ + element] = true_value;
        return values_[oldest_ * elements_ + element];
    }

  private:
    std::size_t after(std::size_t sample) const { return (sample + 1) % times_.size(); }

    /// `oldest_` becomes the newest sample that is old enough, or the first one.
    void begin_sample(SimTime now) noexcept {
        newest_ = is_empty_ ? 0 : after(newest_);
        if (newest_ == oldest_ && !is_empty_) oldest_ = after(oldest_);
        is_empty_ = false;
        times_[newest_] = now;
        while (oldest_ != newest_ && times_[after(oldest_)] + delay_ <= now)
            oldest_ = after(oldest_);
    }

    SimTime delay_;
    std::size_t elements_;
    std::vector<SimTime> times_;
    std::vector<double> values_;  ///< of all elements, sample by sample
    std::size_t oldest_ = 0, newest_ = 0;
    bool is_empty_ = true;
};

}  // namespace

std::unique_ptr<ValueFault> create_delay(SimTime delay, const ValueTarget& target) {
    return std::make_unique<Delay>(delay, target);
}

const ValueFaultKind delay_kind{
    {"delay",
     "Delays the value by a simulated time.",
     value_sides(),
     {{"delay_s", "The delay, in s.", {1e-6, 60}}}},
    [](const Fault& fault, const ValueTarget& target) {
        return create_delay(
            std::chrono::round<SimTime>(std::chrono::duration<double>(fault.value("delay_s"))),
            target);
    }};

}  // namespace gateway
