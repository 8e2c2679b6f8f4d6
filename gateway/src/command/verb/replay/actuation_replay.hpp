// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include "summary/setting.hpp"

#include <filesystem>
#include <iosfwd>
#include <vector>

namespace gateway {

/// Files of one replay of actuation commands.
struct ActuationReplay {
    std::filesystem::path vehicle;  ///< see plant::load_actuation_config
    std::filesystem::path inputs;   ///< see plant::load_actuation_rows
    std::filesystem::path output;   ///< may be empty
    std::filesystem::path plot;     ///< may be empty
    std::vector<Setting> settings;  ///< of the vehicle's file
};

/// Writes the state after each row of the inputs to the output and draws the plot; without either
/// of them, writes the states to `out`. A vehicle whose file does not say for which step it is
/// meant is meant for that of the inputs.
/// @throws plant::FileError for files that cannot be used, std::runtime_error for a state that
/// became infinite and for an output that cannot be written
/// @param log told what of a recording is not there
void run_actuation_replay(const ActuationReplay& replay, std::ostream& out, const Log& log);

}  // namespace gateway
