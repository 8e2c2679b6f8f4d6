// SPDX-License-Identifier: MIT
// Whole runs of one second: the time that a user waits besides the cycles.
#include "process_cost.hpp"
#include "suites.hpp"

#include "process/program_file.hpp"
#include "scratch_folder.hpp"

#include <unistd.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace bench {
namespace {

constexpr int runs_in_a_row = 1000;

/// Runs one second with a program; the mean of many runs without the time of their cycles.
class Runs {
  public:
    explicit Runs(const std::string& exec)
        : config_(folder_.path() / "run.yaml"), summary_(folder_.path() / "summary.json") {
        std::ofstream(config_) << "duration_s: 1\nprogram: {exec: " << exec << "}\n"
                               << "ddc: {name: bench." << ::getpid() << "}\n";
    }
    double start_and_end_ms() {
        double total_s = 0;
        for (int i = 0; i < runs_in_a_row; ++i)
            total_s += cost_of({gateway_file(), "run", "--summary", summary_, config_}).wall_s -
                       cycles_s();
        return 1e3 * total_s / runs_in_a_row;
    }

  private:
    double cycles_s() const {
        return nlohmann::json::parse(std::ifstream(summary_))
            .at("timing")
            .at("wall_time_s")
            .get<double>();
    }

    tests::ScratchFolder folder_;
    std::string config_, summary_;
};

/// The processes of a run, each started alone without work.
double bare_processes_ms(const std::string& program) {
    const std::string file = gateway::program_file(program, gateway::own_directory());
    double total_s = 0;
    for (int i = 0; i < runs_in_a_row; ++i)
        total_s +=
            cost_of({gateway_file(), "--version"}).wall_s + 2 * cost_of({file, "--version"}).wall_s;
    return 1e3 * total_s / runs_in_a_row;
}

Result start_and_end(const char* name, const std::string& program, const std::string& exec) {
    Runs runs(exec);
    return compare(Measured{name, [&] { return runs.start_and_end_ms(); }},
                   Measured{"gateway, program, program: --version",
                            [&] { return bare_processes_ms(program); }},
                   "ms", {1});
}

}  // namespace

std::vector<Result> runs() {
    return {start_and_end("run of 1 s less its cycles, program waits", "autopilot_basic",
                          "[autopilot_basic, '4000']"),
            start_and_end("run of 1 s less its cycles, program polls", "autopilot",
                          "[autopilot, ddc, '4000']")};
}

}  // namespace bench
