// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

namespace gateway {

/// Told what is going on, a sentence at a time; from any thread, never from inside a cycle.
using Log = std::function<void(const std::string&)>;

}  // namespace gateway
