// SPDX-License-Identifier: MIT
// What a realtime run requests of the kernel, what it gets, and what that takes from others.
#include "../support/child.hpp"
#include "../support/scene.hpp"
#include "../support/second_user.hpp"
#include "../support/skip.hpp"
#include "../support/watchdog.hpp"

#include "realtime/priority.hpp"
#include "realtime/thread_placement.hpp"
#include "socket/udp_socket.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <thread>

namespace scheduling_test {

using tests::Command;
using tests::Finished;
using tests::Watchdog;

/// Whether this user may use SCHED_FIFO; tried on a thread that then ends.
bool may_use_fifo() {
    bool is_granted = false;
    std::thread([&] { is_granted = gateway::set_fifo_priority(1).ok; }).join();
    return is_granted;
}

std::vector<int> own_cpus() {
    return gateway::placement_of(0)->cpus;
}

std::uint16_t free_port() {
    return gateway::UdpSocket(gateway::make_endpoint("127.0.0.1", 0)).local().port;
}

/// A run of a part of a second.
struct ShortRun {
    explicit ShortRun(const std::string& realtime, const std::string& vehicle = "{}") {
        std::filesystem::permissions(scene.scratch.path(), std::filesystem::perms::all);
        config = scene.scratch.write(
            "run.yaml", "mode: realtime\nduration_s: 0.3\nddc: {name: " + scene.table +
                            "}\nprogram: {exec: [cruise, \"4000\"]}\nrealtime: {" + realtime +
                            "}\nvehicle: " + vehicle + "\n");
    }
    std::vector<std::string> command() const {
        return {tests::binary_directory() / "ddc-gateway", "run", config, "--summary",
                scene.scratch.path() / "summary.json"};
    }
    nlohmann::json realtime() const {
        return nlohmann::json::parse(
            tests::read_file(scene.scratch.path() / "summary.json"))["realtime"];
    }
    nlohmann::json setting(const std::string& name) const {
        const nlohmann::json all = realtime();
        for (const nlohmann::json& each : all["granted"])
            if (each["name"] == name) return each;
        return nullptr;
    }

    tests::Scene scene;
    std::filesystem::path config;
};

TEST_CASE("a run without requests reports what is in force, without a warning") {
    const Watchdog watchdog;
    const ShortRun run("period_s: 0.01");
    const Finished finished = tests::run(run.scene.scratch, run.command());
    CHECK(finished.err.find("scheduling: priority ordinary, CPUs ") != std::string::npos);
    CHECK(run.realtime()["warnings"].empty());
    CHECK(run.realtime()["granted"].size() == 5);
    CHECK(run.setting("spinning")["granted"] == "none");
    for (const nlohmann::json& each : run.realtime()["granted"])
        CHECK_FALSE(each.contains("advice"));
}

TEST_CASE("a priority that the kernel denies is reported with what would permit it") {
    const Watchdog watchdog;
    if (!tests::no_second_user().empty()) TEST_SKIPPED(tests::no_second_user());
    const ShortRun run("priority: 20");
    std::vector<std::string> command = run.command();
    command.insert(command.begin(), {"/usr/bin/prlimit", "--rtprio=0"});
    const Finished finished = tests::run(run.scene.scratch, tests::as_second_user(command));
    CHECK(finished.err.find("scheduling: priority ordinary (requested SCHED_FIFO 20), CPUs ") !=
          std::string::npos);
    const nlohmann::json priority = run.setting("priority");
    CHECK(priority["requested"] == "SCHED_FIFO 20");
    CHECK(priority["granted"] == "ordinary");
    CHECK(priority["advice"].get<std::string>().find("ulimit -r 20") != std::string::npos);
    CHECK(run.realtime()["warnings"].empty());
}

TEST_CASE("what the kernel grants is reported as it is in force") {
    const Watchdog watchdog;
    if (!may_use_fifo()) TEST_SKIPPED("this user may not use SCHED_FIFO");
    const std::string cpu = std::to_string(own_cpus().back());
    const ShortRun run("priority: 20, spin_us: 100, cpus: [" + cpu + "]");
    const Finished finished = tests::run(run.scene.scratch, run.command());
    CHECK(finished.err.find("scheduling: priority SCHED_FIFO 20, CPUs " + cpu + ", ") !=
          std::string::npos);
    CHECK(run.setting("priority")["granted"] == "SCHED_FIFO 20");
    CHECK(run.setting("CPUs")["granted"] == cpu);
    CHECK(run.setting("spinning")["granted"] == "100 us");
    CHECK(run.realtime()["warnings"].empty());
}

TEST_CASE("a FIFO loop that spins on one of two CPUs warns that it starves program and vehicle") {
    const Watchdog watchdog;
    if (!may_use_fifo()) TEST_SKIPPED("this user may not use SCHED_FIFO");
    if (own_cpus().size() < 2) TEST_SKIPPED("there is one CPU");
    const std::string cmd_port = std::to_string(free_port()), cpu = std::to_string(own_cpus()[1]);
    const std::string state_port = std::to_string(free_port());
    const ShortRun run("priority: 20, spin_us: 20000, cpus: [" + cpu + "]",
                       "{vds1: {cmd_port: " + cmd_port + ", state_port: " + state_port + "}}");
    const Command vehicle(run.scene.scratch,
                          {"vdsim_realtime", "--cmd-port", cmd_port, "--state-port", state_port});
    vehicle.wait_for_stderr("scheduling: priority ordinary");
    const Finished finished = tests::run(run.scene.scratch, run.command());
    const std::string vehicle_name = "the vehicle (pid " + std::to_string(vehicle.pid()) + ")";
    for (const std::string& name : {std::string("the program (pid "), vehicle_name}) {
        const std::string warning =
            "the loop never sleeps with SCHED_FIFO 20 on CPU " + cpu + ", where " + name;
        CHECK_MESSAGE(finished.err.find(warning) != std::string::npos, finished.err);
        CHECK(run.realtime()["warnings"].dump().find(warning) != std::string::npos);
    }
}

}  // namespace scheduling_test
