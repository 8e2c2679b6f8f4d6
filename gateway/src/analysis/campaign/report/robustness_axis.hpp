// SPDX-License-Identifier: MIT
#pragma once

#include "page/axis.hpp"

#include <vector>

namespace gateway::campaign {

/// The range of values above and below 0. Where one side goes much further than the other, the
/// scale is bent. A few values that are far off, which would leave no room for the others, are
/// beyond it. With 0, where that is near.
page::Axis axis_of_most(std::vector<double> values);

}  // namespace gateway::campaign
