// SPDX-License-Identifier: MIT
#pragma once

#include "../output/status_line.hpp"
#include "comparison.hpp"

namespace gateway {

/// @throws std::invalid_argument
Comparison compare_traces(const std::string& a, const std::string& b, const Tolerances& tolerances,
                          const Log& log, StatusLine& status);

}  // namespace gateway
