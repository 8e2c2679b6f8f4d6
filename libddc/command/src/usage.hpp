// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

/// Help with command lines that make no sense.
namespace ddc::command {

/// What is wrong with a command line, what would be right, and where to read more.
/// @param app which has just thrown `error` while parsing; its name is the program's
std::string explain(const CLI::App& app, const CLI::ParseError& error);

}  // namespace ddc::command
