// SPDX-License-Identifier: MIT
#pragma once

#include "control_folder.hpp"
#include "handle_request.hpp"

#include <ddc/table.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <thread>

namespace gateway {

/// The name of a run's control socket, in the ControlFolder.
/// @param reference_id the lowest of the run's programs
std::string run_socket_name(const std::string& table_name, ddc::Id reference_id);
/// That of the run in a table, or of the one with that lowest reference id.
/// @throws std::runtime_error if there is none, or if there are several and no id
std::string find_run_socket(const std::string& table_name, std::optional<ddc::Id> reference_id);
/// Removes the control sockets that processes which were killed have left.
/// @throws std::runtime_error if the folder may not be used
void remove_dead_sockets();

/// Lets others on this machine pause, step, resume, stop and scale what this process runs: a Unix
/// socket of the user alone, served by a thread of its own.
///
/// A connection is for one packet, `NANOSECONDS REQUEST`, and its reply, both as control_text.hpp
/// has them; where the reply comes later, `wait` is sent first. NANOSECONDS is when its
/// sender gives up, on the monotonic clock: a request that is read later, since this process was
/// stopped, is not obeyed. A connection has a second to ask; of more than sixteen the oldest is
/// dropped. One that is closed before its answer takes nothing back.
class ControlSocket {
  public:
    using Report = std::function<void(const std::string&)>;

    /// A socket that a dead process left is taken over.
    /// @param name in the ControlFolder
    /// @param report told of each request that is not obeyed
    /// @throws std::runtime_error if it cannot be made, or another process serves it
    ControlSocket(const std::string& name, Controlled run, Report report);
    ~ControlSocket();
    ControlSocket(const ControlSocket&) = delete;
    ControlSocket& operator=(const ControlSocket&) = delete;

  private:
    void listen();
    void serve();
    Descriptor accept_peer() const;
    Reply answer_to(const std::string& message) const;

    ControlFolder folder_;
    std::string name_;
    const Controlled run_;
    Report report_;
    Descriptor listener_;
    Descriptor closing_;       ///< an eventfd
    unsigned long inode_ = 0;  ///< of the socket's name
    std::thread thread_;
};

/// Sends a request to the socket of that name. @return the reply, which has no `later`
/// @param patience with a reply that comes later
/// @throws std::runtime_error if no process serves it or begins to answer within two seconds, if
/// the process of another user does, if what it answers is no reply, or if patience ends
Reply ask_control_socket(const std::string& name, const RunRequest& request,
                         std::chrono::milliseconds patience = std::chrono::seconds(2));

}  // namespace gateway
