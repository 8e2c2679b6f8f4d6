// SPDX-License-Identifier: MIT
#include "gnuplot.hpp"

#include "output_file.hpp"
#include "temporary_file.hpp"

#include <gateway/base/signals.hpp>
#include "posix/spawn.hpp"

#include <spdlog/fmt/fmt.h>

#include <fstream>
#include <stdexcept>

namespace gateway {
namespace {

/// @return false if it is missing or fails
bool run_gnuplot(const std::filesystem::path& script) {
    Spawn gnuplot({"gnuplot", script.string()});
    gnuplot.reset_signals(original_signals());
    pid_t pid = -1;
    return gnuplot.start(pid) == 0 && await_end(pid) == 0;
}

}  // namespace

std::string read_picture(const std::string& text, std::string& file) {
    const std::string ending = std::filesystem::path(text).extension().string();
    if (ending != ".png" && ending != ".svg" && ending != ".pdf")
        return "must end with .png, .svg or .pdf, is " + text;
    file = text;
    return {};
}

std::string gnuplot_terminal(const std::filesystem::path& picture, int width_px, int height_px) {
    constexpr double px_per_inch = 96;
    constexpr const char* font = "font 'DejaVu Sans,10' noenhanced";
    const std::string ending = picture.extension().string();
    if (ending == ".svg")
        return fmt::format("set terminal svg size {},{} {} background rgb 'white'\n", width_px,
                           height_px, font);
    if (ending == ".pdf")
        return fmt::format("set terminal pdfcairo size {}in,{}in {}\n", width_px / px_per_inch,
                           height_px / px_per_inch, font);
    return fmt::format("set terminal pngcairo size {},{} {}\n", width_px, height_px, font);
}

std::string gnuplot_quoted(const std::string& text) {
    std::string result = "'";
    for (const char letter : text) {
        if (letter == '\n') continue;
        result += letter;
        if (letter == '\'') result += letter;
    }
    return result + "'";
}

/// gnuplot does not report if its output cannot be written, so it writes to a scratch file.
void draw_with_gnuplot(const std::string& script, const std::filesystem::path& picture) {
    OutputFile file(picture);
    const TemporaryFile script_file, drawing;
    std::ofstream(script_file.name()) << "set output " << gnuplot_quoted(drawing.name()) << '\n'
                                      << script;
    if (!run_gnuplot(script_file.name()) || std::filesystem::file_size(drawing.name()) == 0)
        throw std::runtime_error(picture.string() +
                                 ": could not be drawn; is gnuplot installed (gnuplot-nox)?");
    file.stream() << std::ifstream(drawing.name()).rdbuf();
    file.close();
}

}  // namespace gateway
