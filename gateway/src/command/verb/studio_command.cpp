// SPDX-License-Identifier: MIT
#include "studio_command.hpp"

#include "line/announce_option.hpp"
#include "line/gateway_line.hpp"
#include "line/page_at.hpp"

#include <gateway/base/exit_code.hpp>
#include <gateway/base/run_streams.hpp>
#include "number/number_option.hpp"
#include "output/log_to.hpp"
#include "posix/wait_for_stop.hpp"
#include "studio/studio.hpp"

#include <ddc/interface/visible.hpp>

#include <filesystem>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <system_error>

namespace gateway {

struct StudioCommand::Arguments {
    std::string folder = ".";
    std::uint16_t port = 0;
    std::optional<int> announce;
};

StudioCommand::StudioCommand(ddc::command::CommandLine& line)
    : given_(std::make_unique<Arguments>()), command_(add_known_verb(line, "studio")) {
    command_
        .add_folder("FOLDER", given_->folder,
                    "Folder of the configurations, in which programs are started; no file outside "
                    "of it is changed")
        .show_default();
    add_number(command_, "--port", given_->port, limits::own_port,
               "TCP port on 127.0.0.1 to listen on; 0: any free port");
    add_announce_option(command_, given_->announce);
    command_.set_footer(
        "Example:\n  ddc-gateway studio\n"
        "Prints an address with a secret token to open in a browser, and serves it until Ctrl-C. "
        "Runs that were started in the studio end with it.");
}

StudioCommand::~StudioCommand() = default;

bool StudioCommand::is_given() const {
    return command_.is_given();
}

/// Changes to the folder, so that paths of programs are relative to it.
int StudioCommand::run(std::ostream& out, std::ostream& err, const RunControl& control) const {
    std::error_code error;
    std::filesystem::current_path(given_->folder, error);
    if (error) throw std::invalid_argument(given_->folder + ": " + error.message());
    const Log log = log_to(err);
    const studio::Studio studio(".", given_->port, page_at, [&log](const std::string& text) {
        log(ddc::interface::visible(text));
    });
    Announcement announcement;
    announcement.http = {to_string(studio.local())};
    announcement.token = studio.token();
    announce(given_->announce, announcement, log);
    out << "studio at "
        << shown_address("http://" + to_string(studio.local()) + "/", studio.token(),
                         goes_to_terminal(out))
        << std::endl;
    wait_for_stop(control);
    return exit_code::done;
}

}  // namespace gateway
