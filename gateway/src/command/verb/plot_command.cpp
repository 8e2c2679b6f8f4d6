// SPDX-License-Identifier: MIT
#include "plot_command.hpp"

#include "line/gateway_line.hpp"

#include <gateway/base/exit_code.hpp>
#include "config/common/named_files.hpp"
#include "output/gnuplot.hpp"
#include "plot/draw_traces.hpp"

#include <ddc/interface/visible.hpp>

#include <filesystem>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace gateway {
namespace {

/// Splits lists at commas: "a,b" and "c" become a, b and c.
std::vector<std::string> names_in(const std::vector<std::string>& lists) {
    std::vector<std::string> names;
    for (const std::string& list : lists) {
        std::istringstream in(list);
        for (std::string name; std::getline(in, name, ',');)
            if (!name.empty()) names.push_back(name);
    }
    return names;
}

}  // namespace

struct PlotCommand::Arguments {
    std::vector<std::string> files, columns;
    std::string output;
};

PlotCommand::PlotCommand(ddc::command::CommandLine& line)
    : given_(std::make_unique<Arguments>()), command_(add_known_verb(line, "plot")) {
    Arguments& given = *given_;
    command_.add_option("FILE", given.files, "Traces (CSV) or recordings (MCAP), at most 8")
        .required();
    command_
        .add_option("--columns", given.columns,
                    "Also draw these columns, at most 12; may be given several times")
        .placeholder("NAME[,NAME...]")
        .repeatable();
    command_
        .add_parsed_option(
            "-o,--output",
            [&given](const std::string& text) { return read_picture(text, given.output); },
            "The picture (PNG, SVG or PDF; default: the first FILE with the extension .png)")
        .kind("FILE");
    command_.set_footer(
        "Examples:\n"
        "  ddc-gateway plot out/trace.csv\n"
        "  ddc-gateway plot before.csv after.csv --columns set_gas,set_braking -o both.svg\n"
        "  ddc-gateway plot out/run.mcap --columns 'trajectory_x[0]'");
}

PlotCommand::~PlotCommand() = default;

bool PlotCommand::is_given() const {
    return command_.is_given();
}

int PlotCommand::run(std::ostream& out, const Log& log) const {
    const Arguments& given = *given_;
    const std::vector<std::filesystem::path> files(given.files.begin(), given.files.end());
    const std::filesystem::path picture =
        given.output.empty() ? std::filesystem::path(files[0]).replace_extension(".png")
                             : std::filesystem::path(given.output);
    std::vector<NamedFile> inputs;
    for (const auto& file : files) inputs.push_back({"FILE", file});
    const std::string problem = overwriting({{"--output", picture}}, inputs);
    if (!problem.empty()) throw std::invalid_argument(problem);
    draw_traces(read_traces(files, names_in(given.columns), log), picture);
    out << ddc::interface::visible(picture.string()) << '\n';
    return exit_code::done;
}

}  // namespace gateway
