// SPDX-License-Identifier: MIT
#include "export_command.hpp"

#include <gateway/base/exit_code.hpp>

#include <ostream>
#include <stdexcept>
#include <string>

namespace gateway {

struct FmuExportCommand::Arguments {
    std::string output, name, version = "3";

    ExportedFmu fmu_output() const {
        return {output, name, version == "2" ? fmu::Version::fmi2 : fmu::Version::fmi3};
    }
};

FmuExportCommand::FmuExportCommand(ddc::command::Verb& fmu)
    : given_(std::make_unique<Arguments>()),
      command_(fmu.add_verb("export", "Write an FMU (FMI 2.0 or 3.0, co-simulation)")),
      vehicle_(command_),
      program_(command_) {
    Arguments& given = *given_;
    command_.add_file("OUT", given.output, "The FMU to write").required();
    command_.add_option("--fmi", given.version, "Version of FMI").one_of({"2", "3"}).show_default();
    command_.add_option("--name", given.name,
                        "Name of the model (default: that of what is exported)");
    for (ddc::command::Option option : vehicle_.options())
        for (const ddc::command::Option& other : program_.options()) option.excludes(other);
    command_.set_footer(
        "Examples:\n"
        "  ddc-gateway fmu export --model seven_dof sedan.fmu\n"
        "  ddc-gateway fmu export --model fourteen_dof --vehicle car.yaml --tyre car.tir car.fmu\n"
        "  ddc-gateway fmu export --program autopilot --fmi 2 autopilot.fmu");
}

FmuExportCommand::~FmuExportCommand() = default;

bool FmuExportCommand::is_given() const {
    return command_.is_given();
}

int FmuExportCommand::run(std::ostream& out) const {
    const ExportedFmu output = given_->fmu_output();
    if (vehicle_.is_given() == program_.is_given())
        throw std::invalid_argument("fmu export: needs either --model or --program");
    if (vehicle_.is_given())
        vehicle_.run(output, out);
    else
        program_.run(output, out);
    const std::string file = output.file.string();
    out << "wrote " << file << "; see it with: ddc-gateway fmu show " << file << '\n';
    return exit_code::done;
}

}  // namespace gateway
