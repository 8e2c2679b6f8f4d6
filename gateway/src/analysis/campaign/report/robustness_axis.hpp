// SPDX-License-Identifier: MIT
#pragma once

#include "page/axis.hpp"

#include <vector>

namespace gateway::campaign {

/// The axis for values above and below 0. If one side extends much further than the other, the
/// scale is bent. A few outliers, which would leave no room for the other values, are outside of
/// the range. The range includes 0 if it is near.
page::Axis axis_of_most(std::vector<double> values);

}  // namespace gateway::campaign
