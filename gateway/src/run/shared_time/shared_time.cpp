// SPDX-License-Identifier: MIT
#include "shared_time.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace gateway {

SharedTime::SharedTime(std::vector<std::string> names, const std::atomic<bool>& stop)
    : names_(std::move(names)),
      stop_(stop),
      sleepers_(names_.size()),
      announced_(names_.size(), SimTime(-1)) {}

void SharedTime::announce(std::size_t participant, SimTime time) {
    share(participant, [&] { announced_[participant] = std::max(announced_[participant], time); });
}

bool SharedTime::await_others(std::size_t participant, SimTime time, const Log& log) {
    const auto laggard = [&]() -> Laggard {
        for (std::size_t other = 0; other < announced_.size(); ++other)
            if (other != participant && announced_[other] < time) return other;
        return std::nullopt;
    };
    return await(laggard, log) == Wait::done;
}

std::size_t SharedTime::first() const {
    std::size_t index = 0;
    while (has_left(index)) ++index;
    return index;
}

void SharedTime::report(std::size_t index, SteadyTime since, const Log& log) const {
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - since;
    log(fmt::format("waiting for '{}', with which it shares the simulated time, for {:.1f} s",
                    names_[index], waited.count()));
}

}  // namespace gateway
