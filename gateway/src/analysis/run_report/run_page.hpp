// SPDX-License-Identifier: MIT
#pragma once

#include "run.hpp"

#include <gateway/base/log.hpp>

#include <string>

namespace gateway::run_report {

/// A report of a run as one HTML document: verdicts, charts, summary, configuration, versions and
/// digests of its files.
/// @param log receives notes about data that are not shown
/// @throws plant::FileError for a trace that cannot be read, std::runtime_error for a file that
/// does not exist any more
std::string page_of(const Run& run, const Log& log);

}  // namespace gateway::run_report
