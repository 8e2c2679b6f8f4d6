// SPDX-License-Identifier: MIT
#include "runner.hpp"

#include "../config/load_run_config.hpp"
#include "../run/run_programs.hpp"
#include "dead_tables.hpp"

#include <unistd.h>

#include <chrono>
#include <utility>

namespace gateway::campaign {
namespace {

using nlohmann::ordered_json;

/// Of a summary, what the plan alone decides; what the wall clock does is taken out.
ordered_json result_of(const Summary& summary, ordered_json& timings) {
    ordered_json json = to_json(summary);
    timings.push_back(std::move(json["timing"]));
    json.erase("timing");
    return json;
}

/// A vehicle that rolls over is a result; a program that is not there or is lost is none.
std::string problem_in(const ProgramResult& result) {
    if (!result.summary) return result.error.empty() ? "was not started" : result.error;
    const bool has_no_program = result.summary->exit_reason == "program_failed" ||
                                result.summary->exit_reason == "interrupted";
    if (has_no_program) return result.error.empty() ? "its program was lost" : result.error;
    return {};
}

}  // namespace

struct Runner::Attempt {
    ordered_json summary, timings = ordered_json::array();
    std::string problem;

    void take(const std::vector<ProgramResult>& results, bool is_list) {
        auto list = ordered_json::array();
        for (const ProgramResult& result : results) {
            if (problem.empty()) problem = problem_in(result);
            if (result.summary) list.push_back(result_of(*result.summary, timings));
        }
        if (problem.empty()) summary = is_list ? list : list[0];
    }
};

Runner::Runner(const Plan& plan, std::uint64_t shard, Log log) : plan_(plan), log_(std::move(log)) {
    const std::string front = "c" + plan.digest().substr(0, 8) + "_" + std::to_string(shard) + "_";
    remove_dead_tables(front);
    table_name_ = front + std::to_string(::getpid());
    plan_.base().write_all(scratch_.path());
}

Runner::Attempt Runner::attempt(std::uint64_t index) const {
    Attempt attempt;
    try {
        plan_.config(index).write_changed(scratch_.path());
        RunConfig config = load_run_config(scratch_.path() / plan_.base().main_file());
        config.table_name = table_name_;
        if (!plan_.varies_seed()) config.seed = plan_.seed(index);
        config.spread_seed();
        if (plan_.is_repeatable()) config.make_repeatable();
        RunControl control;
        const std::vector<std::shared_ptr<OutputFile>> no_traces(config.programs.size());
        attempt.take(run_programs(config, no_traces, control, log_), config.is_list);
    } catch (const std::exception& error) {
        attempt.problem = error.what();
    }
    return attempt;
}

Row Runner::run(std::uint64_t index) {
    using Seconds = std::chrono::duration<double>;
    const auto begin = std::chrono::steady_clock::now();
    Attempt attempt = this->attempt(index);
    const bool is_second = !attempt.problem.empty();
    if (is_second) {
        log_("run " + std::to_string(index) + ": " + attempt.problem + "; once more");
        attempt = this->attempt(index);
    }
    const bool is_error = !attempt.problem.empty();
    ordered_json result{{"outcome", is_error ? "error" : "done"},
                        {"parameters", plan_.values(index)}};
    if (!is_error) result["summary"] = std::move(attempt.summary);
    ordered_json wall{{"time_s", Seconds(std::chrono::steady_clock::now() - begin).count()},
                      {"attempts", is_second ? 2 : 1},
                      {"programs", std::move(attempt.timings)}};
    if (is_error) wall["error"] = attempt.problem;
    constexpr auto replace = ordered_json::error_handler_t::replace;
    return {index, result.dump(-1, ' ', false, replace), wall.dump(-1, ' ', false, replace)};
}

}  // namespace gateway::campaign
