// SPDX-License-Identifier: MIT
#include "ctl_command.hpp"

#include "line/gateway_line.hpp"

#include <gateway/base/exit_code.hpp>
#include "config/common/read_reference_id.hpp"
#include "control/control_socket.hpp"
#include "control/control_text.hpp"
#include "number/number_option.hpp"
#include "plant_server/plant_server_config.hpp"

#include <ddc/table.hpp>

#include <chrono>
#include <cmath>
#include <optional>
#include <ostream>
#include <stdexcept>

namespace gateway {

struct CtlCommand::Arguments {
    std::string action;
    std::string value;
    std::string state;
    std::optional<ddc::Id> reference_id;
    double timeout_s = 10;
    std::string table_name = ddc::TableOptions::default_name();
    std::optional<std::uint16_t> cmd_port;
};

CtlCommand::CtlCommand(ddc::command::CommandLine& line)
    : given_(std::make_unique<Arguments>()), command_(add_known_verb(line, "ctl")) {
    Arguments& given = *given_;
    command_
        .add_option("ACTION", given.action,
                    "pause, step, resume, stop, release, scale, cabin, fault or status")
        .required()
        .one_of(
            {"pause", "step", "resume", "stop", "release", "scale", "cabin", "fault", "status"});
    command_.add_option("VALUE", given.value,
                        "step: number of cycles (default: 1); scale: simulated seconds per second "
                        "of wall time, 0.01 to 100; cabin: doors=closed, doors=open, "
                        "doors=unknown, belts=fastened, belts=open or belts=unknown; fault: its "
                        "name");
    command_.add_option("STATE", given.state, "fault: on or off").one_of({"on", "off"});
    command_.add_option("--ddc", given.table_name, "Name of the run's table").show_default();
    command_
        .add_parsed_option(
            "--ref",
            [&given](const std::string& text) {
                given.reference_id =
                    parse_reference_id(text.rfind("0x", 0) == 0 ? text : "0x" + text);
                return given.reference_id
                           ? ""
                           : "must be a reference id such as 4000, is '" + text + "'";
            },
            "Select the run by the lowest reference id of its programs (default: the only run in "
            "the table)")
        .kind("ID");
    add_number(command_, "--cmd-port", given.cmd_port, limits::port,
               "Control the vdsim_realtime with this CMD port instead of a run");
    add_number(command_, "--timeout", given.timeout_s, limits::patience_s,
               "step: time-out for the cycles, in s");
    command_.set_footer(
        "Examples:\n  ddc-gateway ctl pause\n  ddc-gateway ctl step 5\n"
        "  ddc-gateway ctl scale 0.5 --ddc demo\n  ddc-gateway ctl fault gnss on\n  ddc-gateway "
        "ctl --cmd-port 7001 pause\n"
        "The signals SIGUSR1 and SIGUSR2 also pause and resume a run; SIGINT and SIGTERM stop it.");
}

CtlCommand::~CtlCommand() = default;

bool CtlCommand::is_given() const {
    return command_.is_given();
}

RunRequest CtlCommand::request() const {
    const std::string &action = given_->action, &value = given_->value, &state = given_->state;
    const auto check = [&](const std::string& complaint) {
        if (!complaint.empty())
            throw std::invalid_argument("ctl " + action + ": VALUE " + complaint);
    };
    if (!state.empty() && action != "fault")
        throw std::invalid_argument("ctl " + action + ": STATE is only for fault");
    if (action == "step") {
        request::Step step;
        if (!value.empty()) check(plant::read_number(value, limits::steps, step.count));
        return step;
    }
    if (action == "scale") {
        request::Scale scale;
        check(plant::read_number(value, limits::time_scale, scale.factor));
        return scale;
    }
    if (action == "cabin") {
        if (value.empty()) check("must be such as doors=closed");
        return parse_cabin(value);
    }
    if (action == "fault") {
        if (value.empty() || state.empty()) check("and STATE must be such as `gnss on`");
        return parse_fault(value + " " + state);
    }
    if (!value.empty()) check("is only for step, scale, cabin and fault");
    return parse_request(action);
}

int CtlCommand::run(std::ostream& out, std::ostream& err) const {
    const RunRequest requested = request();
    using std::chrono::milliseconds;
    const milliseconds timeout(std::llround(given_->timeout_s * 1e3));
    const std::string socket = given_->cmd_port
                                   ? vdsim::control_socket_name(*given_->cmd_port)
                                   : find_run_socket(given_->table_name, given_->reference_id);
    const Reply reply = ask_control_socket(socket, requested, timeout);
    switch (reply.outcome) {
        case Reply::Outcome::done:
            break;
        case Reply::Outcome::refused:
            err << "error: " << reply.text << '\n';
            return exit_code::bad_input;
        case Reply::Outcome::failed:
            err << "failed: " << reply.text << '\n';
            return exit_code::failed;
    }
    out << reply.text << '\n';
    return exit_code::done;
}

}  // namespace gateway
