// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

/// Messages for invalid command lines.
namespace ddc::command {

/// The error in a command line, what is valid, and where to read more.
/// @param app which has just thrown `error` while parsing; its name is that of the program
std::string explain(const CLI::App& app, const CLI::ParseError& error);

/// The same for a word in the position of a verb that is not one. Empty if there is no such word.
/// @param app which has just parsed
std::string explain_unknown_verb(const CLI::App& app);

/// "must be one of a, b, is 'c'", with the most similar; empty if `text` is one of `words`.
std::string misfit(const std::string& text, const std::vector<std::string>& words);

/// The words as one line.
std::string listed(const std::vector<std::string>& words, const std::string& between = ", ");

}  // namespace ddc::command
