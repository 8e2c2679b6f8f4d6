// SPDX-License-Identifier: MIT
#include "run_picture.hpp"

namespace gateway {
namespace {

constexpr const char* no_source =
    "--plot: needs a trace or a recording; add `trace: FILE.csv` or `record: "
    "FILE.mcap` to the configuration";

bool is_file_to_be(const std::optional<std::filesystem::path>& path) {
    return path && (std::filesystem::is_regular_file(*path) || !std::filesystem::exists(*path));
}

}  // namespace

std::optional<std::filesystem::path> drawn_from(const ProgramConfig& program) {
    if (is_file_to_be(program.trace)) return program.trace;
    return is_file_to_be(program.record) ? program.record : std::nullopt;
}

std::string misfit_of_plot(const RunConfig& config) {
    bool has_source = false;
    for (const ProgramConfig& program : config.programs) {
        const bool is_drawn = drawn_from(program).has_value();
        has_source |= is_drawn;
        if (!is_drawn && !program.requirements.empty()) return no_source;
    }
    return has_source ? "" : no_source;
}

}  // namespace gateway
