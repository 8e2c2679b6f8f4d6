// SPDX-License-Identifier: MIT
#pragma once

#include "verdict.hpp"

#include <cstdint>
#include <string>

namespace gateway::campaign {

/// The number of runs with each outcome.
struct Tally {
    std::uint64_t done = 0, passed = 0, failed = 0, errors = 0, skipped = 0;

    void add(RunOutcome outcome);
    void add(const Tally& other);
    std::uint64_t present() const { return done + passed + failed + errors + skipped; }
};

/// "120 of 1000 runs: 100 pass, 18 fail, 2 error, 880 missing"; without requirements "118 done"
/// instead of pass and fail; after a successful search also "70 skipped".
/// @param runs number planned
std::string to_string(const Tally& tally, std::uint64_t runs);

/// The exit code: 1 if runs are missing or are errors, 4 if one has failed, else 0.
int exit_code_of(const Tally& tally, std::uint64_t runs);

}  // namespace gateway::campaign
