// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

namespace gateway::campaign {

/// One dimension of the Sobol sequence with the direction numbers of Joe and Kuo (2008). Each point
/// is computed independently, from the Gray code of its number (Antonov and Saleev, 1979).
class SobolDimension {
  public:
    /// There are 2^bits points.
    static constexpr unsigned bits = 52;

    /// @param dimension from 0
    /// @throws std::out_of_range from 3667 on, where the tables end
    explicit SobolDimension(unsigned dimension);

    /// A point, in multiples of 2^-52; point 0 is 0, and point 1 is a half in every dimension.
    std::uint64_t at(std::uint64_t number) const;

  private:
    std::array<std::uint64_t, bits> directions_{};
};

}  // namespace gateway::campaign
