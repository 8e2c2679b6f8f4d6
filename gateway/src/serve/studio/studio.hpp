// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include "http/router.hpp"
#include "socket/endpoint.hpp"

#include <filesystem>
#include <memory>

namespace gateway::studio {

/// The server of the studio's page, which prepares, starts and monitors runs. Since its calls can
/// start programs, all of them require the token, also on the loopback. Only the page's files are
/// served without it.
class Studio {
  public:
    /// Listens on the loopback and serves at once.
    /// @param folder see Folder
    /// @param port 0: any free port
    /// @param report called for failures of the server, from another thread
    /// @throws std::invalid_argument if the folder does not exist, std::runtime_error if the port
    /// is in use
    Studio(const std::filesystem::path& folder, std::uint16_t port, data_port::Page page,
           Log report);
    /// Stops all runs that it has started.
    ~Studio();

    Endpoint local() const;
    /// Empty: no token is required. Do not write it to a log that others can read.
    const std::string& token() const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace gateway::studio
