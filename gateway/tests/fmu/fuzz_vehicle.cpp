// SPDX-License-Identifier: MIT
// The bytes are the parameters of a vehicle, as an FMU contains them. What is read is written again
// to a text that is read as the same; a vehicle that accepts it, or the bytes as a state, steps.
#include "expect.hpp"
#include "vehicle_slave/vehicle_slave.hpp"

#include <cstdint>
#include <exception>
#include <string>
#include <vector>

namespace {

using namespace gateway::fmu;
using fuzz::expect;

void read_twice(const std::string& text) {
    const std::string again = to_text(vehicle_package_from(text));
    expect(to_text(vehicle_package_from(again)) == again, "it is read as it was written");
}

void step(const VehiclePackage& package, const std::vector<std::uint8_t>* state) {
    VehicleSlave slave(package);
    Values values(slave.info().variables);
    slave.initialise(values, 0);
    if (state != nullptr) slave.restore(*state);
    expect(slave.step(values, 3).ticks <= 3, "no tick is invented");
    slave.write_outputs(values);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    try {
        read_twice(text);
        step(vehicle_package_from(text), nullptr);
    } catch (const std::exception&) {  // with a reason for the log
    }
    const std::vector<std::uint8_t> state(data, data + size);
    try {
        VehiclePackage package;
        package.model = plant::Model::kinematic;
        step(package, &state);
    } catch (const std::exception&) {  // a state of anything else
    }
    return 0;
}
