// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include "socket/endpoint.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace gateway::foxglove {

/// Serves a recording to viewers, at the path /foxglove of a server of its own.
class RecordingServer {
  public:
    /// @param local where to listen; port 0: any that is free
    /// @param origins of other places whose pages may look on
    /// @param report told of what of the recording cannot be shown and of what fails in the server,
    /// from any thread
    /// @throws std::invalid_argument for a file that is no whole recording, std::runtime_error for
    /// a port in use
    RecordingServer(const std::filesystem::path& file, const Endpoint& local,
                    std::vector<std::string> origins, Log report);
    ~RecordingServer();

    Endpoint local() const;
    /// Empty on the loopback: none is needed there. Not for a log that others read.
    const std::string& token() const;
    double duration_s() const;
    std::size_t topics() const;
    /// Does not serve any more. @return whether all that was to be shown could be read
    bool end();

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace gateway::foxglove
