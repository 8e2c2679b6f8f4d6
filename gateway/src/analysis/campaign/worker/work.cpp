// SPDX-License-Identifier: MIT
#include "work.hpp"

#include "runner.hpp"
#include "stop_search.hpp"
#include "worker_table.hpp"

#include <gateway/base/run_control.hpp>
#include "campaign/plan/plan.hpp"
#include "campaign/store/shard_writer.hpp"
#include "campaign/store/tally.hpp"
#include "campaign/store/verdict.hpp"

#include <ddc/version.h>

#include <gnu/libc-version.h>
#include <nlohmann/json.hpp>

#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <limits>

namespace gateway::campaign {
namespace {

/// Executes a run with these values.
using MakeRun = std::function<Row(std::uint64_t run, const Plan::Values& values)>;

/// The objective of a search: executes the runs of a shard one after another.
class ShardSearch {
  public:
    ShardSearch(const Plan& plan, const Shard& shard, ShardWriter& writer, const MakeRun& make,
                const RunControl& control)
        : plan_(plan),
          shard_(shard),
          writer_(writer),
          make_(make),
          control_(control),
          next_(shard_.first) {}

    std::optional<double> value(const std::vector<double>& point) {
        if (has_failed_ || next_ == shard_.end) return std::nullopt;
        const Plan::Values values = plan_.values_at(point);
        if (!writer_.has(next_)) {
            is_stopped_ = control_.stop;
            if (is_stopped_) return std::nullopt;
            writer_.add(make_(next_, values));
        }
        const Row& row = writer_.rows().rows().at(next_++);
        return robustness(row, values);
    }
    /// Marks the remaining runs as skipped. @return false if the search was stopped
    bool end() {
        if (is_stopped_) return false;
        for (; next_ < shard_.end; ++next_)
            if (!writer_.has(next_)) writer_.add(skipped_row(next_));
        return true;
    }

  private:
    double robustness(const Row& row, const Plan::Values& values);

    const Plan& plan_;
    const Shard& shard_;
    ShardWriter& writer_;
    const MakeRun& make_;
    const RunControl& control_;
    std::uint64_t next_;
    bool has_failed_ = false, is_stopped_ = false;
};

/// The least robustness of a run; infinite if it has none.
double ShardSearch::robustness(const Row& row, const Plan::Values& values) {
    if (values_of(row) != values)
        throw StoreError("run " + std::to_string(row.run) +
                         ": has other values than the search requires, so an earlier run is not "
                         "repeatable: " +
                         values.dump() + " and " + row.result);
    const RunVerdict verdict = verdict_of(row);
    has_failed_ = verdict.outcome == RunOutcome::fail;
    const auto least = verdict.least_robustness();
    const bool has_one = least && verdict.outcome != RunOutcome::error;
    return has_one ? *least : std::numeric_limits<double>::infinity();
}

/// Searches in the runs of a shard for one that violates a requirement, by minimising the least
/// robustness of its requirements. It ends at the first failure; the remaining runs get the outcome
/// `skipped`. Existing rows are used again, since a repeated search requires the same values; so a
/// worker continues where another one has stopped.
/// @param control its `stop` ends it after the current run
/// @return whether all rows exist
/// @throws StoreError for a row with other values than the search requires, std::system_error if a
/// row cannot be written
bool falsify(const Plan& plan, const Shard& shard, ShardWriter& writer, const MakeRun& make,
             const RunControl& control) {
    ShardSearch search(plan, shard, writer, make, control);
    minimise(plan.search_start(shard.number),
             [&](const std::vector<double>& point) { return search.value(point); });
    return search.end();
}

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

/// The provenance of results as JSON: version, host, processor, kernel, C library, time of the
/// start, and environment variables of the engine.
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

/// @return whether all rows exist
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
    // Programs of a worker that was killed just before may have used its table at the start.
    remove_dead_tables(plan, number);
    Tally tally;
    for (const auto& [run, row] : writer.rows().rows()) tally.add(outcome_of(row));
    log("shard " + std::to_string(number) + ": " + to_string(tally, shard.end - shard.first));
    return true;
}

}  // namespace gateway::campaign
