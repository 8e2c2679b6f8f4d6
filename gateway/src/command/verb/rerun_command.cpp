// SPDX-License-Identifier: MIT
#include "rerun_command.hpp"

#include "line/gateway_line.hpp"

#include <gateway/base/exit_code.hpp>
#include "columns/trace.hpp"
#include "compare/draw_comparison.hpp"
#include "compare/print_comparison.hpp"
#include "config/common/named_files.hpp"
#include "line/plot_option.hpp"
#include "output/output_file.hpp"
#include "output/status_line.hpp"
#include "output/temporary_file.hpp"
#include "rerun/closed_loop.hpp"
#include "rerun/open_loop.hpp"

#include <ddc/interface/visible.hpp>

#include <plant/number_text.hpp>

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace gateway {
namespace {

/// The column that exceeds its tolerance first; null if none does.
const Compared* first_beyond(const Comparison& found) {
    const Compared* first = nullptr;
    for (const Compared& value : found.values)
        if (value.first_beyond &&
            (first == nullptr || value.first_beyond->row < first->first_beyond->row))
            first = &value;
    return first;
}

void print_first(const Comparison& found, std::ostream& out) {
    const Compared* first = first_beyond(found);
    if (first == nullptr) return;
    const Compared::Place& place = *first->first_beyond;
    out << fmt::format(
        "first difference beyond its tolerance: {} in cycle {} at {} s, {} recorded and {} now\n",
        first->name, place.row - 1, plant::plain(place.time_s.value_or(0)), place.a, place.b);
}

}  // namespace

struct RerunCommand::Arguments {
    std::string recording, output, plot;
    NewProgram program;
    std::vector<std::string> distances, ignored;
    bool is_closed_loop = false;
};

struct RerunCommand::Rerun {
    const RecordedRun& run;
    const RunConfig& config;
    RunControl& control;
    Log log;
    StatusLine& status;
};

RerunCommand::RerunCommand(ddc::command::CommandLine& line)
    : given_(std::make_unique<Arguments>()), command_(add_known_verb(line, "rerun")) {
    Arguments& given = *given_;
    command_.add_file("FILE", given.recording, "The recording of a measured run (MCAP)").required();
    command_
        .add_option("--program", given.program.file,
                    "The other build of the program; it is started with the recorded arguments, "
                    "and gets the recorded inputs cycle by cycle")
        .placeholder("NEW")
        .required();
    command_.add_option("ARGUMENT", given.program.arguments,
                        "Arguments of NEW instead of the recorded ones; write -- before arguments "
                        "that begin with a dash");
    command_.add_flag("--closed-loop", given.is_closed_loop,
                      "Repeat the whole run with its vehicle instead, and compare the two "
                      "recordings as ddc-gateway compare does");
    command_
        .add_option("--tolerance", given.distances,
                    "Largest difference that is accepted: NUMBER for all values (default: 0), "
                    "NAME=NUMBER for one; may be given several times")
        .placeholder("[NAME=]NUMBER")
        .repeatable();
    command_
        .add_option("--ignore", given.ignored,
                    "Ignore this output or column; may be given several times")
        .placeholder("NAME")
        .repeatable();
    command_.add_file("--output", given.output,
                      "Write the outputs of NEW (CSV), or with --closed-loop the new recording "
                      "(MCAP)");
    add_plot_option(command_, given.plot,
                    "Draw the three columns that differ most, and their differences");
    command_.set_footer(
        "NEW gets the recorded inputs, and its outputs are compared with the recorded ones. No "
        "vehicle is simulated unless --closed-loop is given.\n\n"
        "Examples:\n"
        "  ddc-gateway rerun good.mcap --program build/follower\n"
        "  ddc-gateway rerun good.mcap --program build/follower --tolerance 1e-9 --tolerance "
        "set_steering=1e-6 --plot changed.png\n"
        "  ddc-gateway rerun good.mcap --program build/follower --closed-loop --tolerance 0.01\n"
        "  ddc-gateway rerun good.mcap --program build/follower -- 4000 --gain 0.12\n"
        "Exit code: 0 equal within the tolerance, 4 not equal, 1 NEW or another program of the run "
        "failed, 3 another program of the run was lost during the rerun, 2 invalid file or "
        "option.");
}

RerunCommand::~RerunCommand() = default;

bool RerunCommand::is_given() const {
    return command_.is_given();
}

int RerunCommand::run(std::ostream& out, std::ostream& err, const Log& log,
                      RunControl& control) const {
    const Arguments& given = *given_;
    const std::string problem =
        overwriting({{"--output", given.output}, {"--plot", given.plot}},
                    {{"FILE", given.recording}, {"--program", given.program.file}});
    if (!problem.empty()) throw std::invalid_argument(problem);
    Tolerances tolerances;
    tolerances.ignored = given.ignored;
    for (const std::string& text : given.distances) add_tolerance(text, tolerances);
    check_output();
    const RecordedRun run = read_recorded_run(given.recording);
    check_names(tolerances);
    const RunConfig config = rerun_config(run, given.program);
    StatusLine status(err);
    const Rerun rerun{run, config, control, log, status};
    const auto& words = config.programs[run.program()].exec;
    log("starting " + ddc::interface::visible(fmt::format("{}", fmt::join(words, " "))));
    return given.is_closed_loop ? closed_loop(rerun, tolerances, out)
                                : open_loop(rerun, tolerances, out);
}

void RerunCommand::check_output() const {
    const std::string ending = std::filesystem::path(given_->output).extension().string();
    if (ending == ".mcap" && !given_->is_closed_loop)
        throw std::invalid_argument("--output: the outputs are CSV; use the extension .csv");
    if (ending == ".csv" && given_->is_closed_loop)
        throw std::invalid_argument("--output: the recording is MCAP; use the extension .mcap");
}

/// Checks the names before the run, which may take long.
void RerunCommand::check_names(const Tolerances& tolerances) const {
    const auto recorded = given_->is_closed_loop
                              ? open_trace(given_->recording)
                              : open_recording(given_->recording, {"/program/outputs"});
    for (const auto& [name, tolerance] : tolerances.of_one)
        if (!recorded->find(name))
            throw std::invalid_argument(fmt::format("--tolerance: {} has no column '{}'; it has {}",
                                                    given_->recording, name,
                                                    fmt::join(recorded->columns(), ", ")));
}

int RerunCommand::open_loop(const Rerun& rerun, const Tolerances& tolerances,
                            std::ostream& out) const {
    std::optional<OutputFile> kept;
    if (!given_->output.empty()) kept.emplace(given_->output);
    const TemporaryFile recorded_file, given_file;
    std::ofstream recorded(recorded_file.name()), now(given_file.name());
    const std::size_t cycles = rerun_open_loop(rerun.run, rerun.config, {recorded, now},
                                               rerun.control, rerun.log, rerun.status);
    rerun.status.clear();
    recorded.close();
    now.close();
    if (!recorded || !now) throw std::runtime_error("a temporary file cannot be written");
    if (kept) {
        kept->stream() << std::ifstream(given_file.name()).rdbuf();
        kept->close();
    }
    out << fmt::format("{} executed {} cycles of {}\n", given_->program.file, cycles,
                       given_->recording);
    return judge({recorded_file.name(), given_file.name()}, tolerances, rerun, out);
}

/// Ignores measured execution times, which differ in every run.
int RerunCommand::closed_loop(const Rerun& rerun, Tolerances tolerances, std::ostream& out) const {
    const bool is_repeatable = rerun.run.fact("execution_time") == "constant";
    if (!is_repeatable) {
        tolerances.ignored.emplace_back("execution_time_s");
        rerun.log(
            "the run was recorded with measured execution times, so two runs may differ; record "
            "with `ddc-gateway run --repeatable` for identical runs");
    }
    const TemporaryFile scratch;
    const std::string again = given_->output.empty() ? scratch.name().string() : given_->output;
    auto file = std::make_shared<OutputFile>(again);
    if (file->grows_as().empty())
        throw std::invalid_argument("--output: must be a regular file, since it is read again; " +
                                    again + " is not");
    const std::vector<ProgramResult> results =
        rerun_closed_loop(rerun.run, rerun.config, std::move(file), rerun.control, rerun.log);
    const ProgramResult& result = results[rerun.run.program()];
    if (!result.summary)
        throw std::runtime_error(result.error.empty() ? "interrupted" : result.error);
    if (!result.error.empty()) rerun.log(result.error);
    out << fmt::format("{} drove {} s\n", given_->program.file,
                       plant::plain(result.summary->sim_time_s));
    const int others = end_of_others(rerun, results);
    const int verdict = judge({given_->recording, again}, tolerances, rerun, out);
    return others == exit_code::failed ? others : std::max(others, verdict);
}

/// Logs failures of the other programs, which ran in the same run but are not in the recording.
/// @return done, degraded or failed
int RerunCommand::end_of_others(const Rerun& rerun, const std::vector<ProgramResult>& results) {
    int code = exit_code::done;
    const auto warn = [&](const ProgramResult& other, const char* how, const std::string& why) {
        rerun.log(std::string("another program of the run ") + how +
                  ", so the run may differ from the recorded one: " + other.name + ": " + why);
    };
    for (std::size_t i = 0; i < results.size(); ++i) {
        const ProgramResult& other = results[i];
        if (i == rerun.run.program()) continue;
        if (!other.summary || !other.error.empty()) {
            warn(other, "failed", other.error.empty() ? "interrupted" : other.error);
            code = exit_code::failed;
            continue;
        }
        for (const std::string& reason : other.summary->degradations()) {
            warn(other, "was degraded", reason);
            if (code == exit_code::done) code = exit_code::degraded;
        }
    }
    return code;
}

int RerunCommand::judge(const std::pair<std::string, std::string>& files,
                        const Tolerances& tolerances, const Rerun& rerun, std::ostream& out) const {
    const auto& [recorded, now] = files;
    const Comparison found = compare_files(recorded, now, tolerances, rerun.log, rerun.status);
    rerun.status.clear();
    print(found, tolerances, out);
    print_first(found, out);
    const bool is_drawn =
        given_->plot.empty() || draw_comparison(recorded, now, found, tolerances, given_->plot,
                                                {"recorded", given_->program.file});
    if (!is_drawn) out << "no picture: no numbers differ\n";
    return found.is_equal_within(tolerances) ? exit_code::done : exit_code::not_met;
}

}  // namespace gateway
