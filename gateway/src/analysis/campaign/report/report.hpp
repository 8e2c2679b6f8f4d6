// SPDX-License-Identifier: MIT
#pragma once

#include "findings.hpp"

#include <filesystem>
#include <string>

namespace gateway::campaign {

/// Writes a report of all existing results.
/// @param folder of the campaign, as given by the user
/// @throws StoreError, std::runtime_error if the file cannot be written
void write_report(const Findings& findings, const Plan& plan, const std::filesystem::path& folder,
                  const std::filesystem::path& file);

/// The JUnit report: a test case for each requirement, which has failed if it failed in any run,
/// and is an error if not all runs were evaluated. Design `each_fault` has a second suite with a
/// test case for each fault.
std::string junit_of(const Findings& findings, const Plan& plan, const std::string& name);

/// The table of faults of design `each_fault`, as CSV.
/// @throws std::invalid_argument for another design; std::runtime_error as write_report()
void write_faults(const Findings& findings, const std::filesystem::path& file);

/// A summary of all results, as JSON.
/// @throws as write_report()
void write_summary(const Findings& findings, const Plan& plan, const std::filesystem::path& file);

}  // namespace gateway::campaign
