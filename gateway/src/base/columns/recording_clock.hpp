// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>

#include <ddc/recording/mcap.hpp>

#include <chrono>
#include <cstdint>
#include <string>

namespace gateway {

/// The simulated time 0 in the messages of a recording.
enum class RecordingEpoch {
    zero,   ///< is 0
    start,  ///< is the start of the run by the wall clock
};

/// The name of the metadata with the times of a recording.
inline constexpr const char* clock_metadata = "clock";
inline constexpr const char* epoch_key = "epoch_ns";

/// A time as ISO 8601 in UTC, to the millisecond.
std::string utc_text(std::chrono::system_clock::time_point time);
/// The metadata of a recording. @param start of the run
ddc::recording::McapTexts clock_texts(std::chrono::system_clock::time_point start,
                                      RecordingEpoch epoch);
/// The time of the messages at the simulated time 0.
SimTime epoch_of(std::chrono::system_clock::time_point start, RecordingEpoch epoch);
/// Sets the same of an existing recording, in ns, if the metadata has it.
void read_epoch(const ddc::recording::McapMetadata& metadata, std::uint64_t& epoch_ns);

}  // namespace gateway
