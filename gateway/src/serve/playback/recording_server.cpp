// SPDX-License-Identifier: MIT
#include "recording_server.hpp"

#include "foxglove/player.hpp"
#include "foxglove/viewers.hpp"
#include "http/server.hpp"
#include "indexed_recording.hpp"

namespace gateway::foxglove {
namespace {

namespace fs = std::filesystem;

/// On the loopback no token is required: no call has an effect.
data_port::Guard guard_at(const Endpoint& local) {
    const bool is_local = is_loopback(local);
    return {is_local ? "" : data_port::make_token(), is_local};
}

}  // namespace

struct RecordingServer::Parts {
    Parts(const fs::path& file, const Endpoint& local, std::vector<std::string> origins,
          const Playback& playback, Log report)
        : recording(file),
          player(*recording.reader, playback, report),
          guard(guard_at(local)),
          server(std::make_unique<data_port::Server>(local)) {
        viewers.serve_at(router, guard, std::move(origins));
        server->report_to(std::move(report));
        server->start([this](const data_port::Request& request) { return router.answer(request); });
    }

    /// The page of a browser that opens the address.
    std::optional<data_port::PageFile> page(const std::string& path) {
        if (path != "/") return std::nullopt;
        return data_port::PageFile{"text/plain; charset=utf-8",
                                   "A recording for Foxglove and PlotJuggler: connect to this "
                                   "address by WebSocket, ws:// instead of http://.\n"};
    }

    IndexedRecording recording;
    Player player;
    Viewers viewers{player};
    data_port::Guard guard;
    data_port::Router router{guard, [this](const std::string& path) { return page(path); }};
    std::unique_ptr<data_port::Server> server;  ///< destroyed first
};

RecordingServer::RecordingServer(const fs::path& file, const Endpoint& local,
                                 std::vector<std::string> origins, const Playback& playback,
                                 Log report)
    : parts_(
          std::make_unique<Parts>(file, local, std::move(origins), playback, std::move(report))) {}

RecordingServer::~RecordingServer() = default;

Endpoint RecordingServer::local() const {
    return parts_->server->local();
}

const std::string& RecordingServer::token() const {
    return parts_->guard.token;
}

double RecordingServer::duration_s() const {
    const TimeSpan span = parts_->player.span();
    return 1e-9 * static_cast<double>(span.end_ns - span.start_ns);
}

void RecordingServer::press(PlaybackKey key) {
    parts_->player.press(key);
}

std::size_t RecordingServer::topics() const {
    return parts_->recording.reader->channels().size();
}

bool RecordingServer::end() {
    parts_->server.reset();
    return !parts_->player.is_damaged();
}

}  // namespace gateway::foxglove
