// SPDX-License-Identifier: MIT
// A program of the basic interface with its inputs and outputs at other ids.
#include "scene.hpp"

#include "child.hpp"
#include "watchdog.hpp"

#include <ddc/cppwrapper/ddcwrapper.h>
#include <ddc/inspect.hpp>
#include <ddc/table.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <optional>

namespace basic_interface_test {

using dsa::cpp::ddc::DdcWrapper;
using tests::Finished;
using tests::Scene;
using tests::Trace;

constexpr int reference_id = 0x4800;
constexpr int cycles = 50;

/// The ids of a program's entries, relative to the reference id.
struct Ids {
    int run_cycle_switch = 3;
    int inputs = 10, outputs = 40;
    bool are_declared = true;  ///< in input_start_id and output_start_id
};

/// Initialises only the header, writes only set_gas, and ends after the last cycle. @return 0 if
/// all inputs had values in each cycle
int basic_program(const std::string& table, const Ids& ids) {
    ::setenv("DDC_NAME", table.c_str(), 1);
    DdcWrapper ddc;
    const auto id = [](int offset) { return reference_id + offset; };
    ddc.saveDataString(id(1), "basic");
    ddc.saveDataBool(id(ids.run_cycle_switch), false);
    ddc.saveDataDouble(id(5), 0);
    if (ids.are_declared) {
        ddc.saveDataInt32(id(7), ids.inputs);
        ddc.saveDataInt32(id(8), ids.outputs);
    }
    int missing = 0;
    for (int cycle = 0; cycle < cycles;) {
        ddc.saveDataBool(id(0), true);
        bool is_asked = false;
        ddc.readDataBool(id(ids.run_cycle_switch), is_asked);
        if (!is_asked) continue;
        double number = 0;
        std::int32_t length = -1;
        for (int i = 0; i < 28; ++i)
            missing += !(i == 4 ? ddc.readDataInt32(id(ids.inputs + i), length)
                                : ddc.readDataDouble(id(ids.inputs + i), number));
        ddc.saveDataDouble(id(ids.outputs + 1), 0.25);
        ddc.saveDataBool(id(ids.run_cycle_switch), false);
        ++cycle;
    }
    return missing;
}

/// A run of half a second, and the content of the table after it.
class BasicRun {
  public:
    /// @param more keys of the section `program`
    explicit BasicRun(const Ids& ids, const std::string& more = "") {
        tests::Child program([&] { return basic_program(scene_.table, ids); });
        const auto config = scene_.scratch.write(
            "run.yaml", "duration_s: 0.5\nddc: {name: " + scene_.table +
                            "}\nprogram: {reference_id: 0x4800" + more + "}\ntrace: trace.csv\n");
        const Finished result = tests::run(scene_.scratch, {"ddc-gateway", "run", config});
        INFO("standard error: " << result.err);
        CHECK(result.exit_code == 0);
        CHECK(program.wait() == 0);
        CHECK(trace().rows() == cycles);
        CHECK(trace().column("set_gas").back() == 0.25);
        CHECK(trace().column("true_velocity").back() > 0);
    }
    ~BasicRun() { ddc::remove_table(scene_.table, ddc::Removal::always); }

    Trace trace() const { return Trace(scene_.scratch.path() / "trace.csv"); }
    /// No value if the entry is empty.
    std::optional<double> at(int offset) const {
        double number = 0;
        const auto status = table_.read(reference_id + offset, number);
        if (status == ddc::Status::no_data) return std::nullopt;
        CHECK(status == ddc::Status::ok);
        return number;
    }

  private:
    ddc::TableOptions options() const {
        ddc::TableOptions options;
        options.name = scene_.table;
        return options;
    }

    Scene scene_;
    ddc::Table table_ = ddc::Table::create(options());
};

TEST_CASE("inputs and outputs are where the program specifies, and it may leave them empty") {
    const tests::Watchdog watchdog;
    Ids ids;
    ids.inputs = 200;
    ids.outputs = 120;
    const BasicRun run(ids);
    CHECK(run.trace().column("set_steering").back() == 0);
    CHECK(run.at(ids.inputs) == run.trace().column("true_velocity").back());
    CHECK_FALSE(run.at(ids.outputs));
    for (int offset = 9; offset < ids.outputs; ++offset) CHECK_FALSE(run.at(offset));
    for (int offset = ids.outputs + 3; offset < ids.inputs; ++offset) CHECK_FALSE(run.at(offset));
}

TEST_CASE("a basic program without ids has its inputs at 10, outputs at 40") {
    const tests::Watchdog watchdog;
    Ids ids;
    ids.are_declared = false;
    const BasicRun run(ids);
    CHECK(run.at(10) == run.trace().column("true_velocity").back());
    CHECK(run.at(41) == 0.25);
}

TEST_CASE("an old program has position and compass first, and its switch at delta_sec") {
    const tests::Watchdog watchdog;
    Ids ids;
    ids.run_cycle_switch = 4;
    const BasicRun run(ids, ", layout: old");
    CHECK(run.at(3) == 0.01);
    CHECK(run.at(10) == run.trace().column("true_position.x").back());
    CHECK(run.at(12) == run.trace().column("true_compass").back());
    CHECK(run.at(13) == run.trace().column("true_velocity").back());
}

}  // namespace basic_interface_test
