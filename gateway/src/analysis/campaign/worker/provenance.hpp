// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gateway::campaign {

/// What a worker is and where it works, as JSON: version, host, processor, kernel, C library, time
/// of its start, and what the engine that started it says of itself.
std::string provenance();

}  // namespace gateway::campaign
