// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <string>

namespace tests {

/// A DDS domain number that no other process uses.
inline std::string domain() {
    return std::to_string(1 + ::getpid() % 100);
}

}  // namespace tests
