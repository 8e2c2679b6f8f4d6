// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gateway::campaign {

/// The shards of a campaign that a worker executes: the first, and each `stride` after it.
struct Share {
    std::uint64_t first = 0;
    std::optional<std::uint64_t> stride;  ///< nothing: only the first
};

/// Parses "3", that shard only, or "3/20", the shards of element 3 of 20: 3, 23, 43, ...
/// @return the error, or an empty text
std::string read_share(const std::string& text, Share& share);

/// The value of an environment variable, or null.
using Environment = std::function<const char*(const char* name)>;

/// Reads this process's share from the environment variables of an engine: element of a job array
/// (Slurm, PBS, SGE, LSF), node of a CI matrix, index of a Kubernetes job, or rank of an MPI job or
/// a Slurm step.
/// @throws std::invalid_argument if there is no such variable, or its value is not a number
Share share_of_engine(const Environment& environment);

/// The numbers of the shards of a share; none if there are more workers than shards.
std::vector<std::uint64_t> shards_of(const Share& share, std::uint64_t shards);

}  // namespace gateway::campaign
