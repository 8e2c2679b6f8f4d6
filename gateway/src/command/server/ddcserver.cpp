// SPDX-License-Identifier: MIT
#include <gateway/command/ddcserver.hpp>

#include "line/announce_option.hpp"
#include "line/command_end.hpp"
#include "line/make_logger.hpp"

#include <gateway/base/exit_code.hpp>
#include <gateway/base/run_streams.hpp>
#include "config/load_run_config.hpp"
#include "montisim_bridge/server.hpp"
#include "montisim_bridge/tcp_faults.hpp"
#include "number/number_option.hpp"
#include "output/free_name.hpp"
#include "output/output_file.hpp"
#include "service/service.hpp"
#include "service/watched_loop.hpp"
#include "text/text.hpp"

#include <ddc/version.h>
#include <ddc/command/command_line.hpp>

#include <nlohmann/json.hpp>

#include <spdlog/spdlog.h>

#include <cmath>
#include <memory>
#include <optional>
#include <ostream>
#include <stdexcept>

namespace gateway::tcp {
namespace {

using namespace exit_code;
using ddc::command::CommandLine;

struct ServerArguments {
    std::uint16_t port = 0;
    std::vector<std::string> bind, allow;
    std::string numbering = montisim::numbering_names().front();
    std::string config, summary;
    std::optional<double> start_timeout_s, answer_timeout_s;
    bool is_once = false, is_only_checked = false;
    std::optional<int> announce;
};

constexpr plant::Range timeout_s{1e-3, 1e6};

std::string address_complaint(const std::string& text) {
    return HostAddress::from(text)
               ? ""
               : "must be an address such as 192.168.1.5 or fd00::5, is '" + text + "'";
}

void add_options(CommandLine& line, ServerArguments& given) {
    const auto take_port = [&](const std::string& text) {
        return plant::read_number(text, limits::own_port, given.port);
    };
    line.add_parsed_option("PORT", take_port, "TCP port to listen on; 0: any free port")
        .kind("NUMBER")
        .required();
    line.add_option("--bind", given.bind,
                    "Local address to listen on; may be given several times (default: loopback, "
                    "127.0.0.1 and ::1)")
        .repeatable()
        .check(address_complaint);
    line.add_option("--allow", given.allow,
                    "Remote address that may connect; may be given several times (loopback may "
                    "always connect)")
        .repeatable()
        .check(address_complaint);
    line.add_option("--numbering", given.numbering,
                    "Numbering of the packet types; it depends on the release of the simulator")
        .one_of(montisim::numbering_names())
        .show_default();
    line.add_file("--config", given.config,
                  "Configuration of a run; used for its table, its programs and the connections "
                  "between them");
    add_number(line, "--start-timeout", given.start_timeout_s, timeout_s,
               "Time-out for the start of a program, in s")
        .show_default("10");
    add_number(line, "--answer-timeout", given.answer_timeout_s, timeout_s,
               "Time-out for a cycle of a program, in s")
        .show_default("2");
    line.add_file("--summary", given.summary, "Write a summary as JSON to this file");
    line.add_flag("--once", given.is_once, "Exit after the first session");
    add_announce_option(line, given.announce);
    line.add_flag("--validate", given.is_only_checked,
                  "Check the options and the configuration with every file it names, then exit");
    line.add_version("ddcserver " DDC_VERSION);
    line.add_completion();
    line.set_footer(
        "The simulator selects the program by its reference id (ref_id): decimal in a scenario "
        "(16384),\nhexadecimal as an argument of the program (4000). The name of the table is "
        "DDC_NAME, or vcg.\n"
        "\nExamples:\n"
        "  ddcserver 4567\n"
        "  ddcserver 4567 --once --summary out/session.json\n"
        "  ddcserver 4567 --bind 0.0.0.0 --allow 192.168.1.20");
}

std::chrono::milliseconds milliseconds_of(double seconds) {
    return std::chrono::milliseconds(std::llround(seconds * 1e3));
}

std::vector<HostAddress> host_addresses(const std::vector<std::string>& texts) {
    std::vector<HostAddress> addresses;
    for (const std::string& text : texts) addresses.push_back(*HostAddress::from(text));
    return addresses;
}

/// Takes the faults of the TCP connections. @throws std::invalid_argument for an unsuitable one
void apply_faults(const RunConfig& config, ServerOptions& options) {
    for (const ProgramConfig& program : config.programs)
        for (const PlannedFault& planned : program.faults) {
            if (planned.fault.side != FaultSide::links || planned.fault.part != tcp_part) continue;
            const std::string problem = tcp_fault_objection(planned);
            if (!problem.empty()) throw std::invalid_argument(problem);
            options.faults[program.options.reference_id].push_back(planned);
        }
}

/// Applies the configuration of a run to the options of sessions.
/// @throws std::invalid_argument for a configuration that a server does not support
void apply(const RunConfig& config, ServerOptions& options) {
    options.session.table = config.table();
    for (const ProgramConfig& program : config.programs)
        options.session.programs.push_back(program.options);
    apply_faults(config, options);
    if (!config.network) return;
    options.links.emplace();
    options.links->network = *config.network;
    for (const ProgramConfig& program : config.programs) {
        options.links->addresses.push_back(program.address);
        options.links->reference_ids.push_back(program.options.reference_id);
    }
    for (const LinkConfig& link : config.network->links)
        if (link.way.range_m)
            throw std::invalid_argument(
                "sockets: range_m: ddcserver has no positions of the vehicles; remove it");
    if (!config.network->udp.empty())
        throw std::invalid_argument(
            "sockets: udp: is for realtime mode; ddcserver does not support it");
}

void apply_timeouts(const ServerArguments& given, ProgramOptions& program) {
    if (given.start_timeout_s) program.start_timeout = milliseconds_of(*given.start_timeout_s);
    if (given.answer_timeout_s) program.answer_timeout = milliseconds_of(*given.answer_timeout_s);
}

/// @throws std::invalid_argument, plant::FileError
ServerOptions options_of(const ServerArguments& given) {
    ServerOptions options;
    options.port = given.port;
    options.bind = host_addresses(given.bind.empty() ? std::vector<std::string>{"127.0.0.1", "::1"}
                                                     : given.bind);
    options.allow = host_addresses(given.allow);
    options.is_once = given.is_once;
    options.session.numbering = *montisim::numbering_named(given.numbering);
    options.session.program.start_timeout_name = "--start-timeout";
    options.session.program.answer_timeout_name = "--answer-timeout";
    if (!given.config.empty()) apply(load_run_config(given.config), options);
    apply_timeouts(given, options.session.program);
    for (ProgramOptions& program : options.session.programs) apply_timeouts(given, program);
    return options;
}

void introduce(const Server& server, const ServerOptions& options, spdlog::logger& logger) {
    logger.info("listening at {}, table '{}', packet numbers '{}'",
                joined(server.addresses(), " and "), options.session.table.name,
                montisim::numbering_names()[static_cast<std::size_t>(options.session.numbering)]);
    for (const HostAddress& address : options.bind)
        if (!address.is_loopback() && options.allow.empty())
            logger.warn(
                "{} is not a loopback address, but without --allow only this machine may connect",
                address.text());
    if (!options.allow.empty())
        logger.warn("the protocol has no password: every process at an allowed address can drive");
}

/// @return the exit code
int report(const ServerSummary& summary, bool is_once, const std::shared_ptr<OutputFile>& file,
           std::ostream& out, spdlog::logger& logger) {
    constexpr std::chrono::seconds patience{2};
    limit_wait(out);
    print(summary, out);
    if (file) {
        const std::string problem = write_within(patience, file, to_json(summary).dump(2) + "\n");
        if (!problem.empty()) {
            logger.error(problem);
            return failed;
        }
    }
    return is_once && summary.errors > 0 ? failed : done;
}

int serve(const ServerArguments& given, std::ostream& out, spdlog::logger& logger,
          const RunControl& control) {
    ServerOptions options;
    try {
        options = options_of(given);
    } catch (const std::exception& error) {  // FileError
        throw std::invalid_argument(error.what());
    }
    if (given.is_only_checked) return done;
    std::shared_ptr<OutputFile> file;
    if (!given.summary.empty()) file = std::make_shared<OutputFile>(output_name(given.summary));
    Service service([&](const std::string& text) { logger.error(text); });
    Server server(options, [&](const std::string& text) {
        logger.info(text);
        service.status(text);
    });
    introduce(server, options, logger);
    Announcement announcement;
    announcement.montisim = server.addresses();
    announcement.table = options.session.table.name;
    announce(given.announce, announcement, [&](const std::string& text) { logger.warn(text); });
    {
        const WatchedLoop watched("new connections");
        service.ready();
        server.run(control);
    }
    service.ending(control);
    return report(server.summary(), given.is_once, file, out, logger);
}

int run_command(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
                const RunControl& control) {
    CommandLine line("ddcserver",
                     "Connects simulators that use MontiSim's TCP protocol to VCG programs through "
                     "the DDC.");
    ServerArguments given;
    add_options(line, given);
    if (const auto code = parse_or_end(line, "ddcserver", arguments, out, err)) return *code;
    spdlog::logger logger = make_logger("ddcserver", err);
    return exit_code_of([&] { return serve(given, out, logger, control); }, logger);
}

}  // namespace

int ddcserver(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
              RunControl& control) {
    return after_results(run_command(arguments, out, err, control), "ddcserver", out, err);
}

}  // namespace gateway::tcp
