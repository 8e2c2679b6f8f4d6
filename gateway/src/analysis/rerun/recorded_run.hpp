// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>
#include "frozen/frozen_config.hpp"

#include <ddc/recording/mcap.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace gateway {

/// What a recording tells of its run, beside the messages.
struct RecordedRun {
    std::filesystem::path file;
    ddc::recording::McapTexts facts;  ///< the metadata `run`
    std::vector<FrozenFile> files;
    SimTime last_cycle{0};
    bool was_stopped = false;  ///< before it came to its end, or nobody knows whether it did

    /// One of the facts, or an empty text.
    std::string fact(const std::string& name) const {
        const auto found = facts.find(name);
        return found == facts.end() ? "" : found->second;
    }
    /// Of the program among those of the run.
    std::size_t program() const { return std::stoul(facts.at("index")); }
};

/// Reads a recording to its end.
/// @throws std::invalid_argument for one that is damaged, or of which a run cannot be made again:
/// not of a run in measured mode, without inputs or outputs, or of a program that was lost
RecordedRun read_recorded_run(const std::filesystem::path& file);

}  // namespace gateway
