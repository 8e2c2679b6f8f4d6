// SPDX-License-Identifier: MIT
#include "runner.hpp"

#include "config/load_run_config.hpp"
#include "deadline.hpp"
#include "worker_table.hpp"

#include <plant/number_text.hpp>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace gateway::campaign {
namespace {

using nlohmann::ordered_json;

/// Removes a member of an object and returns it.
ordered_json taken(ordered_json& json, const char* key) {
    ordered_json part = std::move(json[key]);
    json.erase(key);
    return part;
}

/// Why a run has no result, or an empty text. A rollover is a result; a program that is missing or
/// lost is an error.
std::string problem_in(const ProgramResult& result) {
    if (!result.summary) return result.error.empty() ? "was not started" : result.error;
    const bool has_no_program = result.summary->exit_reason == "program_failed" ||
                                result.summary->exit_reason == "interrupted";
    if (has_no_program) return result.error.empty() ? "its program was lost" : result.error;
    return {};
}

}  // namespace

struct Runner::Attempt {
    RunOutcome outcome = RunOutcome::done;
    ordered_json summary, requirements, timings = ordered_json::array();
    std::string problem;
    bool is_late = false;
    std::vector<ProgramResult> programs;

    /// Evaluates `programs`. @param is_list prefix names of requirements with that of the program
    void take(bool is_list) {
        auto list = ordered_json::array();
        for (const ProgramResult& result : programs) {
            if (problem.empty()) problem = problem_in(result);
            if (result.summary)
                list.push_back(without_verdicts(*result.summary, is_list ? result.name + "." : ""));
        }
        if (problem.empty())
            summary = is_list ? list : list[0];
        else
            outcome = RunOutcome::error;
    }

  private:
    /// The part of a summary that depends only on the plan. Moves its requirements to
    /// `requirements`, and its timing to `timings`.
    ordered_json without_verdicts(const Summary& of, const std::string& front) {
        ordered_json json = to_json(of);
        timings.push_back(taken(json, "timing"));
        if (of.requirements.empty()) return json;
        const ordered_json verdicts = taken(json, "requirements");
        for (const auto& item : verdicts.items()) requirements[front + item.key()] = item.value();
        for (const requirement::Outcome& each : of.requirements)
            outcome = std::max(outcome, outcome_of(each.verdict));
        return json;
    }
};

Runner::Runner(const Plan& plan, std::uint64_t shard, Log log) : plan_(plan), log_(std::move(log)) {
    table_name_ = table_front(plan, shard) + std::to_string(::getpid());
    plan_.base().write_all(scratch_.path());
}

RunConfig Runner::config_of(std::uint64_t index, const Plan::Values& values) const {
    plan_.config(values).write_changed(scratch_.path());
    RunConfig config = load_run_config(scratch_.path() / plan_.base().main_file());
    config.table_name = table_name_;
    if (!plan_.varies_seed()) config.seed = plan_.seed(index);
    config.spread_seed();
    if (plan_.is_repeatable()) config.make_repeatable();
    return config;
}

void Runner::make_table_ready(const RunConfig& config) {
    if (!table_) table_.emplace(config.table());
    kept_.fit(config);
    table_->empty(kept_.running_entries());
}

Runner::Attempt Runner::attempt(std::uint64_t index, const Plan::Values& values,
                                const OpenTrace& open_trace) {
    Attempt attempt;
    try {
        const RunConfig config = config_of(index, values);
        make_table_ready(config);
        std::vector<std::shared_ptr<OutputFile>> traces(config.programs.size());
        if (open_trace)
            for (std::size_t i = 0; i < traces.size(); ++i)
                traces[i] = open_trace(config, config.programs[i]);
        RunControl control;
        const Deadline deadline(plan_.timeout(), control.stop);
        attempt.programs = run_programs(config, traces, control, log_, {{}, &kept_});
        attempt.take(config.is_list);
        attempt.is_late = deadline.is_over() && !attempt.problem.empty();
        if (attempt.is_late)
            attempt.problem = "took longer than " + plant::plain(plan_.timeout()->count()) + " s";
    } catch (const std::exception& error) {
        attempt.problem = error.what();
        attempt.outcome = RunOutcome::error;
    }
    if (!attempt.problem.empty()) {
        kept_.clear();
        table_.reset();
    }
    return attempt;
}

MadeRun Runner::make(std::uint64_t index, const Plan::Values& values, const OpenTrace& open_trace) {
    using Seconds = std::chrono::duration<double>;
    const auto begin = std::chrono::steady_clock::now();
    Attempt attempt = this->attempt(index, values, open_trace);
    const bool is_second = !attempt.problem.empty() && !attempt.is_late;
    if (is_second) {
        log_("run " + std::to_string(index) + ": " + attempt.problem + "; trying again");
        attempt = this->attempt(index, values, open_trace);
    }
    const bool is_made = attempt.problem.empty();
    ordered_json result{{"outcome", to_string(attempt.outcome)}, {"parameters", values}};
    if (is_made && !attempt.requirements.is_null())
        result["requirements"] = std::move(attempt.requirements);
    if (is_made) result["summary"] = std::move(attempt.summary);
    ordered_json wall{{"time_s", Seconds(std::chrono::steady_clock::now() - begin).count()},
                      {"attempts", is_second ? 2 : 1},
                      {"programs", std::move(attempt.timings)}};
    if (!is_made) wall["error"] = attempt.problem;
    constexpr auto replace = ordered_json::error_handler_t::replace;
    return {{index, result.dump(-1, ' ', false, replace), wall.dump(-1, ' ', false, replace)},
            std::move(attempt.programs)};
}

}  // namespace gateway::campaign
