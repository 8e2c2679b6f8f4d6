// SPDX-License-Identifier: MIT
#include "closed_loop.hpp"

#include "attached_files.hpp"

#include "config/load_run_config.hpp"
#include "output/scratch_folder.hpp"
#include "process/program_file.hpp"

#include <plant/file_error.hpp>
#include <plant/number_text.hpp>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <utility>

namespace gateway {
namespace {

/// The prefix of the paths of the program's keys.
std::string section_of(const FrozenConfig& config, std::size_t program) {
    if (!config.value("programs")) return "program.";
    return "programs[" + std::to_string(program) + "].";
}

/// Replaces names of temporary files in errors by their names in the recording.
class NamesInRecording {
  public:
    NamesInRecording(const std::filesystem::path& folder, const std::filesystem::path& recording)
        : folder_(folder.string() + "/"), recording_(recording.string() + ": " + attached_folder) {}

    void name(plant::Mistake& mistake) const {
        if (mistake.file.rfind(folder_, 0) == 0)
            mistake.file.replace(0, folder_.size(), recording_);
    }
    void name_all(RunConfig& config) const {
        for (ProgramConfig& program : config.programs) {
            name(program.options.ports.place);
            for (PortRule& rule : program.options.ports.rules) name(rule.place);
        }
    }

  private:
    std::string folder_, recording_;
};

RunConfig load(const FrozenConfig& config, const std::filesystem::path& recording) {
    const ScratchFolder folder;
    config.write_all(folder.path());
    const NamesInRecording names(folder.path(), recording);
    try {
        RunConfig loaded = load_run_config(folder.path() / config.main_file());
        names.name_all(loaded);
        return loaded;
    } catch (const plant::FileError& error) {
        std::vector<plant::Mistake> mistakes = error.mistakes();
        for (plant::Mistake& mistake : mistakes) names.name(mistake);
        throw plant::FileError(std::move(mistakes));
    }
}

/// The program and its arguments.
std::vector<std::string> command_of(const NewProgram& program, std::vector<std::string> recorded) {
    if (!program.arguments.empty()) recorded = program.arguments;
    recorded.insert(recorded.begin(), program.file);
    return recorded;
}

/// Applies the options of the recorded run's command line.
void take_facts(const RecordedRun& run, RunConfig& config) {
    double duration_s = 0;
    if (plant::read_number(run.fact("duration_s"), {1e-9, 1e9}, duration_s).empty())
        config.duration = SimTime(std::llround(duration_s * 1e9));
    static_cast<void>(plant::read_count(run.fact("seed"), config.seed));
    config.spread_seed();
    if (run.fact("execution_time") == "constant") config.make_repeatable();
}

/// Sets the duration: a run that was stopped, or killed and repaired, ends at the same time again.
void take_end(const RecordedRun& run, RunConfig& config) {
    if (run.was_stopped) config.duration = std::min(config.duration, run.last_cycle + SimTime(1));
}

}  // namespace

RunConfig rerun_config(const RecordedRun& run, const NewProgram& program) {
    const std::string problem = program_problem(program.file, own_directory());
    if (!problem.empty()) throw std::invalid_argument("--program: " + problem);
    FrozenConfig frozen(run.files);
    const std::string exec = section_of(frozen, run.program()) + "exec";
    if (frozen.value(exec)) frozen.set(exec + "[0]", program.file);
    RunConfig config = load(frozen, run.file);
    if (run.program() >= config.programs.size())
        throw std::invalid_argument(run.file.string() + ": its configuration has no program " +
                                    std::to_string(run.program()));
    ProgramConfig& mine = config.programs[run.program()];
    if (mine.tcp)
        throw std::invalid_argument(run.file.string() +
                                    ": is of a program over TCP, which cannot be repeated");
    std::vector<std::string> arguments{hex(mine.options.reference_id).substr(2)};
    if (!mine.exec.empty()) arguments.assign(mine.exec.begin() + 1, mine.exec.end());
    mine.exec = command_of(program, std::move(arguments));
    if (!mine.options.answer_timeout) mine.options.answer_timeout = ProgramOptions{}.answer_timeout;
    mine.options.on_loss = OnLoss::fail;
    config.table_name = "rerun." + std::to_string(::getpid());
    config.data_port.reset();
    take_facts(run, config);
    take_end(run, config);
    return config;
}

std::vector<ProgramResult> rerun_closed_loop(const RecordedRun& run, const RunConfig& config,
                                             std::shared_ptr<OutputFile> recording,
                                             RunControl& control, const Log& log) {
    RunOptions options;
    options.recordings.resize(config.programs.size());
    options.recordings[run.program()] = std::move(recording);
    for (const FrozenFile& file : run.files) options.files.push_back(attached(file));
    const std::vector<std::shared_ptr<OutputFile>> no_traces(config.programs.size());
    return run_programs(config, no_traces, control, log, options);
}

}  // namespace gateway
