// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>
#include "frozen/frozen_config.hpp"

#include <ddc/recording/mcap.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace gateway {

/// The data of a recording about its run, besides the messages.
struct RecordedRun {
    std::filesystem::path file;
    ddc::recording::McapTexts facts;  ///< the metadata `run`
    std::vector<FrozenFile> files;
    SimTime last_cycle{0};
    bool was_stopped = false;  ///< before its end, or it is not known whether it reached it

    /// A fact, or an empty text.
    std::string fact(const std::string& name) const {
        const auto found = facts.find(name);
        return found == facts.end() ? "" : found->second;
    }
    /// The index of the program in the run.
    std::size_t program() const { return std::stoul(facts.at("index")); }
};

/// Reads a recording to its end.
/// @throws std::invalid_argument for a recording that is damaged, or whose run cannot be repeated:
/// not in measured mode, without inputs or outputs, or of a program that was lost
RecordedRun read_recorded_run(const std::filesystem::path& file);

}  // namespace gateway
