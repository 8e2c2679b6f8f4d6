// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/run_control.hpp>

#include <string>
#include <thread>

namespace gateway {

/// Where the control socket of the runs in a table is: in XDG_RUNTIME_DIR, or else in a directory
/// of the user's own below the one for temporary files.
std::string control_socket_path(const std::string& table_name);

/// One request as it is taken off the wire: pause | resume | stop | scale FACTOR | status.
/// @return what is answered: "ok", "error: ..." or, for status, a sentence
std::string obey(const std::string& request, RunControl& control);

/// Lets others on this machine pause, resume, stop and scale the runs of this process: a Unix
/// socket of the user alone, served by a thread of its own; one request a connection, a second for
/// each at most.
class ControlSocket {
  public:
    /// A socket that a dead process left is taken over.
    /// @throws std::runtime_error if it cannot be made, or another process serves it
    ControlSocket(const std::string& table_name, RunControl& control);
    ~ControlSocket();
    ControlSocket(const ControlSocket&) = delete;
    ControlSocket& operator=(const ControlSocket&) = delete;

  private:
    void serve();

    std::string path_;
    RunControl& control_;
    int listener_ = -1;
    int closing_ = -1;  ///< an eventfd
    std::thread thread_;
};

/// Sends a request to the runs in a table. @return the answer
/// @throws std::runtime_error if nobody serves it or answers within two seconds
std::string ask_control_socket(const std::string& table_name, const std::string& request);

}  // namespace gateway
