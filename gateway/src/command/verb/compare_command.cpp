// SPDX-License-Identifier: MIT
#include "compare_command.hpp"

#include "line/gateway_line.hpp"

#include <gateway/base/exit_code.hpp>
#include "compare/compare_over.hpp"
#include "compare/draw_comparison.hpp"
#include "compare/print_comparison.hpp"
#include "config/common/named_files.hpp"
#include "line/plot_option.hpp"

#include <plant/number_text.hpp>

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <ostream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace gateway {
namespace {

/// Parses "NAME=BAND" or "NAME".
std::pair<std::string, Band> read_named_band(const std::string& text) {
    const auto equals = text.rfind('=');
    if (equals == std::string::npos) return {text, {}};
    return {text.substr(0, equals), read_band(text.substr(equals + 1))};
}

BandQuestion band_question(const std::string& over, const std::vector<std::string>& distances) {
    BandQuestion question;
    std::tie(question.over, question.shift) = read_named_band(over);
    for (const std::string& text : distances) {
        if (text.find('=') == std::string::npos)
            throw std::invalid_argument("--tolerance: with --over it needs a column: NAME=" + text);
        question.bands.insert(read_named_band(text));
    }
    if (question.bands.empty())
        throw std::invalid_argument(
            "--over: needs --tolerance NAME=BAND for each column to compare");
    return question;
}

void print(const std::vector<BandResult>& results, const std::string& over, std::ostream& out) {
    for (const BandResult& each : results) {
        out << fmt::format("{:<32} {} of {} rows within the band", each.name,
                           each.rows - each.beyond, each.rows);
        if (each.beyond > 0)
            out << fmt::format("; largest distance to the band {:.6g}, at {} {} with {}",
                               each.furthest, over, plant::plain(each.over),
                               plant::plain(each.second));
        out << '\n';
    }
}

}  // namespace

struct CompareCommand::Arguments {
    std::string a, b, plot, over;
    std::vector<std::string> distances, ignored;
};

CompareCommand::CompareCommand(ddc::command::CommandLine& line)
    : given_(std::make_unique<Arguments>()), command_(add_known_verb(line, "compare")) {
    Arguments& given = *given_;
    command_.add_file("A", given.a, "A trace (CSV), a recording (MCAP) or a summary (JSON)")
        .required();
    command_.add_file("B", given.b, "The file to compare it with").required();
    command_
        .add_option(
            "--tolerance", given.distances,
            "Largest difference that is accepted: NUMBER for all values (default: 0), NAME=NUMBER "
            "for a column or a key; may be given several times")
        .placeholder("[NAME=]NUMBER")
        .repeatable();
    command_
        .add_option("--ignore", given.ignored,
                    "Ignore this column or key; may be given several times")
        .placeholder("NAME")
        .repeatable();
    command_
        .add_option("--over", given.over,
                    "Check whether the second trace is within a band around the first, both as "
                    "curves over this column, instead of row by row; BAND allows a shift along "
                    "this column; --tolerance NAME=BAND sets the band of a column: 0.1, 5% of the "
                    "value, or 0.1+5%")
        .placeholder("NAME[=BAND]");
    add_plot_option(command_, given.plot,
                    "Draw the three columns that differ most, and their differences; with --over, "
                    "the bands");
    command_.set_footer(
        "Examples:\n"
        "  ddc-gateway compare before.csv after.csv\n"
        "  ddc-gateway compare before.csv after.csv --tolerance 1e-9 --tolerance "
        "'set_steering=1e-6'\n"
        "  ddc-gateway compare before.csv after.csv --ignore execution_time_s --plot "
        "difference.png\n"
        "  ddc-gateway compare simulated.csv measured.csv --over ay_mps2=0.1 --tolerance "
        "steer_applied_rad=0.001+5%\n"
        "  ddc-gateway compare before.mcap after.mcap --ignore execution_time_s\n"
        "  ddc-gateway compare before.json after.json --tolerance vehicle.x_m=0.01\n"
        "Exit code: 0 equal within the tolerance, 1 not equal, 2 invalid file or option.");
}

CompareCommand::~CompareCommand() = default;

bool CompareCommand::is_given() const {
    return command_.is_given();
}

int CompareCommand::compare_bands(std::ostream& out, const Log& log) const {
    const Arguments& given = *given_;
    if (!given.ignored.empty())
        throw std::invalid_argument("--ignore: cannot be given with --over");
    const BandQuestion question = band_question(given.over, given.distances);
    const auto results = compare_over(given.a, given.b, question, log);
    print(results, question.over, out);
    if (!given.plot.empty()) draw_bands(given.a, given.b, question, given.plot);
    const bool all_within = std::all_of(results.begin(), results.end(),
                                        [](const BandResult& each) { return each.beyond == 0; });
    return all_within ? exit_code::done : exit_code::failed;
}

int CompareCommand::run(std::ostream& out, std::ostream& err, const Log& log) const {
    const Arguments& given = *given_;
    const std::string problem =
        overwriting({{"--plot", given.plot}}, {{"A", given.a}, {"B", given.b}});
    if (!problem.empty()) throw std::invalid_argument(problem);
    if (!given.over.empty()) return compare_bands(out, log);
    Tolerances tolerances;
    tolerances.ignored = given.ignored;
    for (const std::string& text : given.distances) add_tolerance(text, tolerances);
    StatusLine status(err);
    const Comparison found = compare_files(given.a, given.b, tolerances, log, status);
    status.clear();
    if (!given.plot.empty() && !found.are_tables)
        throw std::invalid_argument("--plot: is for traces; a summary has no values over time");
    print(found, tolerances, out);
    const bool is_drawn = given.plot.empty() || draw_comparison(given.a, given.b, found, tolerances,
                                                                given.plot, {given.a, given.b});
    if (!is_drawn) out << "no picture: no numbers differ\n";
    return found.is_equal_within(tolerances) ? exit_code::done : exit_code::failed;
}

}  // namespace gateway
