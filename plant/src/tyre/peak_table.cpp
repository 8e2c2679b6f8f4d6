// SPDX-License-Identifier: MIT
#include "tyre/peak_table.hpp"

#include "tyre/tyre_kernel.hpp"

#include <cmath>

namespace plant {

/// The table ends at four times the nominal load.
PeakTable::PeakTable(const TyreConstants& tyre) : step_n_(4.0 / tyre.inverse_nominal_load / steps) {
    for (std::size_t i = 0; i < peaks_.size(); ++i) {
        peaks_[i] = peak_of(tyre, step_n_ * static_cast<double>(i), 1.0);
        peaks_[i].slip_angle_rad = std::tan(peaks_[i].slip_angle_rad);
    }
}

TyrePeak PeakTable::at(double load_n, double friction) const {
    const double place = std::clamp(load_n / step_n_, 0.0, static_cast<double>(steps));
    const auto low = static_cast<std::size_t>(std::min(place, steps - 1.0));
    const double share = place - static_cast<double>(low);
    const auto mix = [&](double TyrePeak::*value) {
        return friction * ((1.0 - share) * peaks_[low].*value + share * peaks_[low + 1].*value);
    };
    return {mix(&TyrePeak::friction), mix(&TyrePeak::slip_ratio),
            std::atan(mix(&TyrePeak::slip_angle_rad))};
}

}  // namespace plant
