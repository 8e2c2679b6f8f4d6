// SPDX-License-Identifier: MIT
#pragma once

#include "evidence.hpp"

#include "requirement/requirement.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

/// Parts of pages, as markup. Texts of a summary are escaped.
namespace gateway::bench_page {

/// A table of percentiles and histograms; empty without a distribution.
/// @param outcomes their limits are in the histograms
std::string percentile_parts(const std::vector<Distribution>& distributions,
                             const std::vector<requirement::Outcome>& outcomes);
/// The same, and minutes and the worst moments of a run.
std::string distribution_parts(const Evidence& evidence,
                               const std::vector<requirement::Outcome>& outcomes);
/// Missed periods, losses and the packets of the connection.
std::string loss_parts(const nlohmann::ordered_json& summary);
/// What the system granted, and warnings.
std::string granted_parts(const Evidence& evidence);
/// A table of the properties of a machine; empty without any.
std::string machine_table(const std::vector<MachineFact>& facts);

/// A heading and what is below it; empty if that is.
std::string part_with_title(const std::string& title, const std::string& inside);

/// The section of a realtime run on the page of a run; empty if its summary has no evidence.
std::string realtime_section(const nlohmann::ordered_json& summary);

}  // namespace gateway::bench_page
