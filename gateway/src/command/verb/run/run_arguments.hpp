// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// What `ddc-gateway run` was given.
struct RunArguments {
    std::string config;
    std::optional<double> duration_s, pace;
    std::string summary, junit, plot;
    std::vector<std::string> set;  ///< texts of `--set`
    bool is_paused = false, is_repeatable = false, is_strict = false, profiles = false;
    bool is_quiet = false, is_verbose = false;
    std::optional<std::uint64_t> seed;
    std::optional<std::uint16_t> data_port;
    std::optional<int> announce;  ///< a descriptor
};

/// Why the arguments do not fit the configuration, or empty.
std::string misfit(const RunArguments& arguments, const RunConfig& config);

/// Puts them in the place of what the configuration says.
void apply(const RunArguments& arguments, RunConfig& config);

}  // namespace gateway
