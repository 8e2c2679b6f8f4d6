// SPDX-License-Identifier: MIT
#include "work.hpp"

#include "campaign/store/shard_writer.hpp"
#include "campaign/store/tally.hpp"
#include "dead_tables.hpp"
#include "falsify.hpp"
#include "runner.hpp"
#include "stop_search.hpp"

#include <ddc/version.h>

#include <gnu/libc-version.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <ctime>
#include <fstream>

namespace gateway::campaign {
namespace {

std::string processor() {
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line);)
        if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
    return "unknown";
}

std::string kernel() {
    utsname name{};
    ::uname(&name);
    return std::string(name.sysname) + " " + name.release;
}

std::string now() {
    const std::time_t time = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&time, &parts);
    char text[32] = "";
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

/// What a worker is and where it works, as JSON: version, host, processor, kernel, C library, time
/// of its start, and what the engine that started it says of itself.
std::string provenance() {
    nlohmann::ordered_json json{{"gateway", DDC_VERSION}, {"host", host_name()},
                                {"pid", ::getpid()},      {"processor", processor()},
                                {"kernel", kernel()},     {"glibc", ::gnu_get_libc_version()},
                                {"start", now()}};
    for (const char* name :
         {"SLURM_ARRAY_JOB_ID", "SLURM_ARRAY_TASK_ID", "SLURM_RESTART_COUNT", "PBS_ARRAY_INDEX",
          "SGE_TASK_ID", "LSB_JOBINDEX", "JOB_COMPLETION_INDEX", "OMPI_COMM_WORLD_RANK"})
        if (const char* const value = std::getenv(name)) json["engine"][name] = value;
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// @return whether all are there
bool search(const Plan& plan, const Shard& shard, ShardWriter& writer, Runner& runner,
            const RunControl& control) {
    const MakeRun make = [&](std::uint64_t run, const Plan::Values& values) {
        return runner.make(run, values).row;
    };
    return falsify(plan, shard, writer, make, control);
}

}  // namespace

bool work(const Plan& plan, std::uint64_t number, const RunControl& control, const Log& log) {
    const Shard shard = plan.shard(number);
    remove_dead_tables(plan, number);
    StopSearch stop(plan);
    if (stop.is_beyond(shard.first)) return true;
    ShardWriter writer(shard, provenance());
    if (writer.is_published()) return true;
    plan.check_programs();
    Runner runner(plan, number, log);
    if (plan.is_search() && !search(plan, shard, writer, runner, control)) return false;
    for (std::uint64_t run = shard.first; run < shard.end; ++run) {
        if (writer.has(run)) continue;
        if (control.stop) return false;
        if (stop.is_beyond(run)) return true;
        writer.add(runner.make(run, plan.values(run)).row);
    }
    writer.publish();
    remove_dead_tables(plan,
                       number);  // programs of a worker killed just before used one at the start
    Tally tally;
    for (const auto& [run, row] : writer.rows().rows()) tally.add(outcome_of(row));
    log("shard " + std::to_string(number) + ": " + to_string(tally, shard.end - shard.first));
    return true;
}

}  // namespace gateway::campaign
