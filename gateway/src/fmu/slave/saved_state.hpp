// SPDX-License-Identifier: MIT
#pragma once

#include "mode.hpp"
#include "values.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gateway::fmu {

/// The place of an instance in its simulation.
struct Progress {
    Mode mode = Mode::instantiated;
    bool is_ready = false;  ///< the slave has been initialised with the present parameters
    double start_s = 0;
    std::optional<double> stop_s{};
    std::int64_t ticks = 0;     ///< since the start
    double communicated_s = 0;  ///< end of the last communication step
};

/// Everything that an instance needs to continue.
struct SavedState {
    Progress progress;
    Values values;
    std::vector<std::uint8_t> of_slave;  ///< empty unless ready
};

/// The state as bytes, the same on every machine: magic, version, token, sizes, contents,
/// checksum.
std::vector<std::uint8_t> serialise(const SavedState& state, const std::string& token);

/// @param like a state of the instance, with the number of values that are expected
/// @throws std::invalid_argument unless the bytes are those of serialise(), for the same token
SavedState deserialise(const std::uint8_t* bytes, std::size_t size, const std::string& token,
                       const Values& like);

}  // namespace gateway::fmu
