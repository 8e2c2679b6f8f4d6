// SPDX-License-Identifier: MIT
#include "drive.hpp"

#include <plant/scenario.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <new>

using namespace plant;

namespace {

thread_local long allocations = 0;

}  // namespace

// Counts what this program allocates; every form of new ends here.
void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    ++allocations;
    const auto step = static_cast<std::size_t>(alignment);
    if (void* memory = std::aligned_alloc(step, (size + step - 1) / step * step)) return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    ++allocations;
    return std::malloc(size);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

TEST_CASE("a tick of an actuation model allocates nothing") {
    for (const Model model : {Model::actuation_cmd, Model::actuation_cmd_steer_map,
                              Model::actuation_cmd_vgr, Model::actuation_cmd_mechanical}) {
        for (const auto compatibility : {Compatibility::corrected, Compatibility::reference}) {
            ActuationParams params;
            params.compatibility = compatibility;
            SimSession sut(create_model(model, params), create_flat_ground());
            Command command;
            const long before = allocations;
            for (int i = 0; i < 500; ++i) {
                command.actuation = {0.002 * i, 0.0, 0.004 * i};
                sut.set_input(command);
                static_cast<void>(sut.tick(millisecond));
                static_cast<void>(sut.output());
            }
            CHECK(allocations == before);
        }
    }
}

TEST_CASE("a tick allocates nothing") {
    SessionConfig config;
    config.actuator = load_actuator(std::string(PLANT_DATA) + "/actuator/sedan.yaml");
    config.sensors = load_sensors(std::string(PLANT_DATA) + "/sensor/sedan.yaml");
    for (const auto factory :
         {create_kinematic, create_bicycle, create_seven_dof, create_fourteen_dof}) {
        SimSession sut(factory(), create_flat_ground(), config);
        const long before = allocations;
        for (int i = 0; i < 500; ++i) {
            sut.set_input(Command{0.0002 * i, 0.002 * i, 0.0, Gear::drive, false});
            static_cast<void>(sut.tick(millisecond));
            static_cast<void>(sut.output());
        }
        CHECK(allocations == before);
    }
}
