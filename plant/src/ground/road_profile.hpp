// SPDX-License-Identifier: MIT
#pragma once

#include <plant/ground_params.hpp>
#include "math/functions.hpp"

#include <cstdint>
#include <vector>

namespace plant {

/// Two independent height profiles with the displacement density of ISO 8608:
/// G(n) = G(n0) (n / n0)^-2, n0 = 0.1 cycles/m, as a sum of sinusoids from 0.011 to 2.83 cycles/m.
class RoadProfile {
  public:
    RoadProfile(RoadClass road_class, std::uint64_t seed);

    /// Height at `along`. From the origin to 1.5 m across, one profile turns into the other; the
    /// density is the same everywhere.
    double height(double along_m, double across_m) const;

  private:
    /// Four waves: height = amplitude sin(angle + phase), once for each profile.
    struct Waves {
        Lanes angular_per_m;
        Lanes sin_part[2];
        Lanes cos_part[2];
    };
    std::vector<Waves> waves_;
};

}  // namespace plant
