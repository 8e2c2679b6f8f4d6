// SPDX-License-Identifier: MIT
#pragma once

#include <plant/snapshot.hpp>

#include <cstdint>

namespace plant {

/// Random numbers that are the same everywhere and fit into a snapshot: xoshiro256++ (Blackman and
/// Vigna, 2019), seeded by splitmix64, made normal by the Box-Muller transform.
class Noise {
  public:
    explicit Noise(std::uint64_t seed);

    /// In (0, 1].
    double uniform();
    /// Mean 0, standard deviation 1.
    double normal();

    void save(SnapshotWriter& out) const;
    void restore(SnapshotReader& in);

  private:
    std::uint64_t next();

    std::uint64_t state_[4];
};

}  // namespace plant
