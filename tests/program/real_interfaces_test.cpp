// SPDX-License-Identifier: MIT
// Interfaces of existing programs, which are not part of this project: read from a directory next
// to the checkout, or from the one that DDC_REFERENCE_INTERFACES names.
#include "scene.hpp"

#include "child.hpp"
#include "reference_files.hpp"
#include "skip.hpp"

#include <ddc/cppwrapper/ddcwrapper.h>
#include <ddc/inspect.hpp>
#include <ddc/interface/chunks.hpp>
#include <ddc/interface/layout.hpp>
#include <ddc/interface/parse.hpp>
#include <ddc/table.hpp>

#include <doctest/doctest.h>

#include <cstdlib>

namespace real_interfaces_test {

namespace interface = ddc::interface;
namespace header = ddc::interface::header;
using tests::Finished;
using tests::Scene;

constexpr int reference_id = 0x4000;
constexpr int cycles = 10;

/// The interface of an existing program. `slots` may be fewer than its ports: one program has a
/// wrong constant for their number.
struct RealProgram {
    std::string text;
    interface::ProgramInterface ports;
    std::size_t slots = 0;
};

RealProgram make_program(const std::string& text) {
    interface::Warnings warnings;
    RealProgram program{text, interface::parse(text, warnings)};
    program.slots = program.ports.ports.size();
    return program;
}

/// Uses the table as existing programs do, in their order; its cycles compute nothing.
int run_program(const RealProgram& program, const std::string& table) {
    ::setenv("DDC_NAME", table.c_str(), 1);
    dsa::cpp::ddc::DdcWrapper ddc;
    const auto id = [](interface::Offset offset) {
        return reference_id + static_cast<int>(offset);
    };
    const auto chunks = interface::split(program.text);
    const auto count = static_cast<int>(chunks.size());
    interface::ProgramInterface counted = program.ports;
    counted.ports.resize(program.slots);
    const auto layout = default_layout(counted, count);
    for (int i = 0; i < 70; ++i) ddc.saveDataNoData(id(i));
    ddc.saveDataBool(id(header::running), true);
    ddc.saveDataString(id(header::interface_type), "dynamic");
    ddc.saveDataString(id(header::time_mode), "");
    ddc.saveDataBool(id(header::run_cycle_switch), false);
    ddc.saveDataDouble(id(header::delta_sec), 0);
    ddc.saveDataDouble(id(header::execution_time), 0);
    ddc.saveDataBool(id(header::simulation_running), false);
    ddc.saveDataInt32(id(header::description_size), count);
    for (int i = 0; i < count; ++i)
        ddc.saveDataString(id(header::interface_string + i), chunks[static_cast<std::size_t>(i)]);
    ddc.saveDataInt32(id(header::slot_table_start), static_cast<int>(layout.slot_table_start));
    for (std::size_t i = 0; i < program.slots; ++i)
        ddc.saveDataInt32(id(layout.slot_table_start + static_cast<int>(i)),
                          static_cast<int>(*layout.ports[i].offset));
    for (int cycle = 0; cycle < cycles;) {
        ddc.saveDataBool(id(header::running), true);
        bool is_asked = false;
        ddc.readDataBool(id(header::run_cycle_switch), is_asked);
        if (!is_asked) continue;
        ddc.saveDataBool(id(header::run_cycle_switch), false);
        ++cycle;
    }
    return 0;
}

/// Runs it under the gateway. @return the output of `ddc dump` afterwards
std::string run_and_dump(const RealProgram& program, const std::string& expected_warning) {
    const Scene scene;
    ddc::TableOptions options;
    options.name = scene.table;
    const ddc::Table table = ddc::Table::create(options);
    tests::Child child([&] { return run_program(program, scene.table); });
    const auto config =
        scene.scratch.write("run.yaml", "duration_s: 0.1\nddc: {name: " + scene.table + "}\n");
    const Finished run = tests::run(scene.scratch, {"ddc-gateway", "run", config});
    INFO("standard error: " << run.err);
    CHECK(run.exit_code == 0);
    CHECK(run.err.find(expected_warning) != std::string::npos);
    CHECK(child.wait() == 0);
    const Finished dump = tests::run(scene.scratch, {"ddc", "dump", "--name", scene.table, "4000"});
    INFO("standard error: " << dump.err);
    CHECK(dump.exit_code == 0);
    ddc::remove_table(scene.table, ddc::Removal::always);
    return dump.out;
}

void check_slots(const std::string& dump) {
    INFO(dump);
    for (const char* name : {"true_velocity", "true_position.x", "true_compass", "trajectory_x[9]",
                             "trajectory_y[9]", "set_steering", "set_gas", "set_braking"})
        CHECK(dump.find(name) != std::string::npos);
}

void check_that_it_runs(const std::string& file, const std::string& warning) {
    const auto text = tests::reference_file(file);
    if (!text) TEST_SKIPPED(tests::absent(file));
    check_slots(run_and_dump(make_program(*text), warning));
}

TEST_CASE("real interface: the published autopilot runs, ddc dump shows its slots") {
    check_that_it_runs("sample_autopilot_v1.json", "");
}

TEST_CASE("real interface: one with empty objects for tags runs, ddc dump shows its slots") {
    check_that_it_runs("hwemu_basic-interface.json", "tags: is {}, read as the empty list");
}

TEST_CASE("real interface: one with a wrong key runs, ddc dump shows its slots") {
    check_that_it_runs("hwemu_basic-interface-formatted.json", "is a misspelling of base_type");
}

TEST_CASE("real interface: the zigzag autopilot runs, ddc dump shows its slots") {
    check_that_it_runs("zigzag_autopilot_v2.json", "");
}

TEST_CASE("real interface: one with an older key runs, ddc dump shows its slots") {
    check_that_it_runs("shared_cpp_basic_interface_v1_old_type_key.json",
                       "is an older spelling of data_type");
}

TEST_CASE("real interface: sockets without a peer are reported and ignored") {
    const char* const file = "network_example_v1_sockets.json";
    const auto text = tests::reference_file(file);
    if (!text) TEST_SKIPPED(tests::absent(file));
    RealProgram program = make_program(*text);
    REQUIRE(program.slots == 14);
    check_slots(
        run_and_dump(program,
                     "port net_sock1: is a SOCKET that `sockets` does not connect; its queues are "
                     "not used"));
    program.slots = 12;
    check_slots(run_and_dump(
        program, "port net_sock2: is a SOCKET without a slot that `sockets` does not connect"));
}

}  // namespace real_interfaces_test
