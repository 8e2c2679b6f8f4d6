// SPDX-License-Identifier: MIT
#pragma once

#include "findings.hpp"
#include "machines.hpp"

#include <string>
#include <vector>

namespace gateway::campaign {

/// What a report tells besides findings.
struct Provenance {
    std::string folder;  ///< of the campaign, as replay commands name it
    std::vector<Machine> machines;
};

/// A report as one HTML document that loads nothing and runs nothing: it may be sent, stored and
/// printed.
std::string page_of(const Findings& findings, const Plan& plan, const Provenance& provenance);

}  // namespace gateway::campaign
