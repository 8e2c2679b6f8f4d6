// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace gateway {

/// Checks the name of a picture, whose ending is its format: PNG, SVG or PDF.
/// @return the error, or an empty text
std::string read_picture(const std::string& text, std::string& file);

/// The line of a script that sets the terminal for a picture with that name.
/// @param width_px, height_px at 96 pixels per inch
std::string gnuplot_terminal(const std::filesystem::path& picture, int width_px, int height_px);

/// Quotes a text with gnuplot's single quotes, in which only the quote itself is special.
std::string gnuplot_quoted(const std::string& text);

/// Draws a picture by a script that sets its terminal but not its output.
/// @throws std::runtime_error if gnuplot is missing or fails
void draw_with_gnuplot(const std::string& script, const std::filesystem::path& picture);

}  // namespace gateway
