// SPDX-License-Identifier: MIT
#include "show_command.hpp"

#include "archive/archive.hpp"
#include "description/fmu.hpp"
#include "rule/check.hpp"
#include "show/show.hpp"

#include <gateway/base/exit_code.hpp>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

namespace gateway {

using fmu::Fmu;
using fmu::Violation;

struct FmuShowCommand::Arguments {
    std::string file;
    bool is_json = false, is_map = false;

    std::string text(const Fmu& shown, const std::vector<Violation>& violations) const {
        if (is_map) return map_text(shown, file);
        return is_json ? show_json(shown, violations) : show_text(shown, violations);
    }
};

FmuShowCommand::FmuShowCommand(ddc::command::Verb& fmu)
    : given_(std::make_unique<Arguments>()),
      command_(fmu.add_verb(
          "show",
          "Print the variables, units and capabilities of an FMU, and what is wrong in it")) {
    Arguments& given = *given_;
    command_.add_file("FILE", given.file, "The FMU").required();
    auto json = command_.add_flag("--json", given.is_json, "Print JSON");
    command_
        .add_flag("--map", given.is_map,
                  "Print a map to start from, for `vehicle: {fmu: FILE, map: ...}`: signals whose "
                  "variables are found by name and unit")
        .excludes(json);
    command_.set_footer(
        "Nothing of the FMU is unpacked or executed.\n"
        "The exit code is 4 if the FMU violates a rule so that it cannot be used here.\n"
        "Examples:\n"
        "  ddc-gateway fmu show car.fmu\n"
        "  ddc-gateway fmu show car.fmu --map > car_map.yaml");
}

FmuShowCommand::~FmuShowCommand() = default;

bool FmuShowCommand::is_given() const {
    return command_.is_given();
}

int FmuShowCommand::run(std::ostream& out) const {
    const Fmu shown = load_fmu(fmu::Archive(given_->file));
    const std::vector<Violation> violations = check(shown);
    out << given_->text(shown, violations);
    const bool is_refused =
        std::any_of(violations.begin(), violations.end(),
                    [](const Violation& each) { return each.severity == fmu::Severity::error; });
    return is_refused ? exit_code::not_met : exit_code::done;
}

}  // namespace gateway
