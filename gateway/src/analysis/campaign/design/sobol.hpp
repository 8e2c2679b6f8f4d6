// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

namespace gateway::campaign {

/// One dimension of the Sobol sequence with the direction numbers of Joe and Kuo (2008). Each point
/// is computed alone, by the Gray code of its number (Antonov and Saleev, 1979).
class SobolDimension {
  public:
    /// The last points are those of 2^bits.
    static constexpr unsigned bits = 52;

    /// @param dimension from 0
    /// @throws std::out_of_range where the tables end, at 3667
    explicit SobolDimension(unsigned dimension);

    /// As multiples of 2^-52; number 0 is 0, and number 1 is a half in every dimension.
    std::uint64_t at(std::uint64_t number) const;

  private:
    std::array<std::uint64_t, bits> directions_{};
};

}  // namespace gateway::campaign
