// SPDX-License-Identifier: MIT
#include "view_command.hpp"

#include "line/announce_option.hpp"
#include "line/gateway_line.hpp"

#include <gateway/base/exit_code.hpp>
#include <gateway/base/run_streams.hpp>
#include "control/origin.hpp"
#include "number/number_option.hpp"
#include "output/log_to.hpp"
#include "playback/recording_layout.hpp"
#include "playback/recording_server.hpp"
#include "posix/wait_for_stop.hpp"

#include <ddc/command/keyboard.hpp>
#include <ddc/interface/visible.hpp>

#include <spdlog/fmt/fmt.h>

#include <unistd.h>

#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace gateway {

namespace {

constexpr limits::Range start_limits{0, 1e9};

std::optional<foxglove::PlaybackKey> playback_key(const ddc::command::Key& key) {
    using foxglove::PlaybackKey;
    using Kind = ddc::command::Key::Kind;
    if (key.kind == Kind::character && key.character == ' ') return PlaybackKey::pause;
    if (key.kind == Kind::left) return PlaybackKey::back;
    if (key.kind == Kind::right) return PlaybackKey::forward;
    if (key.kind == Kind::down) return PlaybackKey::slower;
    if (key.kind == Kind::up) return PlaybackKey::faster;
    return std::nullopt;
}

/// Passes the keys of the terminal to the playback until Ctrl-C or `q`.
void pass_keys(foxglove::RecordingServer& server, const RunControl& control) {
    ddc::command::Keyboard keyboard;
    while (!control.stop) {
        const auto key = keyboard.next(ddc::Clock::now() + std::chrono::milliseconds(50));
        if (!key) continue;
        if (key->kind == ddc::command::Key::Kind::character && key->character == 'q') return;
        if (const auto playback = playback_key(*key)) server.press(*playback);
    }
}

}  // namespace

struct ViewCommand::Arguments {
    std::string recording;
    std::string bind = "127.0.0.1";
    std::uint16_t port = 8765;
    std::vector<std::string> origins;
    std::optional<int> announce;
    foxglove::Playback playback;
    bool wants_layout = false;
};

ViewCommand::ViewCommand(ddc::command::CommandLine& line)
    : given_(std::make_unique<Arguments>()), command_(add_known_verb(line, "view")) {
    command_
        .add_option("--bind", given_->bind,
                    "Local address to listen on; viewers need a token unless it is loopback")
        .placeholder("ADDRESS")
        .show_default();
    add_number(command_, "--port", given_->port, limits::own_port,
               "TCP port to listen on; 0: any free port");
    command_
        .add_option("--origin", given_->origins,
                    "Web page that may connect, such as https://app.foxglove.dev; may be given "
                    "several times")
        .placeholder("ORIGIN")
        .repeatable()
        .check(origin_problem);
    add_number(command_, "--rate", given_->playback.rate, limits::time_scale,
               "Recorded seconds per second; viewers with playback control can change it");
    add_number(command_, "--start", given_->playback.start_s, start_limits,
               "Where playback begins, in s after the first message");
    command_.add_flag("--loop", given_->playback.repeats, "Begin again at the end");
    add_announce_option(command_, given_->announce);
    command_.exclude_others(command_.add_flag(
        "--layout", given_->wants_layout,
        "Print a layout for Foxglove and Lichtblick with the recording's topics, and serve "
        "nothing"));
    command_.add_file("FILE", given_->recording, "The recording (MCAP)").required();
    command_.set_footer(
        "Sends the recorded messages; nothing is simulated.\n\n"
        "Examples:\n  ddc-gateway view drive.mcap --origin https://app.foxglove.dev\n"
        "prints the address to open, and serves the recording until Ctrl-C. The exit code is 3 if "
        "a part of the recording is damaged.\n\n"
        "For viewers without playback control: in the terminal, space pauses and resumes, left "
        "and\n"
        "right jump 5 s, up and down double and halve the rate, q ends; the services /play, "
        "/pause\n"
        "and /seek do the same.\n\n"
        "  ddc-gateway view drive.mcap --layout > layout.json\n"
        "writes a layout to import into Foxglove or Lichtblick.");
}

ViewCommand::~ViewCommand() = default;

bool ViewCommand::is_given() const {
    return command_.is_given();
}

int ViewCommand::run(std::ostream& out, std::ostream& err, const RunControl& control) const {
    if (given_->wants_layout) {
        out << foxglove::layout_of_recording(given_->recording) << std::flush;
        return exit_code::done;
    }
    const Log log = log_to(err);
    foxglove::RecordingServer server(
        given_->recording, make_endpoint(given_->bind, given_->port), given_->origins,
        given_->playback, [&log](const std::string& text) { log(ddc::interface::visible(text)); });
    Announcement announcement;
    announcement.http = {to_string(server.local())};
    announcement.token = server.token();
    announce(given_->announce, announcement, log);
    out << fmt::format(
               "{}: {:.3f} s, {} topics, at {}\n"
               "In Foxglove: Open connection, Foxglove WebSocket, this address. In PlotJuggler: "
               "the streaming source for Foxglove, address and port. Stop with Ctrl-C.",
               given_->recording, server.duration_s(), server.topics(),
               shown_address("ws://" + to_string(server.local()) + "/", server.token(),
                             goes_to_terminal(out)))
        << std::endl;
    if (::isatty(STDIN_FILENO) == 1)
        pass_keys(server, control);
    else
        wait_for_stop(control);
    return server.end() ? exit_code::done : exit_code::degraded;
}

}  // namespace gateway
