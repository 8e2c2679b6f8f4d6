// SPDX-License-Identifier: MIT
#pragma once

#include <plant/ground_params.hpp>
#include "math/functions.hpp"

#include <cstdint>
#include <vector>

namespace plant {

/// A rough surface. Along every line in its direction it has the displacement density of ISO 8608,
/// G(n) = G(n0) (n / n0)^-2, n0 = 0.1 cycles/m, as a sum of sinusoids from 0.011 to 2.83 cycles/m.
/// Lines at a distance t have the coherence exp(-k n t), k = 3: alike at long waves, and not at
/// short ones.
class RoadProfile {
  public:
    RoadProfile(RoadClass road_class, std::uint64_t seed);

    double height(double along_m, double across_m) const;

  private:
    /// Four waves, each oblique to the road.
    struct Waves {
        Lanes along_rad_per_m;
        Lanes across_rad_per_m;
        Lanes sin_part;
        Lanes cos_part;
    };
    std::vector<Waves> waves_;
};

}  // namespace plant
