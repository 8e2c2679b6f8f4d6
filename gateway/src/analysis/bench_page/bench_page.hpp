// SPDX-License-Identifier: MIT
#pragma once

#include "bench.hpp"

#include <gateway/base/log.hpp>

#include <string>

namespace gateway::bench_page {

/// A page about realtime runs as one HTML document, for a test protocol: verdict, machine, the
/// distributions of each run, configurations, versions and digests of the files.
/// @param log receives notes about data that are not shown
/// @throws std::runtime_error for a file that does not exist any more
std::string page_of(const Bench& bench, const Log& log);

}  // namespace gateway::bench_page
