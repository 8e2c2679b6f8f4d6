// SPDX-License-Identifier: MIT
#include "on_core.hpp"
#include "suites.hpp"

#include "bench_machine/round_trips.hpp"
#include "fmu/fmu_vehicle.hpp"

#include <filesystem>
#include <stdexcept>

namespace bench {

/// Apart, since other suites have the same short names.
namespace fmu_import_rows {
namespace {

using namespace gateway;

constexpr int steps = 3'000;
/// How much longer than a round trip a step may take.
constexpr double allowed_ns = 1'500;

std::vector<FmuMapped> inputs_of(const std::vector<std::pair<FmuInput, const char*>>& names) {
    std::vector<FmuMapped> mapped;
    for (const auto& [input, name] : names) {
        mapped.emplace_back();
        mapped.back().signal = static_cast<std::size_t>(input);
        mapped.back().variable = name;
    }
    return mapped;
}

std::vector<FmuMapped> outputs_of(const std::vector<std::pair<const char*, const char*>>& names) {
    std::vector<FmuMapped> mapped;
    for (const auto& [output, name] : names) {
        mapped.emplace_back();
        mapped.back().signal = *fmu_output_named(output);
        mapped.back().variable = name;
    }
    return mapped;
}

/// The test car, whose own step takes some ten nanoseconds.
FmuVehicleConfig car() {
    FmuVehicleConfig config;
    config.file = std::filesystem::path(TEST_FMUS) / "car_fmi3.fmu";
    config.host = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "ddc-fmu-host";
    config.map.inputs = inputs_of({{FmuInput::throttle, "driver.accelerator"},
                                   {FmuInput::brake, "driver.brake"},
                                   {FmuInput::steer, "driver.steeringAngle"},
                                   {FmuInput::gear, "driver.gear"}});
    config.map.outputs = outputs_of({{"x_m", "chassis.x"},
                                     {"y_m", "chassis.y"},
                                     {"yaw_rad", "chassis.yaw"},
                                     {"vx_mps", "chassis.speed"},
                                     {"yaw_rate_radps", "chassis.yawRate"},
                                     {"ax_mps2", "chassis.longitudinalAcceleration"},
                                     {"ay_mps2", "chassis.lateralAcceleration"},
                                     {"wheel_spin_fl_radps", "wheel[1].speed"},
                                     {"wheel_spin_fr_radps", "wheel[2].speed"},
                                     {"wheel_spin_rl_radps", "wheel[3].speed"},
                                     {"wheel_spin_rr_radps", "wheel[4].speed"}});
    return config;
}

}  // namespace
}  // namespace fmu_import_rows

std::vector<Result> fmu_import() {
    using namespace fmu_import_rows;
    // All processes on one core: otherwise the core on which a process is woken decides about both
    // numbers.
    const OnCore core(0);
    FmuVehicle vehicle(car(), {});
    machine::FutexPartner partner;
    const auto step_ns = [&] {
        return ns_per_call(steps, [&] {
            if (!vehicle.advance()) throw std::runtime_error(vehicle.explain());
        });
    };
    const auto trip_ns = [&] {
        const auto trip = [&] {
            if (!partner.round_trip()) throw std::runtime_error("the partner does not answer");
        };
        return ns_per_call(steps, trip) + allowed_ns;
    };
    return {compare(Measured{"a step of an imported FMU", step_ns},
                    Measured{"futex round trip of two processes, + 1500", trip_ns}, "ns",
                    {21, Pick::median})};
}

}  // namespace bench
