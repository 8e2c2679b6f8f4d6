// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gateway::campaign {

/// Which shards a worker takes of those of a campaign: the first, and each `stride` after it.
struct Share {
    std::uint64_t first = 0;
    std::optional<std::uint64_t> stride;  ///< nothing: the first alone
};

/// Reads "3", that shard alone, or "3/20", what element 3 of 20 takes: 3, 23, 43, ...
/// @return what is wrong with it; empty if it is right
std::string read_share(const std::string& text, Share& share);

/// The value of an environment variable, or null.
using Environment = std::function<const char*(const char* name)>;

/// What the engine that started this process says that it is: element of a job array (Slurm, PBS,
/// SGE, LSF), node of a CI matrix, index of a Kubernetes job, or rank of an MPI job or a Slurm
/// step.
/// @throws std::invalid_argument if no engine says anything, or what it says is no number
Share share_of_engine(const Environment& environment);

/// The numbers of a share's shards; none if there are more workers than shards.
std::vector<std::uint64_t> shards_of(const Share& share, std::uint64_t shards);

}  // namespace gateway::campaign
