// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>

#include <plant/actuation_replay.hpp>
#include <plant/scenario.hpp>

#include <filesystem>
#include <vector>

namespace gateway {

/// The commands of a recorded run as they went to the vehicle, each at the time of its turn, in the
/// gear that the vehicle reported.
/// @throws plant::FileError for a file that is no recording of a run, or is damaged, and for
/// commands of another level
/// @param log told of a recording that was not closed
/// @{
std::vector<plant::ControlPoint> recorded_controls(const std::filesystem::path& file,
                                                   const Log& log);
/// On level ground: a recording does not have the slope.
std::vector<plant::ActuationRow> recorded_actuation(const std::filesystem::path& file,
                                                    const Log& log);
/// @}

}  // namespace gateway
