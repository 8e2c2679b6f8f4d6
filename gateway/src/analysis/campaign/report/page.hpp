// SPDX-License-Identifier: MIT
#pragma once

#include "findings.hpp"
#include "machines.hpp"

#include <string>
#include <vector>

namespace gateway::campaign {

/// The information of a report besides findings.
struct Provenance {
    std::string folder;  ///< of the campaign, as in commands that repeat runs
    std::vector<Machine> machines;
};

/// A report as one HTML document without scripts or external resources, so it may be sent, stored
/// and printed.
std::string page_of(const Findings& findings, const Plan& plan, const Provenance& provenance);

}  // namespace gateway::campaign
