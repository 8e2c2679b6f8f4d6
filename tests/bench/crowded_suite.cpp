// SPDX-License-Identifier: MIT
// Runs with other load: busy loops on every core.
#include "process_cost.hpp"
#include "suites.hpp"

#include "scratch_folder.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <thread>

namespace bench {
namespace {

const unsigned cores = std::max(std::thread::hardware_concurrency(), 1U);

/// Threads that compute until this object is destroyed.
class BusyLoops {
  public:
    explicit BusyLoops(unsigned count) {
        for (unsigned i = 0; i < count; ++i)
            threads_.emplace_back([this] {
                while (!ends_) keep(0);
            });
    }
    ~BusyLoops() {
        ends_ = true;
        for (std::thread& thread : threads_) thread.join();
    }

  private:
    std::atomic<bool> ends_{false};
    std::vector<std::thread> threads_;
};

/// The environment of a run, with the spin time if there is one.
std::vector<std::string> with_spin(const char* spin, std::vector<std::string> words) {
    if (spin != nullptr) words.insert(words.begin(), {"/usr/bin/env", spin});
    return words;
}

constexpr const char* blocking = "DDC_SPIN_US=0";

/// A run of `config`: simulated seconds per second.
class LoadedRun {
  public:
    LoadedRun(const std::string& config, double duration_s) : duration_s_(duration_s) {
        scratch_.write("run.yaml", "duration_s: " + std::to_string(duration_s) +
                                       "\nddc: {name: bench." + std::to_string(::getpid()) + "}\n" +
                                       config);
    }
    double rate(const char* spin) const {
        return duration_s_ /
               cost_of(with_spin(spin, {gateway_file(), "run", scratch_.path() / "run.yaml"}))
                   .wall_s;
    }

  private:
    double duration_s_;
    tests::ScratchFolder scratch_;
};

/// 24 runs of 60 s.
class LoadedCampaign {
  public:
    LoadedCampaign() {
        scratch_.write("run.yaml", "duration_s: 60\nprogram: {exec: [autopilot_basic, '4000']}\n");
        scratch_.write("campaign.yaml",
                       "run: run.yaml\nruns: 24\nparameters:\n"
                       "  vehicle.start.vx_mps: {uniform: [0, 15]}\n");
    }
    double wall_s(const char* spin, unsigned jobs) const {
        const auto out = scratch_.path() / "out";
        cost_of({gateway_file(), "campaign", "plan", scratch_.path() / "campaign.yaml", out});
        const double wall = cost_of(with_spin(spin, {gateway_file(), "campaign", "run", out,
                                                     "--jobs", std::to_string(jobs)}))
                                .wall_s;
        std::filesystem::remove_all(out);
        return wall;
    }

  private:
    tests::ScratchFolder scratch_;
};

std::string beside(const std::string& what, unsigned loops_per_core) {
    return what + ", " + std::to_string(loops_per_core) + " busy loops a core";
}

Result of_run(const std::string& what, const LoadedRun& run, unsigned loops_per_core) {
    const BusyLoops loops(loops_per_core * cores);
    const std::string name = beside(what, loops_per_core);
    return compare(Measured{name.c_str(), [&] { return run.rate(nullptr); }},
                   Measured{blocking, [&] { return run.rate(blocking); }}, "x real time",
                   {5, Pick::median});
}

Result of_campaign(const LoadedCampaign& campaign, unsigned jobs, unsigned loops_per_core) {
    const BusyLoops loops(loops_per_core * cores);
    const std::string name =
        beside("24 runs of 60 s, --jobs " + std::to_string(jobs), loops_per_core);
    return compare(Measured{name.c_str(), [&] { return campaign.wall_s(nullptr, jobs); }},
                   Measured{blocking, [&] { return campaign.wall_s(blocking, jobs); }}, "s",
                   {3, Pick::median});
}

}  // namespace

std::vector<Result> crowded() {
    const LoadedRun waits("program: {exec: [autopilot_basic, '4000']}\n", 100);
    const LoadedRun polls("program: {exec: [autopilot, ddc, '4000']}\n", 100);
    const LoadedRun three(
        "time: shared\nprograms:\n"
        "  - {name: a, reference_id: '0x4000', exec: [autopilot_basic, '4000']}\n"
        "  - {name: b, reference_id: '0x5000', exec: [autopilot_basic, '5000']}\n"
        "  - {name: c, reference_id: '0x6000', exec: [autopilot_basic, '6000']}\n",
        30);
    const LoadedCampaign campaign;
    std::vector<Result> results;
    for (const unsigned loops_per_core : {0U, 1U, 2U}) {
        results.push_back(of_run("program that waits", waits, loops_per_core));
        results.push_back(of_run("program that polls", polls, loops_per_core));
        results.push_back(of_run("three programs in shared time", three, loops_per_core));
        for (const unsigned jobs : {1U, 2U, 4U})
            results.push_back(of_campaign(campaign, jobs, loops_per_core));
    }
    return results;
}

}  // namespace bench
