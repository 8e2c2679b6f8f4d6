// SPDX-License-Identifier: MIT
#include "ctl_command.hpp"

#include <gateway/exit_code.hpp>
#include "../control/control_socket.hpp"
#include "../number/number_option.hpp"
#include "../vdsim/plant_server_config.hpp"

#include <ddc/table.hpp>

#include <optional>
#include <ostream>

namespace gateway {

struct CtlCommand::Arguments {
    std::string action;
    std::optional<double> factor;
    std::string table_name = ddc::TableOptions::default_name();
    std::optional<std::uint16_t> cmd_port;
};

CtlCommand::CtlCommand(ddc::command::CommandLine& line)
    : given_(std::make_unique<Arguments>()),
      command_(
          line.add_verb("ctl", "Pause, resume, stop or scale a realtime run, or give it back")) {
    Arguments& given = *given_;
    command_.add_option("ACTION", given.action, "pause, resume, stop, release, scale or status")
        .required()
        .one_of({"pause", "resume", "stop", "release", "scale", "status"});
    add_number(command_, "FACTOR", given.factor, limits::time_scale,
               "For scale: simulated seconds in a second, 0.01 to 100");
    command_.add_option("--ddc", given.table_name, "The run's table").show_default();
    add_number(command_, "--cmd-port", given.cmd_port, limits::port,
               "A vdsim_realtime by its CMD port, instead of a run");
    command_.set_footer(
        "Examples:\n  ddc-gateway ctl pause\n  ddc-gateway ctl scale 0.5 --ddc demo\n"
        "  ddc-gateway ctl --cmd-port 7001 pause\n"
        "The signals SIGUSR1 and SIGUSR2 pause and resume a run too, SIGINT and SIGTERM stop it.");
}

CtlCommand::~CtlCommand() = default;

bool CtlCommand::is_given() const {
    return command_.is_given();
}

int CtlCommand::run(std::ostream& out, std::ostream& err) const {
    const bool is_scale = given_->action == "scale";
    if (is_scale != given_->factor.has_value()) {
        err << (is_scale ? "ddc-gateway ctl scale needs a FACTOR, for example 0.5\n"
                         : "ddc-gateway ctl " + given_->action + " takes no FACTOR\n");
        return exit_code::bad_input;
    }
    const std::string whom =
        given_->cmd_port ? vdsim::control_name(*given_->cmd_port) : given_->table_name;
    const std::string answer = ask_control_socket(
        whom, is_scale ? "scale " + plant::plain(*given_->factor) : given_->action);
    const bool is_refused = answer.rfind("error: ", 0) == 0;
    (is_refused ? err : out) << answer << '\n';
    return is_refused ? exit_code::bad_input : exit_code::done;
}

}  // namespace gateway
