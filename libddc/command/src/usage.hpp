// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

/// Help with command lines that make no sense.
namespace ddc::command {

/// What is wrong with a command line, what would be right, and where to read more.
/// @param app which has just thrown `error` while parsing; its name is the program's
std::string explain(const CLI::App& app, const CLI::ParseError& error);

/// The same for a word that stands where a verb is due and is none. Empty if there is no such word.
/// @param app which has just parsed
std::string explain_unknown_verb(const CLI::App& app);

/// "must be one of a, b, is 'c'", with the nearest; empty if `text` is one of `words`.
std::string misfit(const std::string& text, const std::vector<std::string>& words);

/// The words as one line.
std::string listed(const std::vector<std::string>& words, const std::string& between = ", ");

}  // namespace ddc::command
