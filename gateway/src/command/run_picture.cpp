// SPDX-License-Identifier: MIT
#include "run_picture.hpp"

namespace gateway {
namespace {

bool is_file_to_be(const std::optional<std::filesystem::path>& path) {
    return path && (std::filesystem::is_regular_file(*path) || !std::filesystem::exists(*path));
}

}  // namespace

std::optional<std::filesystem::path> drawn_from(const ProgramConfig& program) {
    if (is_file_to_be(program.trace)) return program.trace;
    return is_file_to_be(program.record) ? program.record : std::nullopt;
}

std::string misfit_of_plot(const RunConfig& config) {
    bool has_requirements = false;
    for (const ProgramConfig& program : config.programs) {
        if (program.requirements.empty()) continue;
        has_requirements = true;
        if (!drawn_from(program))
            return "--plot: is drawn from the trace or the recording; add `trace: FILE.csv` or "
                   "`record: FILE.mcap` to the configuration";
    }
    return has_requirements ? "" : "--plot: the configuration has no `requirements` to draw";
}

}  // namespace gateway
