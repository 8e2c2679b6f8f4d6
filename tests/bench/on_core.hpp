// SPDX-License-Identifier: MIT
#pragma once

#include <sched.h>

#include <cstddef>

namespace bench {

/// Binds this thread to one of its available cores during the life of this object. Otherwise the
/// kernel sometimes runs two alternating processes on the same core, which changes the results.
/// Without effect if there are fewer cores.
class OnCore {
  public:
    explicit OnCore(std::size_t index) {
        ::sched_getaffinity(0, sizeof before_, &before_);
        cpu_set_t one;
        CPU_ZERO(&one);
        for (std::size_t core = 0; core < CPU_SETSIZE; ++core)
            if (CPU_ISSET(core, &before_) && index-- == 0) CPU_SET(core, &one);
        if (CPU_COUNT(&one) == 1) ::sched_setaffinity(0, sizeof one, &one);
    }
    ~OnCore() { ::sched_setaffinity(0, sizeof before_, &before_); }
    OnCore(const OnCore&) = delete;
    OnCore& operator=(const OnCore&) = delete;

  private:
    cpu_set_t before_;
};

}  // namespace bench
