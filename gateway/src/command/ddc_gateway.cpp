// SPDX-License-Identifier: MIT
#include <gateway/command/run.hpp>

#include "all_extras.hpp"
#include "line/command_end.hpp"
#include "line/gateway_line.hpp"
#include "line/make_logger.hpp"
#include "verb/campaign/campaign_command.hpp"
#include "verb/check_command.hpp"
#include "verb/compare_command.hpp"
#include "verb/ctl_command.hpp"
#include "verb/identify_command.hpp"
#include "verb/mcap_command.hpp"
#include "verb/new_program_command.hpp"
#include "verb/plot_command.hpp"
#include "verb/replay/replay_command.hpp"
#include "verb/report_command.hpp"
#include "verb/rerun_command.hpp"
#include "verb/run/run_command.hpp"
#include "verb/run/validate_command.hpp"
#include "verb/safety/safety_command.hpp"
#include "verb/studio_command.hpp"
#include "verb/view_command.hpp"

#include <gateway/base/exit_code.hpp>
#include <gateway/base/signals.hpp>

#include <spdlog/spdlog.h>

#include <iostream>
#include <ostream>

namespace gateway {
namespace {

using namespace exit_code;

Log warn_by(spdlog::logger& logger) {
    return [&logger](const std::string& text) { logger.warn(text); };
}

Log tell_by(spdlog::logger& logger) {
    return [&logger](const std::string& text) { logger.info(text); };
}

int identify(const IdentifyCommand& command, std::ostream& out, spdlog::logger& logger) {
    if (command.run(out)) return done;
    logger.warn("the fit explains little of the recording; do not trust its parameters");
    return degraded;
}

/// The arguments with the verb's name of today, for one more release.
std::vector<std::string> renamed(std::vector<std::string> arguments, std::ostream& err) {
    if (arguments.size() < 2 || arguments[0] != "campaign" || arguments[1] != "replay")
        return arguments;
    err << "ddc-gateway: `campaign replay` is now called `campaign rerun`; the old name works for "
           "one more release\n";
    arguments[1] = "rerun";
    return arguments;
}

int run_command_of(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
                   RunControl& control) {
    GatewayLine line;
    const RunCommand run_command(line);
    const ValidateCommand validate_command(line);
    const ReplayCommand replay_command(line);
    const IdentifyCommand identify_command(line);
    const PlotCommand plot_command(line);
    const ReportCommand report_command(line);
    const CompareCommand compare_command(line);
    const CheckCommand check_command(line);
    const CtlCommand ctl_command(line);
    const CampaignCommand campaign_command(line);
    const SafetyCommand safety_command(line);
    const McapCommand mcap_command(line);
    const RerunCommand rerun_command(line);
    const ViewCommand view_command(line);
    const StudioCommand studio_command(line);
    const NewProgramCommand new_program_command(line);
    if (const auto code = parse_or_end(line, "ddc-gateway", renamed(arguments, err), out, err))
        return *code;
    const AllExtras extras;
    spdlog::logger logger = make_logger("ddc-gateway", err);
    if (run_command.is_given()) return *run_command.run(out, err, logger, control, &extras);
    if (studio_command.is_given())
        return exit_code_of([&] { return studio_command.run(out, err, control); }, logger);
    if (campaign_command.is_given())
        return exit_code_of([&] { return campaign_command.run(out, err, control); }, logger);
    if (rerun_command.is_given())
        return exit_code_of([&] { return rerun_command.run(out, err, tell_by(logger), control); },
                            logger);
    if (view_command.is_given())
        return exit_code_of([&] { return view_command.run(out, err, control); }, logger);
    end_on_signals();
    if (ctl_command.is_given())
        return exit_code_of([&] { return ctl_command.run(out, err); }, logger);
    if (new_program_command.is_given())
        return exit_code_of([&] { return new_program_command.run(out); }, logger);
    if (plot_command.is_given())
        return exit_code_of([&] { return plot_command.run(out, warn_by(logger)); }, logger);
    if (report_command.is_given())
        return exit_code_of([&] { return report_command.run(out, warn_by(logger)); }, logger);
    if (compare_command.is_given())
        return exit_code_of([&] { return compare_command.run(out, err, warn_by(logger)); }, logger);
    if (check_command.is_given())
        return exit_code_of([&] { return check_command.run(out, warn_by(logger)); }, logger);
    if (safety_command.is_given())
        return exit_code_of([&] { return safety_command.run(std::cin, out); }, logger);
    if (mcap_command.is_given())
        return exit_code_of([&] { return mcap_command.run(out, err); }, logger);
    if (replay_command.is_given())
        return exit_code_of([&] { return replay_command.run(out, warn_by(logger)); }, logger);
    if (identify_command.is_given())
        return exit_code_of([&] { return identify(identify_command, out, logger); }, logger);
    return *validate_command.run(out, logger, &extras);
}

}  // namespace

int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
        RunControl& control) {
    return after_results(run_command_of(arguments, out, err, control), "ddc-gateway", out, err);
}

}  // namespace gateway
