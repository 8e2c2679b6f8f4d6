// SPDX-License-Identifier: MIT
#include "private_table.hpp"

#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>

namespace gateway::fmu {

ddc::TableOptions private_table() {
    std::uint32_t any = 0;
    static_cast<void>(::getrandom(&any, sizeof any, 0));
    std::array<char, 48> name{};
    std::snprintf(name.data(), name.size(), "fmu-%d-%08x", static_cast<int>(::getpid()), any);
    ddc::TableOptions options;
    options.name = name.data();
    options.group.clear();
    return options;
}

}  // namespace gateway::fmu
