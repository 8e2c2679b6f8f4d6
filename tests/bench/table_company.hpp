// SPDX-License-Identifier: MIT
#pragma once

#include "bench.hpp"

#include <ddc/table.hpp>

namespace bench {

/// What an operation costs while another process uses the same table, and how fast two answer
/// each other.
void add_company_results(ddc::Table& table, std::vector<Result>& results);

}  // namespace bench
