// SPDX-License-Identifier: MIT
#include "gnuplot.hpp"

#include "output_file.hpp"
#include "temporary_file.hpp"

#include <gateway/signals.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <stdexcept>

namespace gateway {
namespace {

/// @return false if it is missing or fails
bool run_gnuplot(const std::filesystem::path& script) {
    std::string program = "gnuplot", file = script.string();
    char* words[] = {program.data(), file.data(), nullptr};
    const OriginalSignals signals;
    pid_t pid = -1;
    const int error = ::posix_spawnp(&pid, words[0], nullptr, signals.attributes(), words, environ);
    int status = -1;
    while (error == 0 && ::waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    return status == 0;
}

}  // namespace

std::string gnuplot_quoted(const std::string& text) {
    std::string result = "'";
    for (const char letter : text) {
        if (letter == '\n') continue;
        result += letter;
        if (letter == '\'') result += letter;
    }
    return result + "'";
}

/// gnuplot does not tell when what it draws cannot be written: it draws into a scratch file.
void draw_with_gnuplot(const std::string& script, const std::filesystem::path& png) {
    OutputFile file(png);
    const TemporaryFile script_file, drawing;
    std::ofstream(script_file.name()) << "set output " << gnuplot_quoted(drawing.name()) << '\n'
                                      << script;
    if (!run_gnuplot(script_file.name()) || std::filesystem::file_size(drawing.name()) == 0)
        throw std::runtime_error(png.string() +
                                 ": could not be drawn; is gnuplot installed (gnuplot-nox)?");
    file.stream() << std::ifstream(drawing.name()).rdbuf();
    file.close();
}

}  // namespace gateway
