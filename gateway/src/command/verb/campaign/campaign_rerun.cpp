// SPDX-License-Identifier: MIT
#include "campaign_rerun.hpp"

#include <gateway/base/exit_code.hpp>
#include "assembly/run_programs.hpp"
#include "campaign/replay/kept_traces.hpp"
#include "campaign/replay/replay.hpp"
#include "campaign/store/tally.hpp"
#include "config/common/named_files.hpp"
#include "line/plot_option.hpp"
#include "output/log_to.hpp"
#include "output/status_line.hpp"
#include "plot/draw_requirements.hpp"

#include <plant/number_text.hpp>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>

namespace gateway {
namespace {

using campaign::MadeRun;
using campaign::Replayed;

/// Opens an output before the run, so that an error is reported early.
std::unique_ptr<OutputFile> opened(const std::string& file) {
    return file.empty() ? nullptr : std::make_unique<OutputFile>(file);
}

void write(const std::unique_ptr<OutputFile>& file, const std::string& text) {
    if (!file) return;
    file->stream() << text;
    file->close();
}

std::string summary_of(const MadeRun& made) {
    if (made.programs.empty())
        return nlohmann::ordered_json{{"error", error_of(made.row)}}.dump(2) + "\n";
    return to_json(made.programs, made.programs.size() > 1).dump(2) + "\n";
}

void print(const MadeRun& made, std::ostream& out) {
    for (const ProgramResult& program : made.programs) {
        if (made.programs.size() > 1) out << "== " << program.name << '\n';
        if (program.summary) print(*program.summary, out);
    }
    const std::string error = error_of(made.row);
    out << "run " << made.row.run << ": " << to_string(outcome_of(made.row))
        << (error.empty() ? "" : ": " + error) << '\n';
}

void print_comparison(const Replayed& replayed, std::ostream& out) {
    if (replayed.comparison == Replayed::Comparison::equal)
        out << "the result equals the stored one\n";
    else if (replayed.comparison == Replayed::Comparison::differs)
        out << "the result differs from the stored one, first at " << replayed.place << '\n';
    else
        out << "no stored result to compare with\n";
}

/// Draws a picture for each program that has run and has requirements.
void draw(const Replayed& replayed, const std::filesystem::path& file, std::ostream& out) {
    bool is_any = false;
    const auto& programs = replayed.made.programs;
    for (std::size_t i = 0; i < programs.size(); ++i) {
        const Replayed::Trace& trace = replayed.traces[i];
        if (!programs[i].summary || trace.requirements.empty()) continue;
        is_any = true;
        draw_requirements(trace.file, trace.requirements, programs[i].summary->requirements,
                          programs.size() > 1 ? picture_of_program(file, programs[i].name) : file);
    }
    if (!is_any) out << "no picture: no requirement of this run was evaluated\n";
}

}  // namespace

struct CampaignRerun::Arguments {
    std::string folder, trace, summary, junit, plot, config;
    std::optional<std::uint64_t> run;
};

CampaignRerun::CampaignRerun(ddc::command::Verb& campaign)
    : given_(std::make_unique<Arguments>()),
      verb_(campaign.add_verb("rerun", "Repeat one run of the campaign, with a trace")) {
    Arguments& given = *given_;
    verb_.add_folder("DIR", given.folder, "The campaign's folder").required();
    verb_
        .add_parsed_option(
            "RUN",
            [&given](const std::string& text) {
                return plant::read_count(text, given.run.emplace());
            },
            "Number of the run, from 0 (default: all runs that `keep` of the campaign selects)")
        .kind("NUMBER");
    verb_.add_file("--trace", given.trace,
                   "Write the trace to this file (CSV) instead of DIR/replay/RUN.csv");
    verb_.add_file("--summary", given.summary, "Write the summary as JSON to this file");
    verb_.add_file("--junit", given.junit,
                   "Write the results of the requirements to this file, as JUnit XML for "
                   "continuous integration");
    add_plot_option(verb_, given.plot,
                    "Draw the values of each requirement over time, and the time that determined "
                    "its result");
    verb_.add_folder(
        "--config", given.config,
        "Do not run; write the configuration of the run with all files to this folder, "
        "for ddc-gateway run");
    verb_.set_footer(
        "The values and seeds of the run are used again; its programs and vehicles run again.\n\n"
        "Example:\n  ddc-gateway campaign rerun out/campaign 7 --trace run7.csv "
        "--plot run7.png");
}

CampaignRerun::~CampaignRerun() = default;

bool CampaignRerun::is_given() const {
    return verb_.is_given();
}

int CampaignRerun::keep(std::ostream& err, const RunControl& control) const {
    for (const std::string& file :
         {given_->trace, given_->summary, given_->junit, given_->plot, given_->config})
        if (!file.empty())
            throw std::invalid_argument("RUN: is missing; " + file + " is for one run");
    const campaign::Plan plan(given_->folder);
    StatusLine status(err);
    campaign::keep_traces(plan, given_->folder, control, status);
    return control.stop ? exit_code::failed : exit_code::done;
}

int CampaignRerun::write_config(std::ostream& out) const {
    for (const std::string& other : {given_->trace, given_->summary, given_->junit, given_->plot})
        if (!other.empty())
            throw std::invalid_argument("--config: does not run, so it cannot write " + other);
    const campaign::Plan plan(given_->folder);
    out << campaign::write_run_config(plan, *given_->run, given_->config).string() << '\n';
    return exit_code::done;
}

int CampaignRerun::run(std::ostream& out, std::ostream& err, const RunControl& control) const {
    if (!given_->run) return keep(err, control);
    if (!given_->config.empty()) return write_config(out);
    std::filesystem::path trace = given_->trace;
    if (trace.empty())
        trace = std::filesystem::path(given_->folder) / "replay" /
                (std::to_string(*given_->run) + ".csv");
    const std::string problem =
        overwriting({{"--trace", trace},
                     {"--summary", given_->summary},
                     {"--junit", given_->junit},
                     {"--plot", given_->plot}},
                    {{"the plan", std::filesystem::path(given_->folder) / "plan.json"}});
    if (!problem.empty()) throw std::invalid_argument(problem);
    if (!given_->plot.empty() && std::filesystem::exists(trace) &&
        !std::filesystem::is_regular_file(trace))
        throw std::invalid_argument("--plot: needs the trace; " + trace.string() +
                                    " must be a regular file");
    const campaign::Plan plan(given_->folder);
    const auto summary = opened(given_->summary), junit = opened(given_->junit);
    const Replayed replayed = campaign::replay(plan, *given_->run, trace, log_to(err));
    write(summary, summary_of(replayed.made));
    write(junit, campaign::junit_text(replayed.made));
    print(replayed.made, out);
    print_comparison(replayed, out);
    if (!given_->plot.empty()) draw(replayed, given_->plot, out);
    campaign::Tally tally;
    tally.add(outcome_of(replayed.made.row));
    if (replayed.comparison == Replayed::Comparison::differs && plan.is_repeatable())
        return exit_code::failed;
    return exit_code_of(tally, 1);
}

}  // namespace gateway
