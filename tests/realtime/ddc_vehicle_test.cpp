// SPDX-License-Identifier: MIT
#include "../support/scene.hpp"
#include "../support/watchdog.hpp"

#include <ddc/interface/run_status.hpp>
#include <ddc/table.hpp>

#include <doctest/doctest.h>

#include <csignal>

namespace ddc_vehicle_test {

using namespace tests;

constexpr ddc::Id vehicle = 0x6000, speed_mps = vehicle + 21;

std::string config(const Scene& scene) {
    return scene.scratch
        .write("run.yaml", "mode: realtime\nddc: {name: " + scene.table +
                               "}\nprogram: {exec: [autopilot, ddc, \"4000\"]}\n"
                               "vehicle: {ddc: {reference_id: \"0x6000\", state_timeout_s: 1}}\n"
                               "route: {file: " PROJECT_DIRECTORY "/programs/demo/route.csv}\n")
        .string();
}

TEST_CASE("a vehicle that is a program of the table is driven, and its end is reported") {
    const Watchdog watchdog;
    const Scene scene;
    ddc::TableOptions options;
    options.name = scene.table;
    const ddc::Table table = ddc::Table::create(options);
    Command sut(scene.scratch, {"table_vehicle", "6000"}, {{"DDC_NAME", scene.table}});
    Command run(scene.scratch, {"ddc-gateway", "run", config(scene)});
    await([&] {
        double reported_mps = 0;
        static_cast<void>(table.read(speed_mps, reported_mps));
        return reported_mps > 2;
    });
    sut.signal(SIGTERM);
    CHECK(sut.finish().exit_code == 0);
    await([&] {
        std::string shown;
        static_cast<void>(table.read(
            ddc::interface::run_status::first + ddc::interface::run_status::operation_mode, shown));
        return shown == "FAIL";
    });
    run.signal(SIGINT);
    const Finished end = run.finish();
    INFO("standard error: " << end.err);
    CHECK(end.exit_code == 3);
    CHECK(end.err.find("the vehicle is lost") != std::string::npos);
}

}  // namespace ddc_vehicle_test
