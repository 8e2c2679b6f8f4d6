// SPDX-License-Identifier: MIT
#include "rerun_config.hpp"

#include "../campaign/scratch_folder.hpp"
#include "../config/load_run_config.hpp"
#include "../program/program_file.hpp"

#include <plant/number_text.hpp>

#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <stdexcept>

namespace gateway {
namespace {

using campaign::FrozenConfig;

/// Where the program's keys are.
std::string section_of(const FrozenConfig& config, std::size_t program) {
    if (!config.value("programs")) return "program.";
    return "programs[" + std::to_string(program) + "].";
}

RunConfig load(const FrozenConfig& config) {
    const campaign::ScratchFolder folder;
    config.write_all(folder.path());
    return load_run_config(folder.path() / config.main_file());
}

/// What the command line of the recorded run may have changed.
void take_facts(const ddc::recording::McapTexts& facts, RunConfig& config) {
    const auto fact = [&](const char* name) {
        const auto at = facts.find(name);
        return at == facts.end() ? "" : at->second;
    };
    double duration_s = 0;
    if (plant::read_number(fact("duration_s"), {1e-9, 1e9}, duration_s).empty())
        config.duration = SimTime(std::llround(duration_s * 1e9));
    static_cast<void>(plant::read_count(fact("seed"), config.seed));
    config.spread_seed();
    if (fact("execution_time") == "constant") config.make_repeatable();
}

}  // namespace

RunConfig rerun_config(const RecordedRun& run, const std::string& program) {
    const std::string problem = program_problem(program, own_directory());
    if (!problem.empty()) throw std::invalid_argument("--program: " + problem);
    FrozenConfig frozen(run.files);
    const std::string exec = section_of(frozen, run.program()) + "exec";
    if (frozen.value(exec)) frozen.set(exec + "[0]", program);
    RunConfig config = load(frozen);
    if (run.program() >= config.programs.size())
        throw std::invalid_argument(run.file.string() + ": its configuration has no program " +
                                    std::to_string(run.program()));
    ProgramConfig& mine = config.programs[run.program()];
    if (mine.tcp)
        throw std::invalid_argument(run.file.string() +
                                    ": is of a program over TCP, which cannot be run again");
    if (mine.exec.empty()) mine.exec = {program, hex(mine.options.reference_id).substr(2)};
    if (!mine.options.answer_timeout) mine.options.answer_timeout = ProgramOptions{}.answer_timeout;
    mine.options.on_loss = OnLoss::fail;
    config.table_name = "rerun." + std::to_string(::getpid());
    config.data_port.reset();
    take_facts(run.facts, config);
    return config;
}

}  // namespace gateway
