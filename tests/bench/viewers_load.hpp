// SPDX-License-Identifier: MIT
#pragma once

#include "bench.hpp"

namespace bench {

/// The cost of viewers at /foxglove for the loops of ten vehicles.
std::vector<Result> viewers_load();

}  // namespace bench
