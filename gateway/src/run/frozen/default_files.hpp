// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gateway {

/// The file with the values that a vehicle has without a key of that name ("parameters", "tyre",
/// ...), or null if there is none.
const char* default_file(const std::string& key);

}  // namespace gateway
