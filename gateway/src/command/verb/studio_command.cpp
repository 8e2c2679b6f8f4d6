// SPDX-License-Identifier: MIT
#include "studio_command.hpp"

#include "line/gateway_line.hpp"
#include "line/page_at.hpp"

#include <gateway/base/exit_code.hpp>
#include "line/log_to.hpp"
#include "number/number_option.hpp"
#include "posix/wait_for_stop.hpp"
#include "studio/studio.hpp"

#include <ddc/interface/visible.hpp>

#include <filesystem>
#include <ostream>
#include <stdexcept>
#include <string>
#include <system_error>

namespace gateway {

struct StudioCommand::Arguments {
    std::string folder = ".";
    std::uint16_t port = 0;
};

StudioCommand::StudioCommand(ddc::command::CommandLine& line)
    : given_(std::make_unique<Arguments>()), command_(add_known_verb(line, "studio")) {
    command_
        .add_folder("FOLDER", given_->folder,
                    "Where configurations lie and programs start; nothing outside of it is touched")
        .show_default();
    add_number(command_, "--port", given_->port, limits::own_port,
               "Port of 127.0.0.1 to serve at; 0: any that is free");
    command_.set_footer(
        "Example:\n  ddc-gateway studio\n"
        "It prints an address for the browser, with a token that no one else may see, and stays "
        "until Ctrl-C. What it has started ends with it.");
}

StudioCommand::~StudioCommand() = default;

bool StudioCommand::is_given() const {
    return command_.is_given();
}

/// Programs are named, and run, from the folder.
int StudioCommand::run(std::ostream& out, std::ostream& err, const RunControl& control) const {
    std::error_code error;
    std::filesystem::current_path(given_->folder, error);
    if (error) throw std::invalid_argument(given_->folder + ": " + error.message());
    const Log log = log_to(err);
    const studio::Studio studio(".", given_->port, page_at, [&log](const std::string& text) {
        log(ddc::interface::visible(text));
    });
    out << "studio at " << studio.address() << std::endl;
    wait_for_stop(control);
    return exit_code::done;
}

}  // namespace gateway
