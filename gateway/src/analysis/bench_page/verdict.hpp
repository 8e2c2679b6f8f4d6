// SPDX-License-Identifier: MIT
#pragma once

#include "bench.hpp"

#include <string>
#include <vector>

namespace gateway::bench_page {

/// How good a finding about a run is; the last one is the worst.
enum class Sign { good, attention, bad };

/// A finding about a run, as a sentence.
struct Finding {
    Sign sign = Sign::good;
    std::string sentence;
};

/// Findings about requirements, missed periods, losses, packets and warnings of a run.
std::vector<Finding> findings_of(const BenchRun& run);
Sign worst_of(const std::vector<Finding>& findings);

/// The finding with its sign, in its colour, as markup. @param kind more classes
std::string finding_line(const Finding& finding, const std::string& kind = {});
/// The same within a line.
std::string finding_words(const Finding& finding);

}  // namespace gateway::bench_page
