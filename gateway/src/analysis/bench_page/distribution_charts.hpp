// SPDX-License-Identifier: MIT
#pragma once

#include "evidence.hpp"

#include "requirement/requirement.hpp"

#include <string>
#include <vector>

namespace gateway::bench_page {

/// A limit of a requirement on a distribution.
struct DistributionLimit {
    double us = 0;
    std::string requirement;  ///< its name
};

/// The limits in requirements such as `lateness_us < 500` that compare values of a distribution.
std::vector<DistributionLimit> limits_on(const Distribution& distribution,
                                         const std::vector<requirement::Outcome>& outcomes);

/// A histogram with two logarithmic axes, as a figure; empty without buckets.
std::string histogram_figure(const Distribution& distribution,
                             const std::vector<DistributionLimit>& limits);

/// The percentiles of each minute over time, as a figure; empty for less than two minutes.
std::string minutes_figure(const Distribution& distribution);

}  // namespace gateway::bench_page
