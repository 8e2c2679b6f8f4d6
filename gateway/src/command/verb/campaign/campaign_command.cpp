// SPDX-License-Identifier: MIT
#include "campaign_command.hpp"

#include "line/gateway_line.hpp"

#include <gateway/base/exit_code.hpp>
#include "campaign/pool/engine.hpp"
#include "campaign/pool/pool.hpp"
#include "campaign/pool/progress.hpp"
#include "campaign/pool/submit.hpp"
#include "campaign/replay/counterexample.hpp"
#include "campaign/replay/kept_traces.hpp"
#include "campaign/report/fault_table.hpp"
#include "campaign/report/report.hpp"
#include "campaign/results/merge.hpp"
#include "campaign/worker/work.hpp"
#include "line/open_page.hpp"
#include "number/number_option.hpp"
#include "output/log_to.hpp"
#include "output/output_file.hpp"
#include "output/status_line.hpp"

#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <optional>
#include <ostream>
#include <regex>
#include <thread>
#include <vector>

namespace gateway {
namespace {

using ddc::command::Verb;

/// The exit code that shells use for a process ended by SIGTERM.
constexpr int stopped = 143;
constexpr plant::Range element_counts{1, 1e6};
constexpr plant::Range job_counts{1, 4096};
constexpr plant::Range run_numbers{0, 1e12};

void print(const campaign::Merged& merged, std::ostream& out) {
    out << to_string(merged.tally, merged.runs);
    if (merged.stopped) out << "; " << to_string(*merged.stopped);
    out << '\n';
    if (!merged.missing.empty()) out << "missing: " << merged.missing << '\n';
}

/// The file of an option; nothing if the option is not given.
std::optional<std::filesystem::path> file_of(const std::string& option) {
    if (option.empty()) return std::nullopt;
    return option;
}

std::string time_complaint(const std::string& text) {
    static const std::regex form("[0-9]+:[0-5][0-9]:[0-5][0-9]");
    return std::regex_match(text, form) ? "" : "must be a time such as 2:30:00, is '" + text + "'";
}

std::string variable_complaint(const std::string& text) {
    static const std::regex form("[A-Za-z_][A-Za-z0-9_]*=[^\\n]*");
    return std::regex_match(text, form) ? "" : "must be NAME=VALUE, is '" + text + "'";
}

void set_example(Verb& verb, const std::string& words) {
    verb.set_footer("Example:\n  ddc-gateway campaign " + words);
}

/// The name of a folder: "a" for "out/a", for "out/a/", and for "." in that folder.
std::string name_of(const std::filesystem::path& folder) {
    return std::filesystem::absolute(folder / "").lexically_normal().parent_path().filename();
}

}  // namespace

struct CampaignCommand::Arguments {
    std::string campaign, folder, csv, sqlite, summary, output, junit, faults;
    std::optional<campaign::Share> share;  ///< nothing: from the engine
    std::string engine;
    std::optional<std::uint64_t> elements, submitted_jobs;
    campaign::WorkerSetup setup;
    bool is_printed = false, is_to_open = false;
    std::optional<std::uint64_t> shrunk_run;  ///< nothing: the worst run
    std::int32_t jobs =
        static_cast<std::int32_t>(std::max(std::thread::hardware_concurrency(), 1U));
};

struct CampaignCommand::Verbs {
    Verb plan, work, run, submit, status, merge, report, shrink;
};

void CampaignCommand::add_submit_options(Verb& submit, Arguments& given) {
    std::vector<std::string> names;
    for (const auto& engine : campaign::engine_scripts()) names.emplace_back(engine.name);
    submit.add_option("--engine", given.engine, "Batch system of the cluster")
        .one_of(names)
        .required();
    submit.add_flag("--print", given.is_printed,
                    "Print the job script and the command to submit it, and do not submit it");
    add_number(submit, "--jobs", given.submitted_jobs, element_counts,
               "Largest number of workers that run at once");
    add_number(submit, "--elements", given.elements, element_counts,
               "Number of elements of the job array, which share the shards (default: one per "
               "shard, up to the limit of the engine)");
    submit.add_option("--time", given.setup.time, "Time limit of an element")
        .kind("H:MM:SS")
        .check(time_complaint);
    submit
        .add_option("--module", given.setup.modules,
                    "Environment module that workers load; may be given several times")
        .kind("NAME")
        .repeatable();
    submit
        .add_option("--env", given.setup.variables,
                    "Environment variable of the workers; may be given several times")
        .kind("NAME=VALUE")
        .repeatable()
        .check(variable_complaint);
}

CampaignCommand::CampaignCommand(ddc::command::CommandLine& line)
    : given_(std::make_unique<Arguments>()),
      command_(add_known_verb(line, "campaign")),
      rerun_(command_) {
    Arguments& given = *given_;
    Verb plan = command_.add_verb(
        "plan", "Copy a campaign and all its files to a new folder, with a plan of its runs");
    Verb work = command_.add_verb("work", "Execute the missing runs of one shard");
    Verb run = command_.add_verb("run", "Execute all missing runs on this machine");
    Verb submit = command_.add_verb("submit", "Execute all missing runs on a cluster");
    Verb status = command_.add_verb("status", "Print the progress");
    Verb merge = command_.add_verb("merge", "Merge all results into one file, ordered by run");
    Verb report = command_.add_verb("report", "Write a web page with the results of all runs");
    Verb shrink = command_.add_verb(
        "shrink", "Move a failed run towards nominal values while it still fails");
    plan.add_file("CAMPAIGN", given.campaign, "The campaign's YAML file").required();
    for (Verb* verb : {&plan, &work, &run, &submit, &status, &merge, &report, &shrink})
        verb->add_folder("DIR", given.folder, "The campaign's folder").required();
    work.add_parsed_option(
            "--shard",
            [&given](const std::string& text) {
                if (text == "auto") return std::string();
                return campaign::read_share(text, given.share.emplace());
            },
            "Number of the shard, from 0; K/E: the shards of element K of E, which are K, K+E, "
            "K+2E, ...; auto: K and E from the environment of a job array (Slurm, PBS, SGE, LSF, "
            "Kubernetes) or an MPI rank")
        .kind("NUMBER|K/E|auto")
        .required();
    add_number(run, "--jobs", given.jobs, job_counts, "Number of workers that run at once");
    add_submit_options(submit, given);
    merge.add_file("--csv", given.csv, "Write a line with all values of each run to this file");
    merge.add_file("--sqlite", given.sqlite,
                   "Write a database with a row for each run to this file");
    merge.add_file("--summary", given.summary,
                   "Write totals, rates and quantiles to this file, as JSON");
    report.add_file("-o,--output", given.output, "The page (default: DIR/report.html)");
    report.add_file("--junit", given.junit,
                    "Write a test case for each requirement to this file, as JUnit XML for "
                    "continuous integration");
    report.add_file("--csv", given.faults,
                    "Write the table of faults of design each_fault to this file");
    report.add_flag("--open", given.is_to_open, "Show the page in the desktop's browser");
    add_number(shrink, "RUN", given.shrunk_run, run_numbers,
               "Number of the run (default: the worst run)");
    shrink.add_folder("-o,--output", given.output, "Write run.yaml and its files to this folder")
        .required();
    command_.set_footer(
        "Example:\n  ddc-gateway campaign plan campaign.yaml out/campaign\n"
        "  ddc-gateway campaign run out/campaign --jobs 4\n"
        "  ddc-gateway campaign merge out/campaign --csv out/results.csv");
    set_example(plan, "plan campaign.yaml out/campaign");
    set_example(work, "work out/campaign --shard 0");
    set_example(run, "run out/campaign --jobs 4");
    set_example(submit, "submit out/campaign --engine slurm --jobs 100");
    set_example(status, "status out/campaign");
    set_example(merge, "merge out/campaign --csv out/results.csv");
    set_example(report, "report out/campaign --open");
    set_example(shrink, "shrink out/campaign -o out/smallest");
    verbs_ = std::make_unique<Verbs>(Verbs{plan, work, run, submit, status, merge, report, shrink});
}

CampaignCommand::~CampaignCommand() = default;

bool CampaignCommand::is_given() const {
    return command_.is_given();
}

int CampaignCommand::plan() const {
    campaign::make_plan(given_->campaign, given_->folder);
    return exit_code::done;
}

int CampaignCommand::work(std::ostream& err, const RunControl& control) const {
    const Log log = log_to(err);
    const campaign::Plan plan(given_->folder);
    const bool is_one = given_->share && !given_->share->stride;
    const std::vector<std::uint64_t> shards =
        is_one ? std::vector{given_->share->first}
               : shards_of(given_->share ? *given_->share : campaign::share_of_engine(::getenv),
                           plan.shards());
    for (const std::uint64_t shard : shards)
        if (!campaign::work(plan, shard, control, log)) return stopped;
    return exit_code::done;
}

int CampaignCommand::run_pool(std::ostream& err, const RunControl& control) const {
    const campaign::Plan plan(given_->folder);
    const auto jobs = static_cast<unsigned>(given_->jobs);
    const campaign::Progress end = campaign::run_pool(plan, given_->folder, jobs, control, err);
    const bool is_complete = end.published == end.shards;
    if (is_complete) {
        StatusLine status(err);
        keep_traces(plan, given_->folder, control, status);
    }
    if (control.stop) return stopped;
    return is_complete ? exit_code_of(end.tally, end.runs) : exit_code::failed;
}

int CampaignCommand::submit(std::ostream& out, std::ostream& err, const RunControl& control) const {
    const campaign::Plan plan(given_->folder);
    const campaign::Submission submission{campaign::engine_script(given_->engine), given_->elements,
                                          given_->submitted_jobs, given_->setup};
    if (given_->is_printed) {
        out << script_for(plan, given_->folder, submission) << std::flush;
        err << "to submit it, save it as " << file_of(*submission.engine) << " in "
            << given_->folder << " and run there: mkdir -p log; "
            << submit_command(*submission.engine) << '\n';
        return exit_code::done;
    }
    const std::string job = campaign::submit(plan, given_->folder, submission);
    out << job << std::endl;
    const campaign::Progress end = follow(plan, job, control, err);
    if (end.published == end.shards) {
        if (!runs_to_keep(plan).empty())
            err << "campaign: write the traces to keep with `ddc-gateway campaign rerun "
                << std::quoted(given_->folder) << "`\n";
        return exit_code_of(end.tally, end.runs);
    }
    if (control.stop)
        err << "campaign: the job continues; show its progress with `ddc-gateway campaign status "
            << std::quoted(given_->folder) << "`, cancel it with `scancel " << job << "`\n";
    else
        err << "campaign: the job has ended, but results are missing; see " << given_->folder
            << "/log for the reason, and submit again to execute the missing runs\n";
    return control.stop ? stopped : exit_code::failed;
}

int CampaignCommand::status(std::ostream& out) const {
    const campaign::Plan plan(given_->folder);
    const campaign::Progress progress = campaign::ProgressCounter(plan).count();
    out << to_string(progress, 0, 0) << "; " << progress.published << " of " << progress.shards
        << " shards published\n";
    if (!plan.is_repeatable())
        out << "not repeatable: two executions of a run may have different results\n";
    return progress.published == progress.shards ? exit_code::done : exit_code::failed;
}

int CampaignCommand::merge(std::ostream& out) const {
    const campaign::Plan plan(given_->folder);
    const campaign::Merged merged =
        campaign::merge(plan, given_->folder, {file_of(given_->csv), file_of(given_->sqlite)});
    if (const auto summary = file_of(given_->summary))
        campaign::write_summary(campaign::find(plan), plan, *summary);
    print(merged, out);
    if (!plan.is_repeatable())
        out << "not repeatable: two executions of a run may have different results\n";
    return exit_code_of(merged.tally, merged.runs);
}

int CampaignCommand::report(std::ostream& out, std::ostream& err) const {
    const campaign::Plan plan(given_->folder);
    const campaign::Findings findings = campaign::find(plan);
    const std::filesystem::path folder = given_->folder;
    const auto page = file_of(given_->output).value_or(folder / "report.html");
    campaign::write_report(findings, plan, folder, page);
    if (const auto faults = file_of(given_->faults)) campaign::write_faults(findings, *faults);
    if (const auto junit = file_of(given_->junit)) {
        OutputFile file(*junit);
        file.stream() << campaign::junit_of(findings, plan, name_of(folder));
        file.close();
    }
    out << to_string(findings.tally, findings.runs) << '\n';
    if (!findings.faults.empty()) out << campaign::text_of(findings.faults);
    out << page.string() << '\n';
    const std::string problem = given_->is_to_open ? open_page(page) : "";
    if (!problem.empty()) err << problem << "; open the file in a browser\n";
    return exit_code_of(findings.tally, findings.runs);
}

int CampaignCommand::shrink(std::ostream& out, std::ostream& err, const RunControl& control) const {
    const campaign::Plan plan(given_->folder);
    StatusLine status(err);
    const auto report_progress = [&](const campaign::ShrinkTally& tally) {
        status.look([&] {
            return "shrink: " + std::to_string(tally.made) + " runs, " +
                   std::to_string(tally.failed) + " still fail, " + std::to_string(tally.errors) +
                   " errors";
        });
    };
    const std::uint64_t run = given_->shrunk_run ? *given_->shrunk_run : campaign::worst_run(plan);
    const auto found = campaign::shrink_run(plan, run, control, report_progress);
    status.clear();
    if (!found) return stopped;
    const auto file = campaign::write_counterexample(plan, *found, given_->output);
    out << to_string(*found) << "run it with: ddc-gateway run " << file.string() << '\n';
    return exit_code::done;
}

int CampaignCommand::run(std::ostream& out, std::ostream& err, const RunControl& control) const {
    if (verbs_->plan.is_given()) return plan();
    if (verbs_->work.is_given()) return work(err, control);
    if (verbs_->run.is_given()) return run_pool(err, control);
    if (verbs_->submit.is_given()) return submit(out, err, control);
    if (verbs_->status.is_given()) return status(out);
    if (verbs_->merge.is_given()) return merge(out);
    if (verbs_->report.is_given()) return report(out, err);
    if (verbs_->shrink.is_given()) return shrink(out, err, control);
    if (rerun_.is_given()) return rerun_.run(out, err, control);
    throw std::invalid_argument(
        "campaign: needs one of plan, work, run, submit, status, merge, report, rerun, shrink; "
        "see ddc-gateway campaign --help");
}

}  // namespace gateway
