// SPDX-License-Identifier: MIT
#pragma once

#include "columns/trace.hpp"
#include "requirement/parser.hpp"
#include "requirement/requirement.hpp"

#include <plant/yaml_reader.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Whether a stored trace meets requirements.
namespace gateway {

/// What a summary reports of its run.
struct RunEnd {
    std::map<std::string, double> numbers;
    std::optional<std::int64_t> end_ns;
    std::string early;  ///< why the run ended before its time, or empty
};

RunEnd run_end_of(const nlohmann::ordered_json& summary);

/// What formulas about a trace and its summary may name.
requirement::Vocabulary vocabulary_of(const Trace& trace, const RunEnd& end);

/// The section `requirements` of a file, which may have other sections, as that of a run has; none
/// if it is missing. @throws plant::FileError
std::vector<requirement::Requirement> read_requirements(plant::YamlReader& file,
                                                        const requirement::Vocabulary& vocabulary);

/// Reads the trace to its end. @return an outcome for each requirement
/// @throws plant::FileError, std::invalid_argument for a trace without times that rise
std::vector<requirement::Outcome> judge(const std::vector<requirement::Requirement>& requirements,
                                        Trace& trace, const RunEnd& end);

}  // namespace gateway
