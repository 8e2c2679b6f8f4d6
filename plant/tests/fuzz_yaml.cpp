// SPDX-License-Identifier: MIT
// Passes bytes as a YAML file to the readers of parameters. Rejected files must give a FileError
// whose errors are in the order of the file.
#include "expect.hpp"
#include "memory_file.hpp"

#include <plant/ground_params.hpp>
#include <plant/scenario.hpp>
#include <plant/sensor_params.hpp>
#include <plant/tyre_params.hpp>
#include <plant/vehicle_dynamics.hpp>
#include <plant/vehicle_params.hpp>
#include <plant/yaml_reader.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace {

using fuzz::expect;

template <class Load>
void read(const Load& load) {
    try {
        static_cast<void>(load());
    } catch (const plant::FileError& error) {
        expect(!error.mistakes().empty(), "an error has a mistake");
        std::pair<int, int> before{0, 0};
        for (const plant::Mistake& mistake : error.mistakes()) {
            expect(!mistake.file.empty() && !mistake.reason.empty(), "a mistake has a reason");
            const std::pair place{mistake.line, mistake.column};
            expect(before <= place, "mistakes are in the order of the file");
            before = place;
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const MemoryFile file(data, size);
    read([&] { return plant::load_vehicle(file.path()); });
    read([&] { return plant::load_tyre(file.path()); });
    read([&] { return plant::load_sensors(file.path()); });
    read([&] { return plant::load_ground(file.path()); });
    read([&] { return plant::load_solver(file.path()); });
    read([&] { return plant::load_scenario(file.path()); });
    for (const plant::YamlScalar& scalar : plant::scalars_of(file.path()))
        expect(scalar.place.find(file.path().string()) == 0, "a scalar has a place");
    return 0;
}
