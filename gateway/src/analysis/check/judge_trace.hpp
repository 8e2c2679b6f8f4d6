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

/// Evaluation of requirements on a stored trace.
namespace gateway {

/// The values of a summary that requirements use.
struct RunEnd {
    std::map<std::string, double> numbers;
    std::optional<std::int64_t> end_ns;
    std::string early;  ///< why the run ended early, or empty
};

RunEnd run_end_of(const nlohmann::ordered_json& summary);

/// The names that formulas about a trace and its summary may use.
requirement::Vocabulary vocabulary_of(const Trace& trace, const RunEnd& end);

/// Reads the section `requirements` of a file, which may have other sections, as the configuration
/// of a run has. @return none if it is missing @throws plant::FileError
std::vector<requirement::Requirement> read_requirements(plant::YamlReader& file,
                                                        const requirement::Vocabulary& vocabulary);

/// Evaluates requirements on the whole trace. @return an outcome for each requirement
/// @throws plant::FileError, std::invalid_argument for a trace without increasing times
std::vector<requirement::Outcome> judge(const std::vector<requirement::Requirement>& requirements,
                                        Trace& trace, const RunEnd& end);

}  // namespace gateway
