// SPDX-License-Identifier: MIT
#pragma once

#include "check.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace gateway::fmu {

/// Collects the violations of one rule.
class Report {
  public:
    /// @param what variable or element; may be empty
    void add(const std::string& what, const std::string& reason);
    /// The texts of the first 20, and how many more there are.
    std::vector<std::string> texts() const;

  private:
    std::vector<std::string> texts_;
    std::size_t more_ = 0;
};

/// A rule of the standard.
struct Rule {
    const char* id;
    Severity severity;
    const char* description;  ///< what it requires
    void (*check)(const Fmu& fmu, Report& report);
};

/// All rules, in the order in which they are checked.
const std::vector<Rule>& rules();

/// @name The rules, by their subject
/// @{
std::vector<Rule> document_rules();
std::vector<Rule> unit_rules();
std::vector<Rule> name_rules();
std::vector<Rule> variable_rules();
std::vector<Rule> structure_rules();
std::vector<Rule> terminal_rules();
/// @}

}  // namespace gateway::fmu
