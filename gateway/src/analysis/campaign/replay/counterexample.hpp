// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"

#include <gateway/base/run_control.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace gateway::campaign {

/// A run that breaks a requirement with values as near to the nominal ones as was found.
struct Counterexample {
    std::uint64_t run = 0;  ///< of the campaign, where it began; its noise and losses are the same
    std::string requirement;  ///< the one of the least robustness
    std::string reason;       ///< why it fails
    Plan::Values values;      ///< of the parameters, by path
    Plan::Values nominal;     ///< those of the base configuration, medians where it has none
};

/// The failed run of the least robustness.
/// @throws std::runtime_error if none has failed, StoreError
std::uint64_t worst_run(const Plan& plan);

/// How many runs a search has made, and how many of them still fail.
using ShrinkProgress = std::function<void(std::size_t made, std::size_t failed)>;

/// Moves the parameters of a failed run towards their nominal values while the requirement still
/// fails that has the least robustness, see shrink().
/// @param control its `stop` ends it after the current run
/// @param tell called after each run that it has tried
/// @return nothing if it was stopped
/// @throws std::runtime_error for a run that has not failed, or does not fail again
std::optional<Counterexample> shrink_run(const Plan& plan, std::uint64_t run,
                                         const RunControl& control, const ShrinkProgress& tell);

/// "run 12 fails on_lane: ..." and a line for each parameter that is not nominal.
std::string to_string(const Counterexample& counterexample);

/// Writes what `ddc-gateway run` needs to make that run with all its cycles: run.yaml, with a trace
/// beside it, and the files that it names.
/// @return run.yaml
/// @throws std::runtime_error if a file cannot be written
std::filesystem::path write_counterexample(const Plan& plan, const Counterexample& counterexample,
                                           const std::filesystem::path& folder);

}  // namespace gateway::campaign
