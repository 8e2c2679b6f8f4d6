// SPDX-License-Identifier: MIT
#include "process_cost.hpp"
#include "suites.hpp"
#include "viewers_load.hpp"

#include "scratch_folder.hpp"

#include <ddc/recording/cdr.hpp>
#include <ddc/recording/common_messages.hpp>

#include <nlohmann/json.hpp>

#include <unistd.h>

#include <cstring>
#include <fstream>

namespace bench {
namespace {

namespace recording = ddc::recording;

constexpr int publisher_calls = 20000;
constexpr Rounds rounds{15, Pick::lowest};

recording::Odometry odometry() {
    recording::Odometry message;
    message.header = {{1, 500'000'000}, "map"};
    message.child_frame_id = "base_link";
    message.pose.pose = {{1, 2, 3}, {0, 0, 0, 1}};
    return message;
}

/// A measured run of two minutes with a trace, without a pace.
class TracedRun {
  public:
    explicit TracedRun(const std::string& more)
        : config_(folder_.path() / "run.yaml"), summary_(folder_.path() / "summary.json") {
        std::ofstream(config_) << "duration_s: 120\ntrace: trace.csv\n"
                               << "program: {exec: [autopilot_basic, \"4000\"]}\n"
                               << "ddc: {name: bench." << ::getpid() << "}\n"
                               << more;
    }
    /// Wall time of its cycles.
    double cycles_ms() const {
        cost_of({gateway_file(), "run", "--summary", summary_, config_});
        const auto summary = nlohmann::json::parse(std::ifstream(summary_));
        return 1e3 * summary.at("timing").at("wall_time_s").get<double>();
    }
    /// Wall time of the whole run, until the files have their names.
    double all_ms() const { return 1e3 * cost_of({gateway_file(), "run", config_}).wall_s; }

  private:
    tests::ScratchFolder folder_;
    std::string config_, summary_;
};

std::vector<Result> recorded_run() {
    const TracedRun traced(""), recorded("record: run.mcap\n");
    const char* without = "the same with its trace alone";
    constexpr Rounds runs{21, Pick::median};
    return {
        compare(
            Measured{"cycles of 120 s, recorded and traced", [&] { return recorded.cycles_ms(); }},
            Measured{without, [&] { return traced.cycles_ms(); }}, "ms", runs),
        compare(Measured{"run of 120 s, recorded and traced", [&] { return recorded.all_ms(); }},
                Measured{without, [&] { return traced.all_ms(); }}, "ms", runs)};
}

std::vector<Result> messages() {
    recording::Odometry message = odometry();
    recording::Bytes bytes;
    const auto serialise = [&] {
        return ns_per_call(publisher_calls, [&] {
            keep(message);
            recording::to_cdr(message, bytes);
            keep(*bytes.data());
        });
    };
    const auto read = [&] {
        return ns_per_call(publisher_calls, [&] {
            keep(*bytes.data());
            keep(recording::from_cdr<recording::Odometry>(bytes));
        });
    };
    serialise();
    recording::Bytes target(bytes.size());
    const auto copy = [&] {
        return ns_per_call(publisher_calls, [&] {
            keep(*bytes.data());
            std::memcpy(target.data(), bytes.data(), bytes.size());
            keep(*target.data());
        });
    };
    return {compare(Measured{"serialise an Odometry as CDR", serialise},
                    Measured{"memcpy of its 716 bytes", copy}, "ns", rounds),
            compare(Measured{"read an Odometry from CDR", read},
                    Measured{"memcpy of its 716 bytes", copy}, "ns", rounds)};
}

}  // namespace

std::vector<Result> publishers() {
    std::vector<Result> results = messages();
    for (Result& result : recorded_run()) results.push_back(std::move(result));
    for (Result& result : viewers_load()) results.push_back(std::move(result));
    return results;
}

}  // namespace bench
