// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <string>

namespace tests {

/// A DDS domain for this process alone, as far as its number goes.
inline std::string domain() {
    return std::to_string(1 + ::getpid() % 100);
}

}  // namespace tests
