// SPDX-License-Identifier: MIT
// A program of the basic interface that puts its inputs and outputs elsewhere.
#include "scene.hpp"

#include "child.hpp"

#include <ddc/cppwrapper/ddcwrapper.h>
#include <ddc/inspect.hpp>
#include <ddc/table.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>

namespace {

using dsa::cpp::ddc::DdcWrapper;
using tests::Finished;
using tests::Scene;
using tests::Trace;

constexpr int reference_id = 0x4800;
constexpr int inputs_at = 200, outputs_at = 120;
constexpr int cycles = 50;

/// Initialises nothing but the header, writes only set_gas, and ends after the last cycle.
/// @return 0 if every input was there in each cycle
int basic_program(const std::string& table) {
    ::setenv("DDC_NAME", table.c_str(), 1);
    DdcWrapper ddc;
    const auto id = [](int offset) { return reference_id + offset; };
    ddc.saveDataString(id(1), "basic");
    ddc.saveDataBool(id(3), false);
    ddc.saveDataDouble(id(5), 0);
    ddc.saveDataInt32(id(7), inputs_at);
    ddc.saveDataInt32(id(8), outputs_at);
    int missing = 0;
    for (int cycle = 0; cycle < cycles;) {
        ddc.saveDataBool(id(0), true);
        bool is_asked = false;
        ddc.readDataBool(id(3), is_asked);
        if (!is_asked) continue;
        double number = 0;
        std::int32_t length = -1;
        for (int i = 0; i < 28; ++i)
            missing += !(i == 4 ? ddc.readDataInt32(id(inputs_at + i), length)
                                : ddc.readDataDouble(id(inputs_at + i), number));
        ddc.saveDataDouble(id(outputs_at + 1), 0.25);
        ddc.saveDataBool(id(3), false);
        ++cycle;
    }
    return missing;
}

TEST_CASE("inputs and outputs lie where the program says, and may be left empty by it") {
    const Scene scene;
    ddc::TableOptions options;
    options.name = scene.table;
    const ddc::Table table = ddc::Table::create(options);
    tests::Child program([&] { return basic_program(scene.table); });
    const auto config = scene.scratch.write(
        "run.yaml", "duration_s: 0.5\nddc: {name: " + scene.table +
                        "}\nprogram: {reference_id: 0x4800}\ntrace: trace.csv\n");
    const Finished result = tests::run(scene.scratch, {"ddc-gateway", "run", config});
    INFO("standard error: " << result.err);
    CHECK(result.exit_code == 0);
    CHECK(program.wait() == 0);

    const Trace trace(scene.scratch.path() / "trace.csv");
    REQUIRE(trace.rows() == cycles);
    CHECK(trace.column("set_gas").back() == 0.25);
    CHECK(trace.column("set_steering").back() == 0);
    CHECK(trace.column("true_velocity").back() > 0);

    double number = 0;
    const auto read = [&](int offset) { return table.read(reference_id + offset, number); };
    CHECK(read(inputs_at) == ddc::Status::ok);
    CHECK(number == trace.column("true_velocity").back());
    CHECK(read(outputs_at) == ddc::Status::no_data);
    for (int offset = 9; offset < outputs_at; ++offset) CHECK(read(offset) == ddc::Status::no_data);
    for (int offset = outputs_at + 3; offset < inputs_at; ++offset)
        CHECK(read(offset) == ddc::Status::no_data);
    ddc::remove_table(scene.table, ddc::Removal::always);
}

}  // namespace
