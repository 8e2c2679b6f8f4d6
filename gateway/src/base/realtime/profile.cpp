// SPDX-License-Identifier: MIT
#include <gateway/base/profile.hpp>

#include <spdlog/fmt/fmt.h>

#include <ostream>

namespace gateway {

const char* name_of(Phase phase) noexcept {
    switch (phase) {
        case Phase::inputs:
            return "inputs";
        case Phase::wait:
            return "wait for the program";
        case Phase::read:
            return "read";
        case Phase::convert:
            return "convert";
        case Phase::observers:
            return "observers";
        case Phase::act:
            return "act";
        case Phase::sleep:
            return "sleep";
        case Phase::vehicle:
            break;
    }
    return "vehicle";
}

void Profile::mark(Phase phase, Clock::time_point now) noexcept {
    const std::chrono::nanoseconds took = now - last_;
    last_ = now;
    since_taken_[static_cast<std::size_t>(phase)] += took;
    if (keep_ == Keep::last) return;
    Times& times = phases_[static_cast<std::size_t>(phase)];
    times.times.add(took);
    times.total += took;
}

double Profile::share(Phase phase) const noexcept {
    std::chrono::nanoseconds all{0};
    for (const Times& times : phases_) all += times.total;
    return all.count() > 0
               ? static_cast<double>(at(phase).total.count()) / static_cast<double>(all.count())
               : 0;
}

void print(const Profile& profile, std::ostream& out) {
    out << fmt::format("{:<22}{:>10}{:>12}{:>12}{:>8}\n", "phase", "count", "p50 us", "p99 us",
                       "share");
    for (std::size_t i = 0; i < phase_count; ++i) {
        const auto phase = static_cast<Phase>(i);
        const Histogram& times = profile.of(phase);
        const Percentiles us = times.percentiles_us();
        out << fmt::format("{:<22}{:>10}{:>12.3f}{:>12.3f}{:>7.1f}%\n", name_of(phase),
                           times.count(), us.p50, us.p99, 100 * profile.share(phase));
    }
}

}  // namespace gateway
