// SPDX-License-Identifier: MIT
#include "gateway_line.hpp"

#include "known_verbs.hpp"

#include <ddc/version.h>

#include <stdexcept>
#include <string>

namespace gateway {

GatewayLine::GatewayLine()
    : CommandLine("ddc-gateway", "Runs a VCG program against a vehicle through the DDC.") {
    add_version("ddc-gateway " DDC_VERSION);
    add_completion();
    require_verb();
    set_footer(
        "Examples:\n  ddc-gateway new-program follower\n  ddc-gateway validate run.yaml\n"
        "  ddc-gateway run run.yaml --duration 10 --summary out/summary.json\n"
        "  ddc-gateway replay plant/data/scenario/braking.yaml --plot braking.png");
}

ddc::command::Verb add_known_verb(ddc::command::CommandLine& line, const char* name) {
    for (const KnownVerb& verb : known_verbs)
        if (std::string(name) == verb.name) return line.add_verb(name, verb.description);
    throw std::logic_error(std::string(name) + " is missing in known_verbs");
}

}  // namespace gateway
