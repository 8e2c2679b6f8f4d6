// SPDX-License-Identifier: MIT
// The header and inputs of a program of the basic interface, and their times.
#include "scene.hpp"

#include "child.hpp"
#include "watchdog.hpp"

#include <ddc/cppwrapper/ddcwrapper.h>
#include <ddc/inspect.hpp>
#include <ddc/table.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <csignal>
#include <cstdlib>

namespace measured_protocol_test {

using dsa::cpp::ddc::DdcWrapper;
using tests::Finished;
using tests::Trace;

constexpr int reference_id = 0x4800;
constexpr int inputs_at = 10, outputs_at = 40;
constexpr int cycles = 50;

int id(int offset) {
    return reference_id + offset;
}

void write_header(DdcWrapper& ddc) {
    ddc.saveDataString(id(1), "basic");
    ddc.saveDataBool(id(3), false);
    ddc.saveDataDouble(id(5), 0);
    ddc.saveDataInt32(id(7), inputs_at);
    ddc.saveDataInt32(id(8), outputs_at);
    ddc.saveDataBool(id(0), true);
}

/// @return whether the header is not that of this cycle
bool is_header_wrong(DdcWrapper& ddc, int cycle) {
    std::string time_mode;
    bool is_streamed_to = false;
    double delta_s = -1;
    ddc.readDataString(id(2), time_mode);
    ddc.readDataDouble(id(4), delta_s);
    ddc.readDataBool(id(6), is_streamed_to);
    const double expected_s = cycle == 0 ? 0 : 0.01;
    return time_mode != "measured" || is_streamed_to || std::abs(delta_s - expected_s) > 1e-12;
}

/// Steers by its speed in km/h as degrees, and ends after the last cycle.
/// @return the number of cycles with a wrong header
int mirror_program(const std::string& table) {
    ::setenv("DDC_NAME", table.c_str(), 1);
    DdcWrapper ddc;
    write_header(ddc);
    int wrong = 0;
    for (int cycle = 0; cycle < cycles;) {
        ddc.saveDataBool(id(0), true);
        bool is_asked = false;
        ddc.readDataBool(id(3), is_asked);
        if (!is_asked) continue;
        wrong += is_header_wrong(ddc, cycle++);
        double velocity_kmph = -1;
        ddc.readDataDouble(id(inputs_at), velocity_kmph);
        ddc.saveDataDouble(id(outputs_at), velocity_kmph);
        ddc.saveDataDouble(id(outputs_at + 1), 0.25);
        ddc.saveDataBool(id(3), false);
    }
    return wrong;
}

/// A table that exists before any process uses it.
struct Scene : tests::Scene {
    ~Scene() { ddc::remove_table(table, ddc::Removal::always); }

    Finished run(const std::string& program) const {
        const auto config = scratch.write("run.yaml", "duration_s: 0.5\nddc: {name: " + table +
                                                          "}\nprogram: {reference_id: 0x4800" +
                                                          program + "}\ntrace: trace.csv\n");
        return tests::run(scratch, {"ddc-gateway", "run", config});
    }

    ddc::Table entries = ddc::Table::create([this] {
        ddc::TableOptions options;
        options.name = table;
        return options;
    }());
};

TEST_CASE("a cycle has inputs of its time, its outputs are used, and the header identifies it") {
    const Scene scene;
    tests::Child program([&] { return mirror_program(scene.table); });
    const Finished result = scene.run("");
    INFO("standard error: " << result.err);
    CHECK(result.exit_code == 0);
    CHECK(program.wait() == 0);

    const Trace trace(scene.scratch.path() / "trace.csv");
    REQUIRE(trace.rows() == cycles);
    CHECK(trace.column("true_velocity").back() > trace.column("true_velocity")[1]);
    CHECK(trace.column("set_steering") == trace.column("true_velocity"));
    bool is_streamed_to = false;
    CHECK(scene.entries.read(id(6), is_streamed_to) == ddc::Status::no_data);
}

TEST_CASE("running that a dead program left true is ignored") {
    const Scene scene;
    tests::Child ended([&] {
        ::setenv("DDC_NAME", scene.table.c_str(), 1);
        DdcWrapper ddc;
        write_header(ddc);
        return 0;
    });
    CHECK(ended.wait() == 0);
    const Finished result = scene.run(", start_timeout_s: 0.3");
    CHECK(result.exit_code == 1);
    CHECK(result.err.find("no program within 0.3 s") != std::string::npos);
    bool is_running = true;
    CHECK(scene.entries.read(id(0), is_running) == ddc::Status::ok);
    CHECK_FALSE(is_running);
}

TEST_CASE("a program that a signal ends sets running to false") {
    using Words = std::vector<std::string>;
    for (const int number : {SIGINT, SIGTERM})
        for (const Words& words : {Words{"autopilot", "ddc", "4800"}, Words{"cruise", "4800"},
                                   Words{"autopilot_basic", "4800"}}) {
            CAPTURE(words[0]);
            const tests::Scene scene;
            ddc::TableOptions options;
            options.name = scene.table;
            const ddc::Table table = ddc::Table::open_or_create(options);
            bool is_running = false;
            tests::Command program(scene.scratch, words, {{"DDC_NAME", scene.table}});
            const tests::Watchdog watchdog;
            tests::await(
                [&] { return table.read(id(0), is_running) == ddc::Status::ok && is_running; });
            program.signal(number);
            CHECK(program.finish().exit_code == 0);
            CHECK(table.read(id(0), is_running) == ddc::Status::ok);
            CHECK_FALSE(is_running);
        }
}

}  // namespace measured_protocol_test
