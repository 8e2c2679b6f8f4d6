// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include "http/router.hpp"
#include "socket/endpoint.hpp"

#include <filesystem>
#include <memory>

namespace gateway::studio {

/// The port of a browser in which runs are prepared, started and looked at. It runs what it is
/// told, so that every call but for the page's own files needs its token, on the loopback as well.
class Studio {
  public:
    /// Listens on the loopback; answers at once.
    /// @param folder see Folder
    /// @param port 0: any that is free
    /// @param report told of what fails in its server, from another thread
    /// @throws std::invalid_argument for a folder that is none, std::runtime_error for a port in
    /// use
    Studio(const std::filesystem::path& folder, std::uint16_t port, data_port::Page page,
           Log report);
    /// Ends what it has started.
    ~Studio();

    Endpoint local() const;
    /// Empty: none is needed. Not for a log that others read.
    const std::string& token() const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace gateway::studio
