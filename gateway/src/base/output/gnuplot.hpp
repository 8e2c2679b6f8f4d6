// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace gateway {

/// Takes the name of a picture, which tells its kind: PNG, SVG or PDF.
/// @return what is wrong with it, or nothing
std::string read_picture(const std::string& text, std::string& file);

/// The line of a script that sets the terminal for a picture of that name.
/// @param width_px, height_px at 96 for an inch
std::string gnuplot_terminal(const std::filesystem::path& picture, int width_px, int height_px);

/// A text in gnuplot's single quotes, where only the quote itself is special.
std::string gnuplot_quoted(const std::string& text);

/// Draws a picture by a script that sets its terminal and not its output.
/// @throws std::runtime_error if gnuplot is missing or fails
void draw_with_gnuplot(const std::string& script, const std::filesystem::path& picture);

}  // namespace gateway
