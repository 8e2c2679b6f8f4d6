// SPDX-License-Identifier: MIT
#include "scratch_folder.hpp"
#include "suites.hpp"

#include "export/fmu_file.hpp"
#include "standard/fmi2.hpp"
#include "standard/fmi3.hpp"
#include "vehicle_slave/vehicle_package.hpp"
#include "vehicle_slave/vehicle_variables.hpp"

#include <dlfcn.h>

#include <array>
#include <fstream>
#include <stdexcept>
#include <string>

namespace bench {

/// Apart, since other suites have the same short names.
namespace fmu_rows {
namespace {

namespace fmu = gateway::fmu;

constexpr int steps = 2'000;
constexpr int ticks_of_step = 10;
constexpr double communication_s = 0.01;

/// Speeds up a little in a wide turn, and changes with each step.
plant::Command command_of(int step) {
    plant::Command command;
    command.throttle = 0.1 + 0.0001 * (step % 100);
    command.steer_rad = 0.02;
    return command;
}

fmu::VehiclePackage package_of(fmu::Version version) {
    fmu::VehiclePackage package;
    package.version = version;
    package.token = "bench";
    package.start.vx_mps = 20;
    return package;
}

/// The same work without an FMU: a command, ten ticks, all outputs.
double bare_ns() {
    const auto session = fmu::create_session(package_of(fmu::Version::fmi2));
    int step = 0;
    return ns_per_call(steps, [&] {
        session->set_input(command_of(step++));
        for (int i = 0; i < ticks_of_step; ++i) keep(session->tick(plant::SimDuration(1'000'000)));
        keep(session->output());
    });
}

/// The references of variables, by their names.
template <std::size_t size>
std::array<fmu::Reference, size> references_of(const fmu::VehiclePackage& package,
                                               const std::array<const char*, size>& names) {
    const fmu::VehicleVariables variables(package);
    std::array<fmu::Reference, size> references{};
    for (std::size_t i = 0; i < size; ++i)
        for (const fmu::Variable& each : variables.all())
            if (each.name == names[i]) references[i] = each.reference;
    return references;
}

constexpr std::array inputs{"ego.cmd.throttle", "ego.cmd.brake", "ego.cmd.steeringAngle"};
constexpr std::array outputs{"ego.pose.x",        "ego.pose.y",           "ego.pose.yaw",
                             "ego.pose.z",        "ego.vel.longitudinal", "ego.vel.lateral",
                             "ego.yawRate",       "ego.acc.longitudinal", "ego.acc.lateral",
                             "ego.steeringAngle", "ego.wheelSpeed.fl",    "ego.wheelSpeed.fr"};

/// The installed library, with the resources of an exported FMU.
class Library {
  public:
    explicit Library(const fmu::VehiclePackage& package)
        : handle_(dlopen(fmu::installed_file("fmu_vehicle.so").c_str(), RTLD_NOW | RTLD_LOCAL)) {
        if (handle_ == nullptr) throw std::runtime_error(dlerror());
        std::ofstream(resources() / fmu::package_file) << to_text(package);
    }
    ~Library() { dlclose(handle_); }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    std::filesystem::path resources() const { return scratch_.path(); }
    template <class Function>
    void find(const char* name, Function& function) const {
        function = reinterpret_cast<Function>(dlsym(handle_, name));
        if (function == nullptr) throw std::runtime_error(std::string(name) + " is missing");
    }

  private:
    tests::ScratchFolder scratch_;
    void* handle_;
};

void check(fmu::Status status) {
    if (status != fmu::Status::ok) throw std::runtime_error("a function of the FMU failed");
}

struct Functions2 {
    decltype(&fmu::fmi2::fmi2Instantiate) instantiate;
    decltype(&fmu::fmi2::fmi2SetupExperiment) setup_experiment;
    decltype(&fmu::fmi2::fmi2EnterInitializationMode) enter_initialization_mode;
    decltype(&fmu::fmi2::fmi2ExitInitializationMode) exit_initialization_mode;
    decltype(&fmu::fmi2::fmi2FreeInstance) free_instance;
    decltype(&fmu::fmi2::fmi2SetReal) set_real;
    decltype(&fmu::fmi2::fmi2SetInteger) set_integer;
    decltype(&fmu::fmi2::fmi2GetReal) get_real;
    decltype(&fmu::fmi2::fmi2DoStep) do_step;

    explicit Functions2(const Library& library) {
        library.find("fmi2Instantiate", instantiate);
        library.find("fmi2SetupExperiment", setup_experiment);
        library.find("fmi2EnterInitializationMode", enter_initialization_mode);
        library.find("fmi2ExitInitializationMode", exit_initialization_mode);
        library.find("fmi2FreeInstance", free_instance);
        library.find("fmi2SetReal", set_real);
        library.find("fmi2SetInteger", set_integer);
        library.find("fmi2GetReal", get_real);
        library.find("fmi2DoStep", do_step);
    }
};

struct Functions3 {
    decltype(&fmu::fmi3::fmi3InstantiateCoSimulation) instantiate_co_simulation;
    decltype(&fmu::fmi3::fmi3EnterInitializationMode) enter_initialization_mode;
    decltype(&fmu::fmi3::fmi3ExitInitializationMode) exit_initialization_mode;
    decltype(&fmu::fmi3::fmi3FreeInstance) free_instance;
    decltype(&fmu::fmi3::fmi3SetFloat64) set_float64;
    decltype(&fmu::fmi3::fmi3SetInt32) set_int32;
    decltype(&fmu::fmi3::fmi3GetFloat64) get_float64;
    decltype(&fmu::fmi3::fmi3DoStep) do_step;

    explicit Functions3(const Library& library) {
        library.find("fmi3InstantiateCoSimulation", instantiate_co_simulation);
        library.find("fmi3EnterInitializationMode", enter_initialization_mode);
        library.find("fmi3ExitInitializationMode", exit_initialization_mode);
        library.find("fmi3FreeInstance", free_instance);
        library.find("fmi3SetFloat64", set_float64);
        library.find("fmi3SetInt32", set_int32);
        library.find("fmi3GetFloat64", get_float64);
        library.find("fmi3DoStep", do_step);
    }
};

/// Four inputs, a step of 10 ms and twelve outputs, by the functions of FMI 2.0.
double fmi2_ns() {
    const fmu::VehiclePackage package = package_of(fmu::Version::fmi2);
    const Library library(package);
    const Functions2 call(library);
    const fmu::fmi2::Callbacks callbacks{};
    const auto from = references_of(package, inputs);
    const auto gear = references_of(package, std::array{"ego.cmd.gear"});
    const auto to = references_of(package, outputs);
    const auto car =
        call.instantiate("car", fmu::fmi2::Kind::co_simulation, "bench",
                         ("file://" + library.resources().string()).c_str(), &callbacks, 0, 0);
    check(call.setup_experiment(car, 0, 0, 0, 0, 0));
    check(call.enter_initialization_mode(car));
    check(call.exit_initialization_mode(car));
    int step = 0;
    const double ns = ns_per_call(steps, [&] {
        const plant::Command command = command_of(step);
        const double values[]{command.throttle, command.brake, command.steer_rad};
        const int drive = 1;
        std::array<double, outputs.size()> read{};
        check(call.set_real(car, from.data(), from.size(), values));
        check(call.set_integer(car, gear.data(), 1, &drive));
        check(call.do_step(car, step * communication_s, communication_s, 1));
        check(call.get_real(car, to.data(), to.size(), read.data()));
        keep(read);
        ++step;
    });
    call.free_instance(car);
    return ns;
}

/// The same by the functions of FMI 3.0.
double fmi3_ns() {
    const fmu::VehiclePackage package = package_of(fmu::Version::fmi3);
    const Library library(package);
    const Functions3 call(library);
    const auto from = references_of(package, inputs);
    const auto gear = references_of(package, std::array{"ego.cmd.gear"});
    const auto to = references_of(package, outputs);
    const auto car =
        call.instantiate_co_simulation("car", "bench", library.resources().c_str(), false, false,
                                       false, false, nullptr, 0, nullptr, nullptr, nullptr);
    check(call.enter_initialization_mode(car, false, 0, 0, false, 0));
    check(call.exit_initialization_mode(car));
    int step = 0;
    const double ns = ns_per_call(steps, [&] {
        const plant::Command command = command_of(step);
        const double values[]{command.throttle, command.brake, command.steer_rad};
        const std::int32_t drive = 1;
        std::array<double, outputs.size()> read{};
        bool event = false, end = false, early = false;
        double reached_s = 0;
        check(call.set_float64(car, from.data(), from.size(), values, from.size()));
        check(call.set_int32(car, gear.data(), 1, &drive, 1));
        check(call.do_step(car, step * communication_s, communication_s, true, &event, &end, &early,
                           &reached_s));
        check(call.get_float64(car, to.data(), to.size(), read.data(), read.size()));
        keep(read);
        ++step;
    });
    call.free_instance(car);
    return ns;
}

}  // namespace
}  // namespace fmu_rows

std::vector<Result> fmu_export() {
    using namespace fmu_rows;
    constexpr const char* baseline = "ten ticks of a session, with command and output";
    return {
        compare(Measured{"exported seven_dof, FMI 2.0, step of 10 ms", fmi2_ns},
                Measured{baseline, bare_ns}, "ns"),
        compare(Measured{"exported seven_dof, FMI 3.0, step of 10 ms", fmi3_ns},
                Measured{baseline, bare_ns}, "ns"),
    };
}

}  // namespace bench
