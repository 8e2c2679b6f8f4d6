// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace gateway {

/// A text in gnuplot's single quotes, where only the quote itself is special.
std::string gnuplot_quoted(const std::string& text);

/// Draws a PNG by a script that sets its terminal and not its output.
/// @throws std::runtime_error if gnuplot is missing or fails
void draw_with_gnuplot(const std::string& script, const std::filesystem::path& png);

}  // namespace gateway
