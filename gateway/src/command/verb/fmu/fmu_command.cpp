// SPDX-License-Identifier: MIT
#include "fmu_command.hpp"

#include "line/gateway_line.hpp"

#include <stdexcept>

namespace gateway {

FmuCommand::FmuCommand(ddc::command::CommandLine& line)
    : command_(add_known_verb(line, "fmu")), show_(command_), export_(command_) {
    command_.set_footer(
        "Examples:\n"
        "  ddc-gateway fmu show car.fmu\n"
        "  ddc-gateway fmu export --model seven_dof sedan.fmu\n"
        "  ddc-gateway fmu export --program autopilot autopilot.fmu");
}

bool FmuCommand::is_given() const {
    return command_.is_given();
}

int FmuCommand::run(std::ostream& out) const {
    if (export_.is_given()) return export_.run(out);
    if (show_.is_given()) return show_.run(out);
    throw std::invalid_argument("fmu: needs a verb, such as show; see ddc-gateway fmu --help");
}

}  // namespace gateway
