// SPDX-License-Identifier: MIT
#pragma once

#include <plant/snapshot.hpp>

#include <cstdint>

namespace plant {

/// Portable random numbers with a state for snapshots: xoshiro256++ (Blackman and Vigna, 2019),
/// seeded by splitmix64; normal distribution by the Box-Muller transform.
class Noise {
  public:
    explicit Noise(std::uint64_t seed);

    /// Uniform in (0, 1].
    double uniform();
    /// Normal, with mean 0 and standard deviation 1.
    double normal();

    void save(SnapshotWriter& out) const;
    void restore(SnapshotReader& in);

  private:
    std::uint64_t next();

    std::uint64_t state_[4];
};

}  // namespace plant
