// SPDX-License-Identifier: MIT
#pragma once

#include "control_folder.hpp"

#include <gateway/run_control.hpp>

#include <functional>
#include <string>
#include <thread>

namespace gateway {

/// Where the control socket of the runs in a table is; see ControlFolder.
std::string control_socket_path(const std::string& table_name);
/// Its name in the folder.
std::string control_socket_name(const std::string& table_name);

/// One request as a user makes it: pause | resume | stop | release | scale FACTOR |
/// status.
/// @return what is answered: "ok", "error: ..." or, for status, a sentence
std::string obey(const std::string& request, RunControl& control);

/// Lets others on this machine pause, resume, stop and scale the runs of this process: a Unix
/// socket of the user alone, served by a thread of its own.
///
/// A connection is for one packet, `NANOSECONDS REQUEST`, and its answer. NANOSECONDS is when its
/// sender gives up, on the monotonic clock: a request that is read later, since this process was
/// stopped, is not obeyed. A connection has a second; of more than sixteen the oldest is dropped.
class ControlSocket {
  public:
    using Report = std::function<void(const std::string&)>;

    /// A socket that a dead process left is taken over.
    /// @param report told of each request that is not obeyed
    /// @throws std::runtime_error if it cannot be made, or another process serves it
    ControlSocket(const std::string& table_name, RunControl& control, Report report);
    ~ControlSocket();
    ControlSocket(const ControlSocket&) = delete;
    ControlSocket& operator=(const ControlSocket&) = delete;

  private:
    void listen();
    void serve();
    Descriptor accept_peer() const;
    void answer(int peer) const;
    std::string answer_to(const std::string& message) const;

    ControlFolder folder_;
    std::string name_;
    RunControl& control_;
    Report report_;
    Descriptor listener_;
    Descriptor closing_;       ///< an eventfd
    unsigned long inode_ = 0;  ///< of the socket's name
    std::thread thread_;
};

/// Sends a request to the runs in a table. @return the answer
/// @throws std::runtime_error if no process serves it or answers within two seconds, or the
/// process of another user does
std::string ask_control_socket(const std::string& table_name, const std::string& request);

}  // namespace gateway
