// SPDX-License-Identifier: MIT
#pragma once

#include "evidence.hpp"

#include <string>
#include <vector>

namespace gateway::bench_page {

/// A figure for each of the worst moments: lateness and phases of the periods around it, and what
/// the thread did.
std::string worst_charts(const std::vector<Window>& windows);

}  // namespace gateway::bench_page
