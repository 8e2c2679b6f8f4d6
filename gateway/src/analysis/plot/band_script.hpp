// SPDX-License-Identifier: MIT
#pragma once

#include "fault_bands.hpp"

#include <string>
#include <vector>

namespace gateway {

/// @name Commands of gnuplot for plots over time in s
/// @{
/// A band for each fault, behind the curves of all following plots.
std::string bands_script(const std::vector<FaultBand>& bands);
/// The names of the bands, in the next plot. Below it, `unset label` is necessary.
std::string band_names_script(const std::vector<FaultBand>& bands);
/// @}

}  // namespace gateway
