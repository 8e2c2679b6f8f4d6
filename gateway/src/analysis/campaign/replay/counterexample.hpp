// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"

#include <gateway/base/run_control.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace gateway::campaign {

/// The runs that a search for a counterexample has made. An error is neither pass nor fail.
struct ShrinkTally {
    std::uint64_t made = 0, failed = 0, errors = 0;
    std::string first_error;  ///< the reason of the first error
};

/// A run that violates a requirement, with the values nearest to nominal that were found.
struct Counterexample {
    std::uint64_t run = 0;    ///< run of the campaign; noise and losses are the same
    std::string requirement;  ///< the one with the least robustness
    std::string reason;       ///< why it fails
    Plan::Values values;      ///< of the parameters, by path
    Plan::Values nominal;     ///< from the base configuration, else medians
    ShrinkTally tally = {};
};

/// The failed run with the least robustness.
/// @throws std::runtime_error if none has failed, StoreError
std::uint64_t worst_run(const Plan& plan);

using ShrinkProgress = std::function<void(const ShrinkTally& tally)>;

/// Moves the parameters of a failed run towards their nominal values while its requirement with the
/// least robustness still fails, see shrink().
/// @param control its `stop` ends it after the current run
/// @param report called after each run
/// @return nothing if it was stopped
/// @throws std::runtime_error for a run that has not failed, or does not fail again, or is an error
/// when it is repeated
std::optional<Counterexample> shrink_run(const Plan& plan, std::uint64_t run,
                                         const RunControl& control, const ShrinkProgress& report);

/// The text "run 12 fails on_lane ..." with a line for each parameter that is not nominal, and one
/// for the errors of the search.
std::string to_string(const Counterexample& counterexample);

/// Writes a configuration for `ddc-gateway run` that repeats the run: run.yaml, which records a
/// trace in its folder, and the files that it names.
/// @return run.yaml
/// @throws std::runtime_error if a file cannot be written
std::filesystem::path write_counterexample(const Plan& plan, const Counterexample& counterexample,
                                           const std::filesystem::path& folder);

}  // namespace gateway::campaign
