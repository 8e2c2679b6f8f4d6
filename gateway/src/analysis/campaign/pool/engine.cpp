// SPDX-License-Identifier: MIT
#include "engine.hpp"

#include <plant/number_text.hpp>

#include <array>
#include <stdexcept>
#include <string_view>

namespace gateway::campaign {
namespace {

/// The environment variables of an engine with the number of an element and the count of elements.
struct EngineVariables {
    const char* index;
    std::uint64_t first;      ///< the index of the first element
    const char* other;        ///< null if the engine does not report the number of elements
    std::uint64_t to_number;  ///< added to `other`, gives the number of elements
};

constexpr std::array<EngineVariables, 9> engines{{
    {"SLURM_ARRAY_TASK_ID", 0, "SLURM_ARRAY_TASK_MAX", 1},
    {"PBS_ARRAY_INDEX", 0, nullptr, 0},
    {"SGE_TASK_ID", 1, "SGE_TASK_LAST", 0},
    {"LSB_JOBINDEX", 1, "LSB_JOBINDEX_END", 0},
    {"CI_NODE_INDEX", 1, "CI_NODE_TOTAL", 0},
    {"JOB_COMPLETION_INDEX", 0, nullptr, 0},
    {"OMPI_COMM_WORLD_RANK", 0, "OMPI_COMM_WORLD_SIZE", 0},
    {"PMI_RANK", 0, "PMI_SIZE", 0},
    {"SLURM_PROCID", 0, "SLURM_NTASKS", 0},
}};

/// Whether the process is an element; outside an array the index is `undefined` in SGE, and 0 in
/// LSF.
bool is_element(const EngineVariables& engine, const char* index) {
    if (index == nullptr || std::string_view(index) == "undefined") return false;
    return engine.first == 0 || std::string_view(index) != "0";
}

std::uint64_t count_in(const char* name, const char* text) {
    std::uint64_t number = 0;
    const std::string complaint = plant::read_count(text, number);
    if (!complaint.empty()) throw std::invalid_argument(std::string(name) + ": " + complaint);
    return number;
}

constexpr plant::Range shard_numbers{0, 1e12};
constexpr plant::Range element_counts{1, 1e12};

}  // namespace

std::string read_share(const std::string& text, Share& share) {
    const std::size_t slash = text.find('/');
    std::string problem =
        plant::read_data_number(text.substr(0, slash), shard_numbers, share.first);
    if (slash == std::string::npos || !problem.empty()) return problem;
    problem =
        plant::read_data_number(text.substr(slash + 1), element_counts, share.stride.emplace());
    if (!problem.empty() || share.first < *share.stride) return problem;
    return "must be less than " + std::to_string(*share.stride);
}

Share share_of_engine(const Environment& environment) {
    for (const EngineVariables& engine : engines) {
        const char* const index = environment(engine.index);
        if (!is_element(engine, index)) continue;
        Share share{count_in(engine.index, index) - engine.first, {}};
        const char* const other = engine.other == nullptr ? nullptr : environment(engine.other);
        if (other != nullptr) share.stride = count_in(engine.other, other) + engine.to_number;
        if (share.stride == std::uint64_t{0})
            throw std::invalid_argument(std::string(engine.other) + ": must not be 0");
        return share;
    }
    throw std::invalid_argument(
        "--shard auto: no environment variable has the number of an array element or MPI rank");
}

std::vector<std::uint64_t> shards_of(const Share& share, std::uint64_t shards) {
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t number = share.first; number < shards; number += *share.stride) {
        numbers.push_back(number);
        if (!share.stride) break;
    }
    return numbers;
}

}  // namespace gateway::campaign
