// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

namespace gateway {

/// Receives messages for the user, one sentence per call. Called from any thread, never within a
/// cycle.
using Log = std::function<void(const std::string&)>;

}  // namespace gateway
