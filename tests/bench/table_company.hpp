// SPDX-License-Identifier: MIT
#pragma once

#include "bench.hpp"

#include <ddc/table.hpp>

namespace bench {

/// The cost of an operation while another process uses the same table, and round trips of two
/// processes.
void add_concurrent_results(ddc::Table& table, std::vector<Result>& results);

}  // namespace bench
