// SPDX-License-Identifier: MIT
// Campaigns: the overhead of a worker over the cycles of its runs, and the time for a million
// results.
#include "process_cost.hpp"
#include "suites.hpp"

#include "campaign/plan/plan.hpp"
#include "scratch_folder.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <thread>

namespace bench {
namespace {

namespace fs = std::filesystem;
using gateway::campaign::Plan;
using gateway::campaign::Row;
using gateway::campaign::Shard;

constexpr std::uint64_t million = 1'000'000;
constexpr double mb = 1e6;

/// A planned campaign: the demo's program, with any start speed and mass.
class Campaign {
  public:
    Campaign(double duration_s, std::uint64_t runs, std::uint64_t shard)
        : runs_(runs), folder_(scratch_.path() / "out") {
        scratch_.write("run.yaml", "duration_s: " + std::to_string(duration_s) +
                                       "\nprogram: {exec: [autopilot_basic, '4000']}\n");
        scratch_.write("campaign.yaml", "run: run.yaml\nruns: " + std::to_string(runs) +
                                            "\nshard: " + std::to_string(shard) +
                                            "\nparameters:\n"
                                            "  vehicle.start.vx_mps: {uniform: [0, 15]}\n"
                                            "  vehicle.parameters.mass_kg: {normal: [1500, 50]}\n");
        plan_cost_ = cost_of(
            {gateway_file(), "campaign", "plan", scratch_.path() / "campaign.yaml", folder_});
    }

    const ProcessCost& plan_cost() const { return plan_cost_; }
    const fs::path& folder() const { return folder_; }
    std::uint64_t runs() const { return runs_; }
    ProcessCost cost(const std::string& verb, std::vector<std::string> options) const {
        options.insert(options.begin(), {gateway_file(), "campaign", verb, folder_});
        return cost_of(options);
    }
    /// Removes all results.
    void forget() const {
        fs::remove_all(folder_ / "done");
        fs::remove_all(folder_ / "part");
    }

  private:
    std::uint64_t runs_;
    tests::ScratchFolder scratch_;
    fs::path folder_;
    ProcessCost plan_cost_;
};

/// The same runs, each in a separate gateway and without a trace: from their first to their last
/// cycles.
double cycles_alone_s(const Campaign& campaign) {
    const tests::ScratchFolder scratch;
    const Plan plan(campaign.folder());
    const fs::path summary = scratch.path() / "summary.json";
    double total_s = 0;
    for (std::uint64_t run = 0; run < plan.runs(); ++run) {
        const auto config = plan.config(plan.values(run));
        config.write_all(scratch.path());
        cost_of({gateway_file(), "run", "--repeatable", "--seed", std::to_string(plan.seed(run)),
                 "--summary", summary, scratch.path() / config.main_file()});
        total_s += nlohmann::json::parse(std::ifstream(summary))
                       .at("timing")
                       .at("wall_time_s")
                       .get<double>();
    }
    return total_s;
}

Result of_runs(const std::string& name, unsigned jobs) {
    constexpr std::uint64_t runs_of_each = 20;
    const Campaign campaign(60, runs_of_each * jobs, runs_of_each);
    const double per_run = 1e3 / static_cast<double>(campaign.runs());
    const auto worked_ms = [&] {
        campaign.forget();
        return campaign.cost("run", {"--jobs", std::to_string(jobs)}).wall_s * per_run * jobs;
    };
    return compare(Measured{name.c_str(), worked_ms},
                   Measured{"cycles of the same runs, each alone",
                            [&] { return cycles_alone_s(campaign) * per_run; }},
                   "ms", {3});
}

/// A row as a worker writes it.
std::string result_of_a_run() {
    const Campaign campaign(1, 1, 1);
    campaign.cost("run", {"--jobs", "1"});
    campaign.cost("merge", {});
    std::ifstream in(campaign.folder() / "results.jsonl");
    const std::string text(std::istreambuf_iterator<char>(in), {});
    const std::string front = R"({"run":0,"result":)";
    return text.substr(front.size(), text.rfind('}') - front.size());
}

void write_shard(const Shard& shard, const std::string& result) {
    std::ofstream out(shard.done(), std::ios::binary);
    out << gateway::campaign::to_header_line(shard.plan, "{}");
    for (std::uint64_t run = shard.first; run < shard.end; ++run)
        out << to_line(Row{run, result, R"({"time_s":0.1,"attempts":1})"});
    if (!out.flush()) throw std::runtime_error("no room for results: " + shard.done().string());
}

void write_results(const Campaign& campaign) {
    const Plan plan(campaign.folder());
    const std::string result = result_of_a_run();
    fs::create_directories(campaign.folder() / "done");
    for (std::uint64_t shard = 0; shard < plan.shards(); ++shard)
        write_shard(plan.shard(shard), result);
}

/// Reads all results and does not process them.
double reading_s(const Campaign& campaign) {
    std::vector<std::string> words{"/bin/cat"};
    for (const auto& entry : fs::directory_iterator(campaign.folder() / "done"))
        words.push_back(entry.path());
    return cost_of(words).wall_s;
}

void add_results(std::vector<Result>& results, const std::string& what, const ProcessCost& cost,
                 double baseline_s) {
    results.push_back({what, cost.wall_s, "s", "reading the results", baseline_s});
    results.push_back({what + ": peak memory", static_cast<double>(cost.peak_kb) * 1024 / mb, "MB",
                       "asked at most", 200});
}

void of_a_million(std::vector<Result>& results) {
    const Campaign campaign(1, million, 1000);
    write_results(campaign);
    const double baseline_s = reading_s(campaign);
    const fs::path table = campaign.folder() / "results.csv";
    add_results(results, "plan of a million runs", campaign.plan_cost(), baseline_s);
    add_results(results, "status of a million results", campaign.cost("status", {}), baseline_s);
    add_results(results, "merge of a million results", campaign.cost("merge", {}), baseline_s);
    add_results(results, "merge --csv of a million results",
                campaign.cost("merge", {"--csv", table}), baseline_s);
}

}  // namespace

std::vector<Result> campaign() {
    const unsigned cores = std::max(std::thread::hardware_concurrency(), 1U);
    std::vector<Result> results{
        of_runs("campaign, one worker, a run of 60 s", 1),
        of_runs("campaign, a worker a core, a run of 60 s and core", cores)};
    of_a_million(results);
    return results;
}

}  // namespace bench
