// SPDX-License-Identifier: MIT
#pragma once

#include "output/gnuplot.hpp"

#include <ddc/command/command_line.hpp>

#include <string>

namespace gateway {

/// Adds `--plot FILE`. The extension of the file determines the format of the picture.
/// @param what the help text: what is drawn
inline void add_plot_option(ddc::command::Verb& verb, std::string& file, const std::string& what) {
    verb.add_parsed_option(
            "--plot", [&file](const std::string& text) { return read_picture(text, file); },
            what + " (PNG, SVG or PDF)")
        .kind("FILE");
}

}  // namespace gateway
