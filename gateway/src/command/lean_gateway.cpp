// SPDX-License-Identifier: MIT
#include "lean_gateway.hpp"

#include "line/command_end.hpp"
#include "line/gateway_line.hpp"
#include "line/known_verbs.hpp"
#include "line/make_logger.hpp"
#include "verb/run/run_command.hpp"
#include "verb/run/validate_command.hpp"

#include <gateway/base/signals.hpp>

#include <spdlog/spdlog.h>

#include <algorithm>
#include <ostream>

namespace gateway {
namespace {

/// The number of verbs that this executable has: the first ones of known_verbs.
constexpr std::size_t verbs_here = 2;

/// Whether the first argument is a verb or an option that only ddc-gateway-full has.
bool is_for_full(const std::vector<std::string>& arguments) {
    if (arguments.empty()) return false;
    const std::string& first = arguments.front();
    return first.rfind("--completion", 0) == 0 ||
           std::any_of(known_verbs.begin() + verbs_here, known_verbs.end(),
                       [&](const KnownVerb& verb) { return first == verb.name; });
}

std::optional<int> run_verb_of(const std::vector<std::string>& arguments, std::ostream& out,
                               std::ostream& err, RunControl& control) {
    GatewayLine line;
    const RunCommand run_command(line);
    const ValidateCommand validate_command(line);
    for (std::size_t i = verbs_here; i < known_verbs.size(); ++i)
        add_known_verb(line, known_verbs[i].name);  // for the help
    if (const auto code = parse_or_end(line, "ddc-gateway", arguments, out, err)) return code;
    spdlog::logger logger = make_logger("ddc-gateway", err);
    if (run_command.is_given()) return run_command.run(out, err, logger, control, nullptr);
    if (!validate_command.is_given()) return std::nullopt;
    end_on_signals();
    return validate_command.run(out, logger, nullptr);
}

}  // namespace

std::optional<int> run_lean(const std::vector<std::string>& arguments, std::ostream& out,
                            std::ostream& err, RunControl& control) {
    if (is_for_full(arguments)) return std::nullopt;
    const std::optional<int> code = run_verb_of(arguments, out, err, control);
    if (!code) return std::nullopt;
    return after_results(*code, "ddc-gateway", out, err);
}

}  // namespace gateway
