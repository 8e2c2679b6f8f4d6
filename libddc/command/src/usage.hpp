// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace ddc::command {

/// What is wrong with a command line, and what would be right.
/// @param app which has just thrown `error` while parsing
std::string explain(const CLI::App& app, const CLI::ParseError& error);

}  // namespace ddc::command
