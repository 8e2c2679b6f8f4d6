// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include "foxglove/player.hpp"
#include "socket/endpoint.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace gateway::foxglove {

/// Serves a recording to viewers, at the path /foxglove of a separate server.
class RecordingServer {
  public:
    /// @param local endpoint to listen at; port 0: any free port
    /// @param origins other origins whose pages may connect
    /// @param report called from any thread, for parts of the recording that cannot be shown and
    /// for failures of the server
    /// @throws std::invalid_argument if the file is not a complete recording, std::runtime_error if
    /// the port is in use
    RecordingServer(const std::filesystem::path& file, const Endpoint& local,
                    std::vector<std::string> origins, const Playback& playback, Log report);
    ~RecordingServer();

    Endpoint local() const;
    /// Empty on the loopback, where no token is required. Do not write it to a log that others can
    /// read.
    const std::string& token() const;
    double duration_s() const;
    /// From any thread; see Player::press().
    void press(PlaybackKey key);
    std::size_t topics() const;
    /// Stops serving. @return whether the whole recording could be read
    bool end();

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace gateway::foxglove
