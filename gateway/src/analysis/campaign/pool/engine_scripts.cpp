// SPDX-License-Identifier: MIT
#include "engine_scripts.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <map>
#include <stdexcept>
#include <string_view>

namespace gateway::campaign {
namespace {

constexpr const char* slurm = R"(#!/bin/sh
#SBATCH --job-name={name}
#SBATCH --array=0-{last}{limit}{time}
#SBATCH --output=log/%a.log --open-mode=append
#SBATCH --requeue --signal=B:TERM@20
{setup}exec {gateway} campaign work . --shard "$SLURM_ARRAY_TASK_ID/{elements}"
)";

constexpr const char* pbs = R"(#!/bin/sh
#PBS -N {name}
#PBS -J 0-{last}{limit}{time}
#PBS -j oe -o log/
#PBS -r y
cd "$PBS_O_WORKDIR" || exit 1
{setup}exec {gateway} campaign work . --shard "$PBS_ARRAY_INDEX/{elements}"
)";

constexpr const char* lsf = R"(#!/bin/sh
#BSUB -J "{name}[1-{elements}]{limit}"{time}
#BSUB -o log/%I.log
#BSUB -r
{setup}exec {gateway} campaign work . --shard "$((LSB_JOBINDEX - 1))/{elements}"
)";

constexpr const char* sge = R"(#!/bin/sh
#$ -N {name}
#$ -t 1-{elements}{limit}{time}
#$ -cwd -j y -o log/
#$ -r y
{setup}exec {gateway} campaign work . --shard "$((SGE_TASK_ID - 1))/{elements}"
)";

constexpr const char* htcondor = R"(executable = {gateway_plain}
arguments = "campaign work . --shard $(Process)/{elements}"
should_transfer_files = NO
kill_sig = SIGTERM
output = log/$(Process).log
error = log/$(Process).log
log = log/htcondor.log{limit}
queue {elements}
)";

constexpr const char* kubernetes = R"(apiVersion: batch/v1
kind: Job
metadata:
  name: {name}
spec:
  completionMode: Indexed
  completions: {elements}
  parallelism: {jobs}
  backoffLimit: {elements}
  template:
    spec:
      restartPolicy: OnFailure
      containers:
        - name: worker
          image: ddc-gateway  # yours, with the gateway and the programs at their paths
          workingDir: /campaign
          command:
            - /bin/sh
            - -c
            - exec "$0" campaign work . --shard "$JOB_COMPLETION_INDEX/{elements}"
            - {gateway_json}
          volumeMounts:
            - {name: campaign, mountPath: /campaign}
            - {name: tables, mountPath: /dev/shm}
      volumes:
        - name: campaign
          persistentVolumeClaim: {claimName: campaign}  # yours, with the campaign's folder
        - name: tables
          emptyDir: {medium: Memory}
)";

/// After a rank has died, the next start executes its missing runs.
constexpr const char* mpirun = R"(#!/bin/sh
{setup}exec mpirun{limit} --enable-recovery --mca orte_abort_on_non_zero_status 0 \
    {gateway} campaign work . --shard auto
)";

constexpr const char* parallel = R"(#!/bin/sh
{setup}seq 0 {last} | parallel --quote{limit} --joblog log/parallel.txt --resume-failed \
    {gateway} campaign work . --shard {}/{elements}
)";

std::string shell_quoted(const std::string& text) {
    std::string quoted = "'";
    for (const char letter : text) quoted += letter == '\'' ? "'\\''" : std::string(1, letter);
    return quoted + "'";
}

/// A job name that every engine accepts.
std::string job_name(const std::filesystem::path& folder) {
    std::string name = "ddc-";
    for (const char letter : folder.filename().string()) {
        const auto code = static_cast<unsigned char>(letter);
        name += std::isalnum(code) != 0 ? static_cast<char>(std::tolower(code)) : '-';
    }
    constexpr std::size_t most_letters = 60;
    name.resize(std::min(name.size(), most_letters));
    while (name.back() == '-') name.pop_back();
    return name;
}

using Words = std::map<std::string, std::string>;

/// Replaces each "{word}" by its value in `words`.
std::string filled(std::string_view text, const Words& words) {
    std::string result;
    while (!text.empty()) {
        const std::size_t begin = std::min(text.find('{'), text.size());
        result += text.substr(0, begin);
        text.remove_prefix(begin);
        const std::size_t end = text.find('}');
        const auto word = end == std::string_view::npos
                              ? words.end()
                              : words.find(std::string(text.substr(1, end - 1)));
        if (word != words.end()) {
            result += word->second;
            text.remove_prefix(end + 1);
        } else if (!text.empty()) {
            result += text.front();
            text.remove_prefix(1);
        }
    }
    return result;
}

[[noreturn]] void refuse(const EngineScript& engine, const std::string& option) {
    throw std::invalid_argument(option + ": is not supported by --engine " + engine.name +
                                "; add it to the output of --print");
}

std::string time_limit(const EngineScript& engine, const std::string& hms) {
    if (hms.empty()) return {};
    if (engine.time == nullptr) refuse(engine, "--time");
    return filled(engine.time, {{"hms", hms}, {"hm", hms.substr(0, hms.rfind(':'))}});
}

/// The shell commands before a worker starts. A non-login shell may not have the command `module`.
std::string setup_of(const EngineScript& engine, const WorkerSetup& setup) {
    if (!engine.is_shell && !setup.modules.empty()) refuse(engine, "--module");
    if (!engine.is_shell && !setup.variables.empty()) refuse(engine, "--env");
    std::string lines;
    if (!setup.modules.empty()) lines = "command -v module >/dev/null || . /etc/profile\n";
    for (const std::string& module : setup.modules)
        lines += "module load " + shell_quoted(module) + "\n";
    for (const std::string& variable : setup.variables) {
        const std::size_t value = variable.find('=') + 1;
        lines +=
            "export " + variable.substr(0, value) + shell_quoted(variable.substr(value)) + "\n";
    }
    return lines;
}

}  // namespace

const std::vector<EngineScript>& engine_scripts() {
    static const std::vector<EngineScript> scripts{
        {"slurm", "sbatch --parsable {file}", 1000, "%{jobs}", "\n#SBATCH --time={hms}", true,
         slurm},
        {"pbs", "qsub {file}", 10'000, "%{jobs}", "\n#PBS -l walltime={hms}", true, pbs},
        {"lsf", "bsub < {file}", 1000, "%{jobs}", "\n#BSUB -W {hm}", true, lsf},
        {"sge", "qsub {file}", 75'000, "\n#$ -tc {jobs}", "\n#$ -l h_rt={hms}", true, sge},
        {"htcondor", "condor_submit {file}", 100'000, "\nmax_materialize = {jobs}", nullptr, false,
         htcondor},
        {"kubernetes", "kubectl apply -f {file}", 10'000, "", nullptr, false, kubernetes},
        {"mpirun", "sh {file}", 1'000'000, " -np {jobs}", nullptr, true, mpirun},
        {"parallel", "sh {file}", 1'000'000, " --jobs {jobs}", nullptr, true, parallel},
    };
    return scripts;
}

const EngineScript* engine_script(const std::string& name) {
    const auto& all = engine_scripts();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const EngineScript& each) { return each.name == name; });
    return found == all.end() ? nullptr : &*found;
}

std::string file_of(const EngineScript& engine) {
    return std::string("campaign.") + engine.name;
}

std::string text_of(const EngineScript& engine, const ScriptValues& values) {
    const std::string gateway = values.gateway.string();
    const std::uint64_t jobs = std::min(values.jobs.value_or(values.elements), values.elements);
    const Words limit{{"jobs", std::to_string(jobs)}};
    return filled(engine.text, {{"gateway", shell_quoted(gateway)},
                                {"gateway_plain", gateway},
                                {"gateway_json", nlohmann::json(gateway).dump()},
                                {"name", job_name(values.folder)},
                                {"elements", std::to_string(values.elements)},
                                {"last", std::to_string(values.elements - 1)},
                                {"limit", values.jobs ? filled(engine.limit, limit) : ""},
                                {"jobs", std::to_string(jobs)},
                                {"time", time_limit(engine, values.setup.time)},
                                {"setup", setup_of(engine, values.setup)}});
}

std::string submit_command(const EngineScript& engine) {
    return filled(engine.submit, {{"file", file_of(engine)}});
}

}  // namespace gateway::campaign
