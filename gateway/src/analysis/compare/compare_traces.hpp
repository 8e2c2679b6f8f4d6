// SPDX-License-Identifier: MIT
#pragma once

#include "comparison.hpp"
#include "output/status_line.hpp"

namespace gateway {

/// @throws std::invalid_argument
Comparison compare_traces(const std::string& a, const std::string& b, const Tolerances& tolerances,
                          const Log& log, StatusLine& status);

}  // namespace gateway
