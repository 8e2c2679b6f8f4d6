// SPDX-License-Identifier: MIT
#pragma once

#include "domain.hpp"
#include "samples.hpp"

#include "scene.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <string>
#include <vector>

namespace tests {

/// A measured run in step with the clock, and the samples that a peer read. Its cycles are 10 ms.
struct Drive {
    static constexpr int cycle_ns = 10'000'000;

    Scene scene;
    Samples samples;
    Finished gateway;

    /// @param keys of `ros2` @param topics that the peer reads; empty: all of the vehicle
    Drive(const std::string& keys, int count, const std::vector<std::string>& topics = {},
          const std::string& vehicle = "") {
        std::vector<std::string> words{"ros2_watch", domain(), std::to_string(count)};
        words.insert(words.end(), topics.begin(), topics.end());
        Command watch(scene.scratch, words);
        const auto config = scene.scratch.write(
            "run.yaml", "ddc: {name: " + scene.table +
                            "}\nduration_s: 600\nprogram: {exec: [autopilot_basic, \"4000\"]}\n"
                            "route: {file: " PROJECT_DIRECTORY "/programs/demo/route.csv}\n" +
                            vehicle + "trace: trace.csv\nros2: {domain: " + domain() + ", " + keys +
                            "}\n");
        Command run(scene.scratch, {"ddc-gateway", "run", config, "--pace", "1", "--repeatable"});
        const Finished watched = watch.finish();
        run.signal(SIGINT);
        gateway = run.finish();
        INFO(gateway.err << watched.err);
        REQUIRE(watched.exit_code == 0);
        REQUIRE(gateway.exit_code == 0);
        samples = samples_in(watched.out);
    }

    Trace trace() const { return Trace(scene.scratch.path() / "trace.csv"); }
};

/// The row of a run's trace at which a sample was sent.
inline std::size_t row_of(const PeerSample& sample) {
    CHECK(sample.time_ns % Drive::cycle_ns == 0);
    return static_cast<std::size_t>(sample.time_ns / Drive::cycle_ns);
}

}  // namespace tests
