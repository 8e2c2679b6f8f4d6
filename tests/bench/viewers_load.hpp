// SPDX-License-Identifier: MIT
#pragma once

#include "bench.hpp"

namespace bench {

/// What viewers at /foxglove cost the loops of ten vehicles.
std::vector<Result> viewers_load();

}  // namespace bench
