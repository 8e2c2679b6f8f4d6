// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>

#include <plant/actuation_replay.hpp>
#include <plant/scenario.hpp>

#include <filesystem>
#include <vector>

namespace gateway {

/// Reads the commands of a recorded run after the filters, each at the time of its cycle, with the
/// gear that the vehicle reported.
/// @param log receives a warning if the recording was not closed
/// @throws plant::FileError for a file that is not a recording of a run, or is damaged, and for
/// commands of another level
/// @{
std::vector<plant::ControlPoint> recorded_controls(const std::filesystem::path& file,
                                                   const Log& log);
/// The slope is 0, since a recording does not contain it.
std::vector<plant::ActuationRow> recorded_actuation(const std::filesystem::path& file,
                                                    const Log& log);
/// @}

}  // namespace gateway
